import { sql, type Kysely, type RawBuilder, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from './database.ts';
import type { Engine } from './dialect.ts';
import type { Rows } from './page.ts';
import type { Schema } from './schema.ts';

/** Tables whose rows have an id of their own. */
type Keyed = { [Name in keyof Schema]: 'id' extends keyof Schema[Name] ? Name : never }[keyof Schema];

type Column = { [Name in keyof Schema]: `${Name}.${keyof Schema[Name] & string}` }[keyof Schema];

/**
 * What repositories of things with an id ask and write in the same way. Each says with `records` how its rows are read,
 * with what other tables add to them, and adds what only it needs.
 */
export abstract class RowsById<Name extends Keyed, Row = Selectable<Schema[Name]>> {
  protected readonly db: Db;
  protected readonly engine: Engine;
  readonly #table: Name;

  constructor({ db, engine }: Pick<Database, 'db' | 'engine'>, table: Name) {
    this.db = db;
    this.engine = engine;
    this.#table = table;
  }

  protected abstract records(db: Db | Tx): Rows<Row>;

  find(id: string, tx: Db | Tx = this.db): Promise<Row | undefined> {
    const isIt = sql<SqlBool>`${this.#id} = ${id}`;
    return this.records(tx).where(isIt).executeTakeFirst();
  }

  listByIds(ids: readonly string[], tx: Db | Tx = this.db): Promise<Row[]> {
    if (ids.length === 0) {
      return Promise.resolve([]);
    }
    const isOne = sql<SqlBool>`${this.#id} in (${sql.join(ids)})`;
    return this.records(tx).where(isOne).execute();
  }

  async insert(row: Selectable<Schema[Name]>, tx: Tx): Promise<void> {
    await writer(tx).insertInto(this.#target).values(row).execute();
  }

  async update(id: string, change: Partial<Selectable<Schema[Name]>>, tx: Tx): Promise<void> {
    await writer(tx).updateTable(this.#target).set(change).where('id', '=', id).execute();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await writer(tx).deleteFrom(this.#target).where('id', 'in', ids).execute();
  }

  get #target() {
    return this.#table as unknown as 'rows';
  }

  get #id() {
    return sql.ref(`${this.#table}.id`);
  }
}

interface AnyTable {
  rows: Record<string, unknown>;
}

/** Rows and changes are typed by their table at the edge of the class; the builder cannot know which table that is. */
export function writer(tx: Db | Tx): Kysely<AnyTable> {
  return tx as unknown as Kysely<AnyTable>;
}

/** How many rows of another table name this one, as a column of a list: `countOf('asset.credential_id', 'credential.id')`. */
export function countOf(column: Column, named: Column): RawBuilder<number> {
  const [table = ''] = column.split('.');
  return sql<number>`(select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${sql.ref(named)})`;
}
