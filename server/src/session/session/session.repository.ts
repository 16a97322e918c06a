import type { Page } from '@jadegate/contract/paging';
import type { SessionQuery } from '@jadegate/contract/session/session';
import { storeEnd } from '@jadegate/contract/session/session-end';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { isHeld, isNotHeld, takeHoldTurn } from '../../db/held.ts';
import { isAboutPerson, type PeopleSearch } from '../../db/match-person.ts';
import { readDeepPage } from '../../db/page.ts';
import type { SessionTable } from '../../db/schema.ts';

export type SessionRecord = Selectable<SessionTable>;

/** Some process has it open, or is about to. */
const HELD = ['connecting', 'connected'] as const;

const SORT = {
  /** Ids are made in the order of time, and every session has one, also one that never came to connect. */
  made: 'session.id',
  connectedTime: 'session.connected_at',
  disconnectedTime: 'session.disconnected_at',
} as const;

/** When it began, or was tried: those that never came to connect stand in the history where they belong. */
const BEGUN = sql<number>`coalesce(session.connected_at, session.created_at)`;
const PAST_SORT = { ...SORT, connectedTime: BEGUN } as const;

export class SessionRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  async insert(row: SessionRecord, tx: Tx): Promise<void> {
    await tx.insertInto('session').values(row).execute();
  }

  find(id: string, db: Db | Tx = this.#db): Promise<SessionRecord | undefined> {
    return db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** The first of them that may not be deleted. */
  async findHeld(ids: readonly string[], tx: Tx): Promise<SessionRecord | undefined> {
    await takeHoldTurn(this.#engine, tx);
    return tx
      .selectFrom('session')
      .selectAll()
      .where('id', 'in', ids)
      .where(isHeld('session'))
      .limit(1)
      .executeTakeFirst();
  }

  listByIds(ids: readonly string[], db: Db | Tx = this.#db): Promise<SessionRecord[]> {
    return db.selectFrom('session').selectAll().where('id', 'in', ids).execute();
  }

  page(query: SessionQuery & PeopleSearch): Promise<Page<SessionRecord>> {
    const rows = this.#db.selectFrom('session').selectAll('session');
    return readDeepPage<SessionRecord, keyof typeof SORT>(this.#db, rows, query, {
      table: 'session',
      filters: this.#filters(query),
      sort: query.status === 'disconnected' ? PAST_SORT : SORT,
      ...(query.status === undefined
        ? { defaultSort: ['made', 'descend'], nullable: ['connectedTime', 'disconnectedTime'] }
        : { defaultSort: ['connectedTime', 'descend'] }),
    });
  }

  #filters(query: SessionQuery & PeopleSearch): Expression<SqlBool>[] {
    const equal = (column: string, value: string | number) =>
      sql<SqlBool>`${sql.ref(`session.${column}`)} = ${value}`;
    const filters: Expression<SqlBool>[] = [];
    const { status, userId, assetId, vmId, protocol, door, reviewed } = query;
    if (status !== undefined) {
      // Nearly all are over: where less is asked for, another index leads to it.
      const isNarrow = [userId, assetId, vmId].some((id) => id !== undefined);
      filters.push(isNarrow ? sql<SqlBool>`session.status || '' = ${status}` : equal('status', status));
    }
    if (userId !== undefined) {
      filters.push(equal('user_id', userId));
    }
    if (assetId !== undefined) {
      filters.push(equal('asset_id', assetId));
    }
    if (vmId !== undefined) {
      // The index has no others, and is used only where that is said.
      filters.push(equal('vm_id', vmId), sql<SqlBool>`session.vm_id != ''`);
    }
    if (protocol !== undefined) {
      filters.push(equal('protocol', protocol));
    }
    if (door !== undefined) {
      filters.push(equal('door', door));
    }
    if (reviewed !== undefined) {
      filters.push(equal('reviewed', reviewed ? 1 : 0));
    }
    const begun = status === 'disconnected' ? BEGUN : sql.ref('session.connected_at');
    if (query.from !== undefined) {
      filters.push(sql<SqlBool>`${begun} >= ${Date.parse(query.from)}`);
    }
    if (query.to !== undefined) {
      filters.push(sql<SqlBool>`${begun} < ${Date.parse(query.to)}`);
    }
    for (const [column, text] of [
      ['client_ip', query.clientIp],
      ['asset_name', query.assetName],
    ] as const) {
      if (text !== undefined) {
        filters.push(this.#engine.contains('session', column, text));
      }
    }
    if (query.userName !== undefined) {
      filters.push(isAboutPerson(this.#engine, 'session', query.userName, query));
    }
    return filters;
  }

  /** Moves a session on, and only from where it is thought to be. Answers whether it was there. */
  async advance(
    id: string,
    from: readonly SessionRecord['status'][],
    change: Partial<SessionRecord>,
    db: Db | Tx = this.#db,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set(change)
      .where('id', '=', id)
      .where('status', 'in', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Closes what that process holds, and nothing else. Answers whether it held it. */
  async closeHeld(
    id: string,
    processId: string,
    change: Partial<SessionRecord>,
    db: Db | Tx = this.#db,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set(change)
      .where('id', '=', id)
      .where('status', 'in', HELD)
      .where('process_id', '=', processId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async change(id: string, change: Partial<SessionRecord>, db: Db | Tx = this.#db): Promise<void> {
    await db.updateTable('session').set(change).where('id', '=', id).execute();
  }

  listHeldBy(processId: string): Promise<Pick<SessionRecord, 'id' | 'end_request'>[]> {
    return this.#db
      .selectFrom('session')
      .select(['id', 'end_request'])
      .where('status', 'in', HELD)
      .where('process_id', '=', processId)
      .execute();
  }

  async listHeldByAny(processIds: readonly string[]): Promise<SessionRecord[]> {
    if (processIds.length === 0) {
      return [];
    }
    return this.#db
      .selectFrom('session')
      .selectAll()
      .where('status', 'in', HELD)
      .where('process_id', 'in', processIds)
      .execute();
  }

  /** Over, and said so by a process that did not know what there is of the recording on this disk. */
  listUnsettled(disk: string): Promise<SessionRecord[]> {
    return (
      this.#db
        .selectFrom('session')
        .selectAll()
        // Written out: only so is the index used that has no others.
        .where(sql<SqlBool>`recording = 'writing'`)
        .where('recording_disk', '=', disk)
        .where('status', '=', 'disconnected')
        .execute()
    );
  }

  /** Asks the process that holds it. The first reason counts. */
  async requestEnd(id: string, end: string): Promise<void> {
    await this.#db
      .updateTable('session')
      .set({ end_request: end })
      .where('id', '=', id)
      .where('status', 'in', HELD)
      .where('end_request', '=', '')
      .execute();
  }

  /** What was prepared before a time and never opened. */
  async removePrepared(before: number): Promise<void> {
    await this.#db
      .deleteFrom('session')
      .where('status', '=', 'no_connect')
      .where('created_at', '<=', before)
      .execute();
  }

  /** Only past sessions: what is still going on cannot have been reviewed. Answers how many changed. */
  async markReviewed(ids: readonly string[] | 'all', isReviewed: boolean, tx: Tx): Promise<number> {
    const { numUpdatedRows } = await tx
      .updateTable('session')
      .set({ reviewed: isReviewed ? 1 : 0 })
      .where('status', '=', 'disconnected')
      .where('reviewed', '=', isReviewed ? 0 : 1)
      .$if(ids !== 'all', (rows) => rows.where('id', 'in', ids === 'all' ? [] : ids))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  /** So many past sessions, those that ended before a time. */
  async listOver(
    before: number,
    limit: number,
    tx: Tx,
  ): Promise<Pick<SessionRecord, 'id' | 'command_count'>[]> {
    await takeHoldTurn(this.#engine, tx);
    return tx
      .selectFrom('session')
      .select(['id', 'command_count'])
      .where('status', '=', 'disconnected')
      .where('disconnected_at', '<', before)
      .where(isNotHeld('session'))
      .limit(limit)
      .execute();
  }

  /** How many may go, or are held. */
  async countOver(before: number, db: Db | Tx = this.#db, held = false): Promise<number> {
    const { count } = await db
      .selectFrom('session')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'disconnected')
      .where('disconnected_at', '<', before)
      .where(held ? isHeld('session') : isNotHeld('session'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** When the last session that is over has ended; undefined where none is. */
  async lastEnd(): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('session')
      .select('disconnected_at')
      .where('status', '=', 'disconnected')
      .where('disconnected_at', 'is not', null)
      .orderBy('disconnected_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.disconnected_at ?? undefined;
  }

  /** Those that live, and those that were closed since a time because their process was called dead. */
  async listLiveIds(userId: string, doubtedAfter: number): Promise<string[]> {
    const found = await this.#db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', userId)
      .where((row) =>
        row.or([
          row('status', 'in', ['no_connect', 'connecting', 'connected']),
          row.and([
            row('disconnected_at', '>', doubtedAfter),
            row('end_reason', '=', storeEnd({ kind: 'process_died' })),
          ]),
        ]),
      )
      .execute();
    return found.map(({ id }) => id);
  }

  /** Who is where at this moment. Few rows, found by their state: a busy asset has many more that are over. */
  listTaken(db: Db | Tx = this.#db): Promise<Pick<SessionRecord, 'user_id' | 'asset_id' | 'mode'>[]> {
    return db
      .selectFrom('session')
      .select(['user_id', 'asset_id', 'mode'])
      .where('status', 'in', HELD)
      .execute();
  }

  /** Makes others who open sessions of the same person or on the same asset wait until this transaction is over. */
  async lockFor({ user_id, asset_id }: Pick<SessionRecord, 'user_id' | 'asset_id'>, tx: Tx): Promise<void> {
    await tx
      .updateTable('asset')
      .set((row) => ({ last_access_at: row.ref('last_access_at') }))
      .where('id', '=', asset_id)
      .execute();
    await tx
      .updateTable('user')
      .set((row) => ({ status: row.ref('status') }))
      .where('id', '=', user_id)
      .execute();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('session').where('id', 'in', ids).execute();
  }

  async noteUse(userId: string, assetId: string, now: number, tx: Tx): Promise<void> {
    await tx.updateTable('asset').set({ last_access_at: now }).where('id', '=', assetId).execute();
    await tx
      .insertInto('asset_use')
      .values({ user_id: userId, asset_id: assetId, used_at: now })
      .onConflict((c) => c.columns(['user_id', 'asset_id']).doUpdateSet({ used_at: now }))
      .execute();
  }
}
