import type { ReachableAsset } from '@jadegate/contract/access/authorised';
import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Tag, theme, Tooltip, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { ErrorState } from '../../../components/ErrorState.tsx';
import { SearchBox } from '../../../components/list/SearchBox.tsx';
import { ProtocolTag } from '../../../components/ProtocolTag.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { useCan } from '../../../hooks/account.ts';
import { reachableAssetsQuery } from './authorised.queries.ts';

const PAGE_SIZE = 10;

/** Everything a person can use, and where each comes from: a grant of their own, a group, being its owner, a role. */
export function ReachableAssets({ userId }: { userId: string }) {
  const { t } = useTranslation('authorised');
  const { token } = theme.useToken();
  const can = useCan();
  const [name, setName] = useState('');
  const [pageIndex, setPageIndex] = useState(1);
  const { data, error, isPending, isFetching, refetch } = useQuery(
    reachableAssetsQuery({ userId, pageIndex, pageSize: PAGE_SIZE, name: name || undefined }),
  );
  if (error !== null) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  const roles = data?.rolesForAll ?? [];
  return (
    <Flex vertical gap={token.marginXS} component="section" aria-label={t('reachable.title')}>
      <Typography.Title level={5} style={{ margin: 0 }}>
        {t('reachable.title')}
      </Typography.Title>
      {roles.length > 0 && (
        <Alert type="info" showIcon title={t('reachable.all', { roles: roles.join(t('reachable.and')) })} />
      )}
      {(name !== '' || (data?.total ?? 0) > PAGE_SIZE) && (
        <div style={{ maxWidth: 280 }}>
          <SearchBox
            isMain={false}
            value={name}
            placeholder={t('placeholder.search.asset')}
            onSearch={(text) => {
              setName(text);
              setPageIndex(1);
            }}
          />
        </div>
      )}
      <SmallTable<ReachableAsset>
        loading={isPending}
        dataSource={data?.items}
        locale={{ emptyText: t('reachable.none') }}
        pagination={{
          current: pageIndex,
          pageSize: PAGE_SIZE,
          total: data?.total,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: setPageIndex,
        }}
        columns={[
          {
            key: 'name',
            title: t('reachable.asset'),
            render: (_value, asset) =>
              can('asset-detail') ? <Link to={`/asset/${asset.id}`}>{asset.name}</Link> : asset.name,
          },
          {
            key: 'protocol',
            title: t('reachable.protocol'),
            render: (_value, { protocol }) => <ProtocolTag protocol={protocol} />,
          },
          { key: 'ways', title: t('reachable.from'), render: (_value, { ways }) => <Ways ways={ways} /> },
        ]}
      />
    </Flex>
  );
}

function Ways({ ways }: Pick<ReachableAsset, 'ways'>) {
  const { t } = useTranslation('authorised');
  const can = useCan();
  return (
    <Flex wrap gap={4}>
      {ways.map(({ kind, groupId, groupName, state }) => {
        const words = t(`reachable.way.${kind}`, { name: groupName });
        const text =
          kind === 'group' && can('user-group-detail') ? (
            <Link to={`/user-group/${groupId}`}>{words}</Link>
          ) : (
            words
          );
        // What does not count at this moment stands there all the same, and says why.
        return state === 'active' ? (
          <Tag key={kind + groupId}>{text}</Tag>
        ) : (
          <Tooltip key={kind + groupId} title={t(`state.${state}`)}>
            <Tag color="warning">
              {text} · {t(`state.${state}`)}
            </Tag>
          </Tooltip>
        );
      })}
    </Flex>
  );
}

/** The grants made to the person themselves, which are managed here. */
export function OwnGrants({ children }: { children: ReactNode }) {
  const { t } = useTranslation('authorised');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginXS} component="section" style={{ marginTop: token.marginLG }}>
      <Typography.Title level={5} style={{ margin: 0 }}>
        {t('reachable.direct')}
      </Typography.Title>
      {children}
    </Flex>
  );
}
