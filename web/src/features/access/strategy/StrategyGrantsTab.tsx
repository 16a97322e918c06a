import { LinkOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import { StrategyGrantQuery, type StrategyGrant } from '@jadegate/contract/access/strategy';
import { Flex, theme } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import type { ListColumn } from '../../../components/list/list-column.ts';
import { ListView } from '../../../components/list/ListView.tsx';
import { useList } from '../../../components/list/useList.ts';
import { personName } from '../../../components/person-name.ts';
import { TimeText } from '../../../components/TimeText.tsx';
import { strategyGrantsQuery } from './strategy.queries.ts';

/** The grants that refer to a strategy. */
export function StrategyGrantsTab({ id }: { id: string }) {
  const { t } = useTranslation('strategy');
  const { token } = theme.useToken();
  const { state, result } = useList({
    schema: StrategyGrantQuery,
    read: (query: StrategyGrantQuery) => strategyGrantsQuery(id, query),
  });
  const { data, error, isFetching, refetch } = result;
  const columns = useMemo(() => grantColumns(t), [t]);
  if (data === undefined && error !== null) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (data?.total === 0) {
    return (
      <EmptyState
        icon={<LinkOutlined aria-hidden />}
        title={t('empty.grants.title')}
        description={t('empty.grants.help')}
      />
    );
  }
  return (
    <Flex vertical gap={token.margin}>
      <ListView
        name="strategy-grant"
        columns={columns}
        nameOf={({ assetName }) => assetName}
        filters={[]}
        state={state}
        result={result}
      />
    </Flex>
  );
}

function grantColumns(t: TFunction<'strategy'>): ListColumn<StrategyGrant, StrategyGrantQuery>[] {
  return [
    {
      key: 'asset',
      title: t('field.asset'),
      always: true,
      render: ({ assetId, assetName }) => (
        <Can any={['asset-detail']} otherwise={assetName}>
          <Link to={`/asset/${assetId}`}>{assetName}</Link>
        </Can>
      ),
    },
    { key: 'grantee', title: t('field.grantee'), render: (grant) => <Grantee grant={grant} /> },
    {
      key: 'created',
      title: t('field.granted'),
      sort: 'created',
      render: ({ created }) => <TimeText value={created} />,
    },
  ];
}

function Grantee({ grant }: { grant: StrategyGrant }) {
  const { t } = useTranslation('strategy');
  const isUser = grant.userId !== '';
  const name = isUser ? personName(grant.userName, grant.userAccount) : grant.userGroupName;
  return (
    <Flex gap={8}>
      {isUser ? (
        <UserOutlined aria-label={t('status.user')} />
      ) : (
        <TeamOutlined aria-label={t('status.group')} />
      )}
      <Can any={[isUser ? 'user-detail' : 'user-group-detail']} otherwise={name}>
        <Link to={isUser ? `/user/${grant.userId}` : `/user-group/${grant.userGroupId}`}>{name}</Link>
      </Can>
    </Flex>
  );
}
