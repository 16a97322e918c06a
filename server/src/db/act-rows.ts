import type { Page, PagingRequest } from '@jadegate/contract/paging';
import { expressionBuilder, sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Tx } from './database.ts';
import { isPieceOfWork } from './is-piece-of-work.ts';
import { readPage } from './page.ts';
import { RowsById, writer } from './rows-by-id.ts';
import type { Schema } from './schema.ts';

type Act = 'vm_task' | 'node_action';

/** What was done from here with something, and what is being done: each a piece of work while it is open. */
export abstract class ActRows<Name extends Act, Row> extends RowsById<Name, Row> {
  readonly #table: Name;
  /** Names what it is done with. */
  readonly #about: string;

  constructor(database: Database, table: Name, about: keyof Schema[Name] & string) {
    super(database, table);
    this.#table = table;
    this.#about = about;
  }

  page(aboutId: string, query: PagingRequest<'startedAt'>): Promise<Page<Row>> {
    const table: Act = this.#table;
    return readPage(this.db, this.records(this.db), query, {
      table,
      sort: { startedAt: `${table}.started_at` },
      defaultSort: ['startedAt', 'descend'],
      filters: [sql<SqlBool>`${this.#column(this.#about)} = ${aboutId}`],
    });
  }

  /** Open ones that are no piece of work, because a server of the version before began them. */
  listStrays(kind: string): Promise<Row[]> {
    const row = expressionBuilder<Schema, Act>();
    return this.records(this.db)
      .where(sql<SqlBool>`${this.#column('ended_at')} is null`)
      .where(row.not(isPieceOfWork(row, kind, `${this.#table}.id`)))
      .execute();
  }

  /** Of several that would end it, one does. */
  protected async endOpen(id: string, change: Partial<Selectable<Schema[Name]>>, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await writer(tx)
      .updateTable(this.#rows)
      .set(change)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async countOlder(before: number): Promise<number> {
    const { count } = await writer(this.db)
      .selectFrom(this.#rows)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('ended_at', '<', before)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Those that ended before, at most so many. */
  async removeOlder(before: number, limit: number): Promise<number> {
    const db = writer(this.db);
    const old = db.selectFrom(this.#rows).select('id').where('ended_at', '<', before);
    const { numDeletedRows } = await db
      .deleteFrom(this.#rows)
      .where('id', 'in', old.orderBy('ended_at').limit(limit))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  get #rows() {
    return this.#table as unknown as 'rows';
  }

  #column(name: string) {
    return sql.ref(`${this.#table}.${name}`);
  }
}
