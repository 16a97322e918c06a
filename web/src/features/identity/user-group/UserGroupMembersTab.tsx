import { TeamOutlined } from '@ant-design/icons';
import type { UserGroup } from '@jadegate/contract/identity/user-group';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { DetailLink } from '../../../components/list/common-columns.tsx';
import { personName } from '../../../components/person-name.ts';
import { SmallTable } from '../../../components/SmallTable.tsx';

const PAGE_SIZE = 20;

/** Who is in the group, each leading to the person's page. */
export function UserGroupMembersTab({ members }: Pick<UserGroup, 'members'>) {
  const { t } = useTranslation('user-group');
  if (members.length === 0) {
    return (
      <EmptyState
        icon={<TeamOutlined aria-hidden />}
        title={t('empty.members.title')}
        description={t('empty.members.help')}
      />
    );
  }
  return (
    <SmallTable
      dataSource={members}
      pagination={{ hideOnSinglePage: true, showSizeChanger: false, pageSize: PAGE_SIZE }}
      columns={[
        {
          key: 'name',
          title: t('field.nickname'),
          render: (_value, { id, name, username }) => (
            <DetailLink right="user-detail" to={`/user/${id}`} name={personName(name, username)} />
          ),
        },
      ]}
    />
  );
}
