import type { Selectable } from 'kysely';

import type { Database, Db } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import type { ServerProcessTable } from '../../db/schema.ts';

export type ProcessRecord = Selectable<ServerProcessTable>;
export type NewProcess = Pick<ProcessRecord, 'id' | 'place' | 'pid' | 'born' | 'version' | 'peer_url'>;

/** All times are those of the database: the clocks of its servers may differ. */
export class ServerProcessRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  /** Writes the process down, or renews what is written. Answers the time. */
  async renew(row: NewProcess, leaseMs: number): Promise<number> {
    const now = this.#engine.now();
    const lease = { renewed_at: now, expires_at: this.#engine.now(leaseMs), ended_at: null };
    const { renewed_at } = await this.#db
      .insertInto('server_process')
      .values({ ...row, started_at: now, ...lease })
      .onConflict((c) => c.column('id').doUpdateSet(lease))
      .returning('renewed_at')
      .executeTakeFirstOrThrow();
    return renewed_at;
  }

  /** The process that has this session open, unless it is this one or has ended. */
  findHolder(sessionId: string, ownId: string): Promise<Pick<ProcessRecord, 'id' | 'peer_url'> | undefined> {
    return this.#db
      .selectFrom('session')
      .innerJoin('server_process as holder', 'holder.id', 'session.process_id')
      .select(['holder.id', 'holder.peer_url'])
      .where('session.id', '=', sessionId)
      .where('session.status', 'in', ['connecting', 'connected'])
      .where('holder.id', '!=', ownId)
      .where('holder.ended_at', 'is', null)
      .executeTakeFirst();
  }

  listByIds(ids: readonly string[]): Promise<(ProcessRecord & { isExpired: boolean })[]> {
    return this.#db
      .selectFrom('server_process')
      .selectAll()
      .select((row) => row('expires_at', '<', this.#engine.now()).as('isExpired'))
      .where('id', 'in', ids)
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, isExpired: Boolean(row.isExpired) })));
  }

  /** Answers false when it has renewed its lease since that was read. */
  async markEnded({ id, renewed_at }: Pick<ProcessRecord, 'id' | 'renewed_at'>): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('server_process')
      .set({ ended_at: this.#engine.now() })
      .where('id', '=', id)
      .where('renewed_at', '=', renewed_at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async end(id: string): Promise<void> {
    const now = this.#engine.now();
    await this.#db
      .updateTable('server_process')
      .set({ renewed_at: now, ended_at: now })
      .where('id', '=', id)
      .execute();
  }

  /** Removes what was not renewed for so long, as long as nothing is held in its name. */
  async removeOlder(ms: number): Promise<void> {
    await this.#db
      .deleteFrom('server_process')
      .where('expires_at', '<', this.#engine.now(-ms))
      .where('id', 'not in', (row) =>
        row
          .selectFrom('session')
          .select('session.process_id')
          .where('session.status', 'in', ['connecting', 'connected']),
      )
      .execute();
  }
}
