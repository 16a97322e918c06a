import { EditOutlined } from '@ant-design/icons';
import type { UserGroup } from '@jadegate/contract/identity/user-group';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { DetailPage, type DetailTab, type MoreTabs } from '../../../components/detail/DetailPage.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { userGroupQuery } from './user-group.queries.ts';
import { UserGroupFormDrawer } from './UserGroupFormDrawer.tsx';
import { UserGroupMembersTab } from './UserGroupMembersTab.tsx';

/** One group and who is in it. */
export function UserGroupDetailPage({ moreTabs }: MoreTabs<UserGroup>) {
  const { t } = useTranslation('user-group');
  const { userGroupId = '' } = useParams();
  const edit = useOverlay<string>();
  const action = (
    <Can any={['user-group-edit']}>
      <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => edit.open(userGroupId)}>
        {t('action.edit')}
      </Button>
    </Can>
  );
  return (
    <>
      <DetailPage
        read={userGroupQuery(userGroupId)}
        title={({ name }) => name}
        action={() => action}
        tabs={(group) => [...tabsOf(group, t), ...(moreTabs?.(group) ?? [])]}
        listPath="/user-group"
      />
      {edit.wasOpened && <UserGroupFormDrawer open={edit.isOpen} target={edit.target} onClose={edit.close} />}
    </>
  );
}

function tabsOf(group: UserGroup, t: TFunction<'user-group'>): DetailTab[] {
  const access = ['user-group-detail'] as const;
  return [
    { key: 'info', label: t('tab.info'), access, content: <UserGroupInfo group={group} /> },
    {
      key: 'member',
      label: t('tab.member'),
      access,
      content: <UserGroupMembersTab members={group.members} />,
    },
  ];
}

function UserGroupInfo({ group }: { group: UserGroup }) {
  const { t } = useTranslation('user-group');
  return (
    <DescriptionList
      items={[
        { key: 'name', label: t('field.name'), value: group.name },
        { key: 'memberCount', label: t('field.memberCount'), value: String(group.members.length) },
        {
          key: 'created',
          label: t('field.created'),
          value: <TimeText value={group.created} variant="exact" />,
        },
      ]}
    />
  );
}
