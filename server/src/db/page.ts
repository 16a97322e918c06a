import type { Page, PagingRequest } from '@jadegate/contract/paging';
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';

import type { Db, Tx } from './database.ts';
import type { Schema } from './schema.ts';

type Table = keyof Schema;

export interface PageOptions<Field extends string> {
  table: Table;
  /** All must hold, for the count and for the rows. */
  filters: readonly Expression<SqlBool>[];
  /** What may be sorted by, as `table.column` or as an expression. Anything else never reaches the statement. */
  sort: Readonly<Record<Field, string | Expression<unknown>>>;
  /** The order when the caller asks for none. */
  defaultSort: readonly [field: Field, order: 'ascend' | 'descend'];
  /** Fields that may be null: what never happened comes before everything that did, on both engines. */
  nullable?: readonly Field[];
  /** Breaks ties, so that no row stands on two pages. */
  key?: string;
}

export type Order<Field extends string> = Pick<PagingRequest<Field>, 'field' | 'order'>;

export type Rows<Row> = SelectQueryBuilder<Schema, Table, Row>;

/**
 * One page of a list and how many rows there are in all. The count is made without the joins and columns of `rows`,
 * which must not drop or multiply rows of the table.
 */
export async function readPage<Row, Field extends string>(
  db: Db | Tx,
  rows: Rows<Row>,
  query: PagingRequest<Field>,
  options: PageOptions<NoInfer<Field>>,
): Promise<Page<Row>> {
  if (options.filters.length === 0) {
    return readWhole(
      db,
      withTotal(db, sliceOf(rows, query, placeOf(query), options), options),
      query,
      options,
    );
  }
  // Side by side: a search takes its time both ways, and there is more than one reader.
  const [total, items] = await Promise.all([
    countRows(db, options).executeTakeFirstOrThrow(),
    sliceOf(rows, query, placeOf(query), options).execute(),
  ]);
  return { total: total.total, items };
}

/** Stands in each row of a page that carries its total; no table of ours has such a column. */
const TOTAL = 'rows_in_all';
export type Counted<Row> = Row & { [TOTAL]: number };

/** Without a filter counting is quick, and a second trip to the database would take longer than the count. */
export function withTotal<Row>(
  db: Db | Tx,
  slice: Rows<Row>,
  options: PageOptions<string>,
): Rows<Counted<Row>> {
  return slice.select(countRows(db, options).as(TOTAL)) as unknown as Rows<Counted<Row>>;
}

/** Takes a page that carries its total apart. */
export async function readWhole<Row>(
  db: Db | Tx,
  rows: { execute(): Promise<Counted<Row>[]> },
  { pageIndex }: PagingRequest<string>,
  options: PageOptions<string>,
): Promise<Page<Row>> {
  const found = await rows.execute();
  const [first] = found;
  if (first) {
    const items = found.map((counted) => {
      const { [TOTAL]: _, ...row } = counted;
      return row as Row;
    });
    return { total: first[TOTAL], items };
  }
  // Past the end there is no row to carry it.
  const total = pageIndex === 1 ? 0 : (await countRows(db, options).executeTakeFirstOrThrow()).total;
  return { total, items: [] };
}

/**
 * The same for long lists: the page's ids are found on the index alone, so that a deep page costs little more than
 * counting does; the rows are read by id.
 */
export async function readDeepPage<Row, Field extends string>(
  db: Db | Tx,
  rows: Rows<Row>,
  query: PagingRequest<Field>,
  options: PageOptions<NoInfer<Field>>,
): Promise<Page<Row>> {
  const key = sql.ref<string>(keyOf(options));
  const bare = db.selectFrom(options.table) as unknown as Rows<object>;
  const { total, items: ids } = await readPage(db, bare.select(key.as('id')), query, options);
  if (ids.length === 0) {
    return { total, items: [] };
  }
  const chosen = sql<SqlBool>`${key} in (${sql.join(ids.map((row) => row.id))})`;
  return { total, items: await ordered(rows.where(chosen), query, options).execute() };
}

const keyOf = ({ table, key = 'id' }: Pick<PageOptions<string>, 'table' | 'key'>) => `${table}.${key}`;

function countRows(db: Db | Tx, { table, filters }: PageOptions<string>): Rows<{ total: number }> {
  const rows = db.selectFrom(table) as unknown as Rows<object>;
  return filteredBy(
    rows.select((eb) => eb.fn.countAll<number>().as('total')),
    filters,
  );
}

/** No condition at all when there is none: SQLite counts a whole table quickly only then. */
export function filteredBy<Tables extends Table, Row>(
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  filters: readonly Expression<SqlBool>[],
): SelectQueryBuilder<Schema, Tables, Row> {
  return filters.length === 0 ? rows : rows.where((eb) => eb.and([...filters]));
}

export interface Place {
  limit: number;
  offset: number;
}

export function placeOf({ pageIndex, pageSize }: PagingRequest<string>): Place {
  return { limit: pageSize, offset: (pageIndex - 1) * pageSize };
}

export function sliceOf<Row, Field extends string>(
  rows: Rows<Row>,
  order: Order<Field>,
  { limit, offset }: Place,
  options: PageOptions<NoInfer<Field>>,
): Rows<Row> {
  return ordered(filteredBy(rows, options.filters), order, options).limit(limit).offset(offset);
}

function ordered<Row, Field extends string>(
  rows: Rows<Row>,
  { field, order }: Order<Field>,
  options: PageOptions<NoInfer<Field>>,
): Rows<Row> {
  const [defaultField, defaultOrder] = options.defaultSort;
  const isUp = (order ?? defaultOrder) === 'ascend';
  const chosen = field ?? defaultField;
  const column = options.sort[chosen];
  const key = keyOf(options);
  // Only where there can be nulls: PostgreSQL's plain indexes do not serve an order that speaks of them.
  const isNullable = options.nullable?.includes(chosen) ?? false;
  const by: Expression<unknown> = typeof column === 'string' ? sql.ref(column) : column;
  const sorted = rows.orderBy(by, (order) => {
    const directed = isUp ? order.asc() : order.desc();
    return isNullable ? (isUp ? directed.nullsFirst() : directed.nullsLast()) : directed;
  });
  return column === key ? sorted : sorted.orderBy(sql.ref(key), isUp ? 'asc' : 'desc');
}
