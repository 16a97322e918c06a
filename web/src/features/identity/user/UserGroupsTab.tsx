import { TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { groupsOfUserQuery } from './user.queries.ts';

const UserGroupsDrawer = lazy(async () => ({
  default: (await import('./UserGroupsDrawer.tsx')).UserGroupsDrawer,
}));

/** The groups a person belongs to. */
export function UserGroupsTab({ userId }: { userId: string }) {
  const { t } = useTranslation('user');
  const form = useOverlay<undefined>();
  const { data, error, isFetching, refetch } = useQuery(groupsOfUserQuery(userId));
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const change = (
    <Can any={['user-group-edit']}>
      <Button icon={<TeamOutlined aria-hidden />} onClick={() => form.open(undefined)}>
        {t('action.changeGroups')}
      </Button>
    </Can>
  );
  return (
    <Flex vertical gap={12} align="stretch">
      {data.length === 0 ? (
        <EmptyState
          icon={<TeamOutlined aria-hidden />}
          title={t('empty.groups.title')}
          description={t('empty.groups.help')}
          action={change}
        />
      ) : (
        <>
          <div>{change}</div>
          <Groups groups={data} />
        </>
      )}
      {form.wasOpened && (
        <Suspense fallback={null}>
          <UserGroupsDrawer open={form.isOpen} userId={userId} onClose={form.close} />
        </Suspense>
      )}
    </Flex>
  );
}

function Groups({ groups }: { groups: readonly { id: string; name: string; created: string }[] }) {
  const { t } = useTranslation('user');
  return (
    <SmallTable
      dataSource={groups}
      pagination={{ hideOnSinglePage: true, showSizeChanger: false, pageSize: 20 }}
      columns={[
        {
          key: 'name',
          title: t('field.group'),
          render: (_value, { id, name }) => (
            <Can any={['user-group-detail']} otherwise={name}>
              <Link to={`/user-group/${id}`}>{name}</Link>
            </Can>
          ),
        },
        {
          key: 'created',
          title: t('field.groupCreated'),
          render: (_value, { created }) => <TimeText value={created} />,
        },
      ]}
    />
  );
}
