import { TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { groupsOfUserQuery } from './user.queries.ts';

/** The groups a person belongs to. */
export function UserGroupsTab({ userId }: { userId: string }) {
  const { t } = useTranslation('user');
  const { data, error, isFetching, refetch } = useQuery(groupsOfUserQuery(userId));
  if (data === undefined) {
    return error === null ? (
      <Skeleton active />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<TeamOutlined aria-hidden />}
        title={t('empty.groups.title')}
        description={t('empty.groups.help')}
      />
    );
  }
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={data}
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
