import type { Page, PagingRequest } from '@jadegate/contract/paging';
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';

import type { Db, Tx } from './database.ts';
import type { Schema } from './schema.ts';

type Table = keyof Schema;

interface PageOptions<Field extends string> {
  table: Table;
  /** All must hold, for the count and for the rows. */
  filters: readonly Expression<SqlBool>[];
  /** What may be sorted by, as `table.column`. Anything else never reaches the statement. */
  sort: Readonly<Record<Field, string>>;
  /** The order when the caller asks for none. */
  defaultSort: readonly [field: Field, order: 'ascend' | 'descend'];
  /** Breaks ties, so that no row stands on two pages. */
  key?: string;
}

type Rows<Row> = SelectQueryBuilder<Schema, Table, Row>;

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
  // Side by side: there is more than one reader.
  const [total, items] = await Promise.all([countRows(db, options), sliceOf(rows, query, options).execute()]);
  return { total, items };
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
  const [total, ids] = await Promise.all([
    countRows(db, options),
    sliceOf(bare.select(key.as('id')), query, options).execute(),
  ]);
  if (ids.length === 0) {
    return { total, items: [] };
  }
  const chosen = sql<SqlBool>`${key} in (${sql.join(ids.map((row) => row.id))})`;
  return { total, items: await ordered(rows.where(chosen), query, options).execute() };
}

const keyOf = ({ table, key = 'id' }: Pick<PageOptions<string>, 'table' | 'key'>) => `${table}.${key}`;

async function countRows(db: Db | Tx, { table, filters }: PageOptions<string>): Promise<number> {
  const rows = db.selectFrom(table) as unknown as Rows<object>;
  const { total } = await rows
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and([...filters]))
    .executeTakeFirstOrThrow();
  return total;
}

function sliceOf<Row, Field extends string>(
  rows: Rows<Row>,
  query: PagingRequest<Field>,
  options: PageOptions<NoInfer<Field>>,
): Rows<Row> {
  return ordered(
    rows.where((eb) => eb.and([...options.filters])),
    query,
    options,
  )
    .limit(query.pageSize)
    .offset((query.pageIndex - 1) * query.pageSize);
}

function ordered<Row, Field extends string>(
  rows: Rows<Row>,
  { field, order }: PagingRequest<Field>,
  options: PageOptions<NoInfer<Field>>,
): Rows<Row> {
  const [defaultField, defaultOrder] = options.defaultSort;
  const direction = (order ?? defaultOrder) === 'ascend' ? 'asc' : 'desc';
  const column = options.sort[field ?? defaultField];
  const key = keyOf(options);
  const sorted = rows.orderBy(sql.ref(column), direction);
  return column === key ? sorted : sorted.orderBy(sql.ref(key), direction);
}
