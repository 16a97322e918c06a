import { AppstoreOutlined, DesktopOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { WorkerAssetQuery, type WorkerAsset } from '@jadegate/contract/access/worker-asset';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Segmented, Skeleton, theme } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FilterBar } from '../../../components/list/FilterBar.tsx';
import type { ListFilter } from '../../../components/list/list-filter.ts';
import { ListView } from '../../../components/list/ListView.tsx';
import { SelectionBar } from '../../../components/list/SelectionBar.tsx';
import { useList } from '../../../components/list/useList.ts';
import { useSelection, type Selection } from '../../../components/list/useSelection.ts';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { protocolLabel } from '../../../components/ProtocolTag.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useStoredState } from '../../../hooks/useStoredState.ts';
import { myAssetColumns } from './my-asset.columns.tsx';
import { myAssetsQuery, myAssetTagsQuery } from './my-asset.queries.ts';
import { MyAssetCards } from './MyAssetCards.tsx';
import { NoMatch } from './NoMatch.tsx';
import { RunButton } from './RunButton.tsx';
import { WaitingSessions } from './WaitingSessions.tsx';

const VIEWS = ['cards', 'table'] as const;
type View = (typeof VIEWS)[number];
const ICONS = { cards: <AppstoreOutlined aria-hidden />, table: <UnorderedListOutlined aria-hidden /> };

/** The machines one may use oneself. */
export function MyAssetPage({ title }: { title: string }) {
  const { t } = useTranslation('my-asset');
  const { token } = theme.useToken();
  const [view, setView] = useStoredState<View>('my-asset-view', z.enum(VIEWS), 'cards');
  const selection = useSelection<WorkerAsset>();
  const list = useList({ schema: WorkerAssetQuery, read: myAssetsQuery, selection });
  const { data, error, isFetching, refetch } = list.result;
  const isEmpty = data?.total === 0 && !list.state.isFiltered;

  const content = () => {
    if (data === undefined && error !== null) {
      return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
    }
    return isEmpty ? <NoAssets /> : <AssetView view={view} list={list} selection={selection} />;
  };
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader
        title={title}
        action={
          !isEmpty && (
            <Segmented<View>
              aria-label={t('view.label')}
              value={view}
              onChange={setView}
              options={VIEWS.map((value) => ({ value, icon: ICONS[value], label: t(`view.${value}`) }))}
            />
          )
        }
      />
      <WaitingSessions />
      {content()}
    </Flex>
  );
}

interface AssetViewProps {
  view: View;
  selection: Selection<WorkerAsset>;
  list: ReturnType<
    typeof useList<WorkerAsset, WorkerAssetQuery, ReturnType<typeof myAssetsQuery>['queryKey']>
  >;
}

function AssetView({ view, selection, list: { state, result, selectAll } }: AssetViewProps) {
  const { t } = useTranslation('my-asset');
  const columns = useMemo(() => myAssetColumns(t), [t]);
  const filters = useFilters();
  const search = { name: 'name', placeholder: t('placeholder.search') } as const;
  if (view === 'table') {
    return (
      <>
        <ListView
          name="my-asset"
          columns={columns}
          nameOf={({ name }) => name}
          search={search}
          filters={filters}
          selection={selection}
          state={state}
          result={result}
        />
        {selection.ids.length > 0 && (
          <SelectionBar
            count={selection.ids.length}
            total={result.data?.total ?? 0}
            selectable={selectAll.selectable}
            isSelectingAll={selectAll.isRunning}
            onSelectAll={selectAll.run}
            onClear={selection.clear}
          >
            <RunButton assets={selection.rows} />
          </SelectionBar>
        )}
      </>
    );
  }
  const { data } = result;
  const cards = (): ReactNode => {
    if (data === undefined) {
      return <Skeleton active paragraph={{ rows: 6 }} />;
    }
    return data.total === 0 ? (
      <NoMatch onReset={state.reset} />
    ) : (
      <MyAssetCards rows={data.items} total={data.total} state={state} isStale={result.isPlaceholderData} />
    );
  };
  return (
    <>
      <FilterBar state={state} search={search} filters={filters} tools={null} />
      {cards()}
    </>
  );
}

function useFilters(): ListFilter<WorkerAssetQuery>[] {
  const { t } = useTranslation('my-asset');
  const { data: tags = [] } = useQuery(myAssetTagsQuery());
  return [
    {
      name: 'protocol',
      label: t('filter.protocol'),
      options: PROTOCOLS.map((value) => ({ value, label: protocolLabel(value) })),
    },
    ...(tags.length === 0
      ? []
      : [
          {
            kind: 'many' as const,
            name: 'tags' as const,
            label: t('filter.tags'),
            options: tags.map((value) => ({ value, label: value })),
          },
        ]),
    {
      name: 'active',
      label: t('filter.active'),
      options: [
        { value: 'true', label: t('status.up') },
        { value: 'false', label: t('status.down') },
      ],
    },
    { kind: 'toggle', name: 'favourite', label: t('filter.favourite') },
    { kind: 'toggle', name: 'recent', label: t('filter.recent') },
  ];
}

/** Administrators have another way to machines, so they are told. */
function NoAssets() {
  const { t } = useTranslation('my-asset');
  const can = useCan();
  const mayAccess = can('asset-access') && can('asset');
  return (
    <EmptyState
      icon={<DesktopOutlined aria-hidden />}
      title={t('empty.title')}
      manual={mayAccess ? 'hosts' : 'connect'}
      description={mayAccess ? t('empty.admin') : t('empty.help')}
      action={
        mayAccess && (
          <Link to="/asset">
            <Button tabIndex={-1}>{t('empty.toAssets')}</Button>
          </Link>
        )
      }
    />
  );
}
