import { Button, Card, Checkbox, Flex, Select, theme } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListQuery } from '../../hooks/list-state.ts';
import type { ListState } from '../../hooks/useListState.ts';
import { cardParts } from './card-parts.ts';
import type { DataTableProps } from './DataTable.tsx';
import type { ListColumn, ListRow } from './list-column.ts';
import { ListPagination } from './ListPagination.tsx';
import type { Selection } from './useSelection.ts';

import styles from './RowCards.module.css';

/** The table of a list where there is no room for columns: a card per row. */
export function RowCards<Row extends ListRow, Query extends ListQuery>(props: DataTableProps<Row, Query>) {
  const { columns, rows, total, state, nameOf, selection, isStale = false } = props;
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginSM}>
      <Flex align="center" justify="space-between" gap={token.marginXS} wrap>
        {selection && <TickPage rows={rows} selection={selection} />}
        <SortChoice columns={columns} state={state} />
      </Flex>
      <ul
        className={styles.cards}
        aria-busy={isStale}
        style={{ opacity: isStale ? token.opacityLoading : 1 }}
      >
        {rows.map((row) => (
          <li key={row.id}>
            <RowCard columns={columns} row={row} name={nameOf(row)} selection={selection} />
          </li>
        ))}
      </ul>
      <ListPagination state={state} total={total} />
    </Flex>
  );
}

interface RowCardProps<Row extends ListRow, Query extends ListQuery> {
  columns: readonly ListColumn<Row, Query>[];
  row: Row;
  name: string;
  selection: Selection<Row> | undefined;
}

function RowCard<Row extends ListRow, Query extends ListQuery>(props: RowCardProps<Row, Query>) {
  const { columns, row, name, selection } = props;
  const { t } = useTranslation('parts');
  const [isUnfolded, setIsUnfolded] = useState(false);
  const { title, lines, rest, actions } = cardParts(columns);
  return (
    <Card size="small">
      <div className={styles.head}>
        {selection && (
          <Checkbox
            aria-label={t('list.selectRow', { name })}
            checked={selection.ids.includes(row.id)}
            onChange={({ target }) =>
              selection.set(
                target.checked ? [...selection.rows, row] : selection.rows.filter(({ id }) => id !== row.id),
              )
            }
          />
        )}
        <div className={styles.title}>{title?.render(row)}</div>
      </div>
      <dl className={styles.facts}>
        {[...lines, ...(isUnfolded ? rest : [])].map((column) => (
          <Fact key={column.key} title={column.title} value={column.render(row)} />
        ))}
      </dl>
      {(rest.length > 0 || actions) && (
        <div className={styles.foot}>
          {rest.length > 0 && (
            <Button
              type="text"
              size="small"
              aria-expanded={isUnfolded}
              aria-label={t(isUnfolded ? 'list.foldRow' : 'list.unfoldRow', { name })}
              onClick={() => setIsUnfolded(!isUnfolded)}
            >
              {t(isUnfolded ? 'list.fold' : 'list.unfold')}
            </Button>
          )}
          <div>{actions?.render(row)}</div>
        </div>
      )}
    </Card>
  );
}

function Fact({ title, value }: { title: string; value: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** Ticks every row of this page; those of other pages stay as they are. */
function TickPage<Row extends ListRow>({
  rows,
  selection,
}: {
  rows: readonly Row[];
  selection: Selection<Row>;
}) {
  const { t } = useTranslation('parts');
  const here = new Set(rows.map(({ id }) => id));
  const ticked = selection.ids.filter((id) => here.has(id)).length;
  const elsewhere = selection.rows.filter(({ id }) => !here.has(id));
  return (
    <Checkbox
      checked={ticked === rows.length}
      indeterminate={ticked > 0 && ticked < rows.length}
      onChange={({ target }) => selection.set(target.checked ? [...elsewhere, ...rows] : elsewhere)}
    >
      {t('list.selectPage')}
    </Checkbox>
  );
}

const ORDERS = ['ascend', 'descend'] as const;

interface SortChoiceProps<Row extends ListRow, Query extends ListQuery> {
  columns: readonly ListColumn<Row, Query>[];
  state: ListState<Query>;
}

/** What a table's head does with a click. */
function SortChoice<Row extends ListRow, Query extends ListQuery>({
  columns,
  state,
}: SortChoiceProps<Row, Query>) {
  const { t } = useTranslation('parts');
  const { query, update } = state;
  const choices = columns.flatMap(({ sort, title }) =>
    sort === undefined
      ? []
      : ORDERS.map((order) => ({
          value: `${sort} ${order}`,
          label: t(`list.${order}`, { title }),
          change: { field: sort, order },
        })),
  );
  if (choices.length === 0) {
    return null;
  }
  return (
    <Select
      aria-label={t('list.sort')}
      placeholder={t('list.sort')}
      allowClear
      style={{ minWidth: 160 }}
      value={query.field === undefined ? null : `${query.field} ${query.order ?? 'descend'}`}
      options={choices.map(({ value, label }) => ({ value, label }))}
      onChange={(chosen: string | undefined) => {
        const change = choices.find(({ value }) => value === chosen)?.change;
        update((change ?? { field: undefined, order: undefined }) as Partial<Query>);
      }}
    />
  );
}
