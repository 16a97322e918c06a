import type { StorageLogQuery } from '@jadegate/contract/files/storage-log';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { isHeld, isNotHeld, takeHoldTurn } from '../../db/held.ts';
import { isAboutPerson, type PeopleSearch } from '../../db/match-person.ts';
import { readDeepPage } from '../../db/page.ts';
import type { SessionTable, StorageLogTable } from '../../db/schema.ts';

export type StorageLogRecord = Selectable<StorageLogTable>;

export class StorageLogRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  async insert(row: StorageLogRecord, tx: Db = this.#db): Promise<void> {
    await tx.insertInto('storage_log').values(row).execute();
  }

  async addMore(id: string, more: number): Promise<void> {
    await this.#db
      .updateTable('storage_log')
      .set((eb) => ({ more: eb('more', '+', more) }))
      .where('id', '=', id)
      .execute();
  }

  page(query: StorageLogQuery & PeopleSearch): Promise<Page<StorageLogRecord>> {
    const column = (name: string) => sql.ref(`storage_log.${name}`);
    const equal = (name: string, value: string | undefined): Expression<SqlBool>[] =>
      value === undefined ? [] : [sql<SqlBool>`${column(name)} = ${value}`];
    const contains = (name: string, text: string | undefined): Expression<SqlBool>[] =>
      text === undefined ? [] : [this.#engine.contains('storage_log', name, text)];
    const { from, to } = query;
    const filters = [
      ...equal('asset_id', query.assetId),
      ...equal('user_id', query.userId),
      ...equal('session_id', query.sessionId),
      ...equal('storage_id', query.storageId),
      ...equal('action', query.action),
      ...equal('result', query.result),
      ...contains('file_name', query.fileName),
      ...(query.userName === undefined
        ? []
        : [isAboutPerson(this.#engine, 'storage_log', query.userName, query)]),
      ...contains('asset_name', query.assetName),
      ...contains('storage_name', query.storageName),
      ...(from === undefined ? [] : [sql<SqlBool>`${column('created_at')} >= ${Date.parse(from)}`]),
      ...(to === undefined ? [] : [sql<SqlBool>`${column('created_at')} < ${Date.parse(to)}`]),
    ];
    return readDeepPage(this.#db, this.#db.selectFrom('storage_log').selectAll('storage_log'), query, {
      table: 'storage_log',
      filters,
      sort: { created: 'storage_log.created_at' },
      defaultSort: ['created', 'descend'],
    });
  }

  listByIds(ids: readonly string[], tx: Db | Tx = this.#db): Promise<StorageLogRecord[]> {
    return tx.selectFrom('storage_log').selectAll().where('id', 'in', ids).execute();
  }

  /** How these sessions are played; those that are gone are not there. */
  async modesOf(sessionIds: readonly string[]): Promise<Map<string, SessionTable['mode']>> {
    if (sessionIds.length === 0) {
      return new Map();
    }
    const rows = await this.#db
      .selectFrom('session')
      .select(['id', 'mode'])
      .where('id', 'in', [...new Set(sessionIds)])
      .execute();
    return new Map(rows.map(({ id, mode }) => [id, mode]));
  }

  listOfSession(sessionId: string): Promise<StorageLogRecord[]> {
    return this.#db
      .selectFrom('storage_log')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  /** The first of them that may not be deleted. */
  async findHeld(ids: readonly string[], tx: Tx): Promise<StorageLogRecord | undefined> {
    await takeHoldTurn(this.#engine, tx);
    return tx
      .selectFrom('storage_log')
      .selectAll()
      .where('id', 'in', ids)
      .where(isHeld('storage_log'))
      .limit(1)
      .executeTakeFirst();
  }

  async countOlder(before: number, held: boolean): Promise<number> {
    const { count } = await this.#db
      .selectFrom('storage_log')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('created_at', '<', before)
      .where(held ? isHeld('storage_log') : isNotHeld('storage_log'))
      .executeTakeFirstOrThrow();
    return count;
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('storage_log').where('id', 'in', ids).execute();
  }

  /** Those up to an id, so many of them. Answers how many went. */
  async removeUpTo(lastId: string, limit: number, tx: Tx): Promise<number> {
    await takeHoldTurn(this.#engine, tx);
    const { numDeletedRows } = await tx
      .deleteFrom('storage_log')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('storage_log')
          .select('id')
          .where('id', '<=', lastId)
          .where(isNotHeld('storage_log'))
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async countUpTo(lastId: string, tx: Tx): Promise<number> {
    const { count } = await tx
      .selectFrom('storage_log')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('id', '<=', lastId)
      .where(isNotHeld('storage_log'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Ids are made in the order of time. */
  async lastId(): Promise<string> {
    const row = await this.#db
      .selectFrom('storage_log')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? '';
  }

  /** Answers how many went. */
  async removeOlder(before: number, limit: number, tx: Tx): Promise<number> {
    await takeHoldTurn(this.#engine, tx);
    const { numDeletedRows } = await tx
      .deleteFrom('storage_log')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('storage_log')
          .select('id')
          .where('created_at', '<', before)
          .where(isNotHeld('storage_log'))
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
