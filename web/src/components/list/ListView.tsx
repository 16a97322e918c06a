import { SearchOutlined, SyncOutlined } from '@ant-design/icons';
import type { Page } from '@jadegate/contract/paging';
import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, Button, Grid, Skeleton, Tooltip } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListQuery } from '../../hooks/list-state.ts';
import type { ListState } from '../../hooks/useListState.ts';
import { useStoredState } from '../../hooks/useStoredState.ts';
import { EmptyState } from '../EmptyState.tsx';
import { readFailure } from '../failure.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { DataTable } from './DataTable.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ColumnChoice, isShown, type ListColumn, type ListRow } from './list-column.ts';
import type { ListFilter, ListSearch } from './list-filter.ts';
import { TableSkeleton } from './TableSkeleton.tsx';
import type { Selection } from './useSelection.ts';

/** Only phones need it. */
const RowCards = lazy(async () => ({
  default: (await import('./RowCards.tsx')).RowCards,
})) as typeof DataTable;

interface ListViewProps<Row extends ListRow, Query extends ListQuery> {
  name: string;
  columns: readonly ListColumn<Row, Query>[];
  nameOf: (row: Row) => string;
  search?: ListSearch<Query>;
  filters: readonly ListFilter<Query>[];
  selection?: Selection<Row>;
  state: ListState<Query>;
  result: UseQueryResult<Page<Row>>;
  /** Shows the rows in another way than as a table. */
  renderRows?: ((shown: ShownRows<Row, Query>) => ReactNode) | undefined;
}

export interface ShownRows<Row extends ListRow, Query extends ListQuery> {
  rows: readonly Row[];
  total: number;
  state: ListState<Query>;
  /** The rows are those of the page before; the asked ones are on their way. */
  isStale: boolean;
}

/** Filters and table of a list that has rows, may have rows, or has none for these filters. */
export function ListView<Row extends ListRow, Query extends ListQuery>(props: ListViewProps<Row, Query>) {
  const { name, columns, nameOf, search, filters, selection, state, result, renderRows } = props;
  const { t } = useTranslation('parts');
  const [choice, choose] = useStoredState<ColumnChoice>(`cs-${name}`, ColumnChoice, {});
  const shown = columns.filter((column) => isShown(column, choice));
  const { data, error, isFetching, refetch } = result;
  const { md: isWide = true } = Grid.useBreakpoint();

  const table = () => {
    if (data === undefined) {
      return isWide ? (
        <TableSkeleton columns={shown} hasSelection={selection !== undefined} />
      ) : (
        <CardsSkeleton />
      );
    }
    if (data.total === 0) {
      return (
        <EmptyState
          icon={<SearchOutlined aria-hidden />}
          title={t('list.noMatch.title')}
          description={t('list.noMatch.help')}
          action={<Button onClick={state.reset}>{t('list.reset')}</Button>}
        />
      );
    }
    if (renderRows) {
      const { items: rows, total } = data;
      return renderRows({ rows, total, state, isStale: result.isPlaceholderData });
    }
    const Rows = isWide ? DataTable : RowCards;
    return (
      <Rows
        columns={shown}
        rows={data.items}
        total={data.total}
        state={state}
        nameOf={nameOf}
        selection={selection}
        isStale={result.isPlaceholderData}
      />
    );
  };

  const tools = (
    <>
      <Tooltip title={t('action.refresh')}>
        <Button
          icon={<SyncOutlined aria-hidden spin={isFetching} />}
          aria-label={t('action.refresh')}
          onClick={() => void refetch()}
        />
      </Tooltip>
      {!renderRows && <ColumnChooser columns={columns} choice={choice} onChoose={choose} />}
    </>
  );

  return (
    <>
      <FilterBar state={state} search={search} filters={filters} tools={tools} />
      {error !== null && <Alert type="warning" showIcon role="alert" title={readFailure(error).message} />}
      <Suspense fallback={<CardsSkeleton />}>{table()}</Suspense>
    </>
  );
}

function CardsSkeleton() {
  const { t } = useTranslation('parts');
  return (
    <div aria-busy aria-label={t('list.loading')} role="status">
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  );
}
