import { SearchOutlined, SyncOutlined } from '@ant-design/icons';
import type { Page } from '@jadegate/contract/paging';
import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, Button, Grid, Skeleton, Tooltip } from 'antd';
import { lazy, memo, Suspense, useDeferredValue, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListQuery } from '../../hooks/list-state.ts';
import type { ListState } from '../../hooks/useListState.ts';
import { useStoredState } from '../../hooks/useStoredState.ts';
import { EmptyState } from '../EmptyState.tsx';
import { readFailure } from '../failure.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ColumnChoice, isShown, type ListColumn, type ListRow } from './list-column.ts';
import type { ListFilter, ListSearch } from './list-filter.ts';
import { TableSkeleton } from './TableSkeleton.tsx';
import type { Selection } from './useSelection.ts';

/**
 * A hundred rows take more than half a second to be made, so they are made anew only when something of theirs is another.
 * How a row is called never changes, whatever function says it.
 */
function asBefore<Row extends ListRow, Query extends ListQuery>(
  { nameOf: _before, ...before }: DataTableProps<Row, Query>,
  { nameOf: _now, ...now }: DataTableProps<Row, Query>,
): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]) as Set<keyof typeof now>;
  return [...names].every((name) => Object.is(before[name], now[name]));
}

const Table = memo(DataTable, asBefore) as typeof DataTable;

/** Only phones need it. */
const RowCards = lazy(async () => ({
  default: memo((await import('./RowCards.tsx')).RowCards, asBefore),
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
  const shown = useMemo(() => columns.filter((column) => isShown(column, choice)), [columns, choice]);
  const { data, error, isFetching, refetch } = result;
  const rows = useCalmRows(result, state.query);
  const { md: isWide = true } = Grid.useBreakpoint();

  const table = () => {
    if (data === undefined || rows === undefined) {
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
      return renderRows({ rows, total: data.total, state, isStale: result.isPlaceholderData });
    }
    const Rows = isWide ? Table : RowCards;
    return (
      <Rows
        columns={shown}
        rows={rows}
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

/**
 * The rows to show. Those that come because a list asked again by itself are made between frames, so that whoever scrolls
 * does not notice; those that somebody asked for are shown at once.
 */
function useCalmRows<Row extends ListRow>(
  { data, isPlaceholderData }: UseQueryResult<Page<Row>>,
  query: ListQuery,
): readonly Row[] | undefined {
  const items = data?.items;
  const newest = useMemo(() => ({ items, query, isPlaceholderData }), [items, query, isPlaceholderData]);
  const drawn = useDeferredValue(newest);
  const isAskedAgain = drawn.query === query && !drawn.isPlaceholderData && drawn.items !== undefined;
  return isAskedAgain ? drawn.items : items;
}

function CardsSkeleton() {
  const { t } = useTranslation('parts');
  return (
    <div aria-busy aria-label={t('list.loading')} role="status">
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  );
}
