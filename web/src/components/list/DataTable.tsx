import { ConfigProvider, Flex, Table, theme, type TableColumnType, type TableProps } from 'antd';
import { memo, useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListQuery } from '../../hooks/list-state.ts';
import type { ListState } from '../../hooks/useListState.ts';
import type { ListColumn, ListRow } from './list-column.ts';
import { ListPagination } from './ListPagination.tsx';
import { RowFeed } from './row-feed.ts';
import { useOneTable } from './useOneTable.ts';
import type { Selection } from './useSelection.ts';

export interface DataTableProps<Row extends ListRow, Query extends ListQuery> {
  columns: readonly ListColumn<Row, Query>[];
  rows: readonly Row[];
  total: number;
  state: ListState<Query>;
  /** How a row is called, for the tick boxes. */
  nameOf: (row: Row) => string;
  /** Without it rows cannot be ticked. */
  selection?: Selection<Row>;
  /** The rows are those of the page before; the asked ones are on their way. */
  isStale?: boolean;
}

/** Small controls of 24 px, this above and below, and the line make rows of 44. */
export const COMPACT = { components: { Table: { cellPaddingBlockSM: 9.5, cellPaddingInlineSM: 12 } } };

interface CellProps<Row extends ListRow, Query extends ListQuery> {
  feed: RowFeed<Row>;
  id: string;
  column: ListColumn<Row, Query>;
}

/** Made anew when its own row is another, without the table around it. */
const Cell = memo(function Cell<Row extends ListRow, Query extends ListQuery>(props: CellProps<Row, Query>) {
  const { feed, id, column } = props;
  const watch = useCallback((onChange: () => void) => feed.watch(id, onChange), [feed, id]);
  const row = useSyncExternalStore(watch, () => feed.get(id));
  return row && column.render(row);
}) as <Row extends ListRow, Query extends ListQuery>(props: CellProps<Row, Query>) => ReactNode;

function toTableColumn<Row extends ListRow, Query extends ListQuery>(
  column: ListColumn<Row, Query>,
  query: Query,
  feed: RowFeed<Row>,
): TableColumnType<Row> {
  return {
    key: column.key,
    title: column.title,
    width: column.width,
    fixed: column.fixed,
    align: column.numeric === true ? 'end' : column.align,
    sorter: column.sort !== undefined,
    sortOrder: column.sort !== undefined && query.field === column.sort ? (query.order ?? 'descend') : null,
    onCell: () => (column.numeric === true ? { style: { fontVariantNumeric: 'tabular-nums' } } : {}),
    render: (_value, { id }) => <Cell feed={feed} id={id} column={column} />,
  };
}

/** The hidden row that measures columns repeats the header, tick box included, where the Tab key would get lost. */
function TickAll({ children }: { children: ReactNode }) {
  const leaveWhenHidden = (element: HTMLElement | null) => {
    if (element?.closest('[aria-hidden="true"]')) {
      element.inert = true;
    }
  };
  return <span ref={leaveWhenHidden}>{children}</span>;
}

const tickAll = (checkbox: ReactNode) => <TickAll>{checkbox}</TickAll>;

/** The table of a list: paging and sort come from and go to the list state. */
export function DataTable<Row extends ListRow, Query extends ListQuery>(props: DataTableProps<Row, Query>) {
  const { columns, rows, total, state, nameOf, selection, isStale = false } = props;
  const { token } = theme.useToken();
  const [feed, setFeed] = useState(() => new RowFeed(rows, nameOf));
  if (!feed.hasPlacesOf(rows, nameOf)) {
    setFeed(new RowFeed(rows, nameOf));
  }
  useEffect(() => feed.show(rows), [feed, rows]);
  return (
    <Flex vertical gap={token.margin}>
      <PlacedRows feed={feed} columns={columns} state={state} selection={selection} isStale={isStale} />
      <ListPagination state={state} total={total} />
    </Flex>
  );
}

type PlacedRowsProps<Row extends ListRow, Query extends ListQuery> = Pick<
  DataTableProps<Row, Query>,
  'columns' | 'state' | 'selection' | 'isStale'
> & { feed: RowFeed<Row> };

/** Drawn again when rows come, go or change their places; what is in them is the affair of their cells. */
const PlacedRows = memo(function PlacedRows<Row extends ListRow, Query extends ListQuery>(
  props: PlacedRowsProps<Row, Query>,
) {
  const { feed, columns, state, selection, isStale = false } = props;
  const { query, update } = state;
  const { t } = useTranslation('parts');
  const { ref, ...oneTable } = useOneTable();
  const tableColumns = useMemo(
    () => columns.map((column) => toTableColumn(column, query, feed)),
    [columns, query, feed],
  );

  const handleChange: TableProps<Row>['onChange'] = (_pagination, _filters, sorter, { action }) => {
    if (action !== 'sort' || Array.isArray(sorter)) {
      return;
    }
    const column = columns.find(({ key }) => key === sorter.columnKey);
    const order = sorter.order ?? undefined;
    update({ field: order && column?.sort, order } as Partial<Query>);
  };

  const rowSelection: TableProps<Row>['rowSelection'] = selection && {
    selectedRowKeys: selection.ids,
    preserveSelectedRowKeys: true,
    columnWidth: 44,
    fixed: true,
    onChange: (keys) => {
      // Rows of other pages come back as keys only; they were remembered when they were ticked.
      const remembered = new Map(selection.rows.map((row) => [row.id, row]));
      selection.set(keys.map(String).flatMap((id) => feed.get(id) ?? remembered.get(id) ?? []));
    },
    getCheckboxProps: ({ id }) => ({ 'aria-label': t('list.selectRow', { name: feed.nameOf(id) }) }),
    columnTitle: tickAll,
    getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectPage') }),
  };

  return (
    <div ref={ref}>
      <ConfigProvider theme={COMPACT}>
        <Table<Row>
          {...oneTable}
          size="small"
          rowKey="id"
          columns={tableColumns}
          dataSource={[...feed.placed]}
          rowSelection={rowSelection}
          showSorterTooltip={false}
          scroll={{ x: 'max-content' }}
          aria-busy={isStale}
          // Isolated, so that its fixed columns do not rise above what floats over the page.
          style={{ isolation: 'isolate', opacity: isStale ? 0.6 : 1, transition: 'opacity 0.2s 0.1s' }}
          onChange={handleChange}
          pagination={false}
        />
      </ConfigProvider>
    </div>
  );
}) as <Row extends ListRow, Query extends ListQuery>(props: PlacedRowsProps<Row, Query>) => ReactNode;
