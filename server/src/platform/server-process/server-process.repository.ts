import type { ExpressionBuilder, Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import type { Schema, ServerDiskTable, ServerProcessTable } from '../../db/schema.ts';

export type ProcessRecord = Selectable<ServerProcessTable>;
export type NewProcess = Pick<
  ProcessRecord,
  'id' | 'place' | 'pid' | 'born' | 'version' | 'peer_url' | 'host' | 'drain' | 'disk'
>;
export type ListedProcess = ProcessRecord & { isExpired: boolean; sessions: number };

/** All times are those of the database: the clocks of its servers may differ. */
export class ServerProcessRepository {
  readonly #db: Db;
  readonly #urgent: Db;
  readonly #engine: Engine;

  constructor({ db, urgent, engine }: Database) {
    this.#db = db;
    this.#urgent = urgent;
    this.#engine = engine;
  }

  /** Writes the process down, or renews what is written: behind nothing else, since others call it dead soon. Answers the time, and what others want of it. */
  renew(row: NewProcess, leaseMs: number): Promise<Pick<ProcessRecord, 'renewed_at' | 'drain'>> {
    const now = this.#engine.now();
    const lease = { renewed_at: now, expires_at: this.#engine.now(leaseMs), ended_at: null };
    return this.#urgent
      .insertInto('server_process')
      .values({ ...row, started_at: now, ...lease })
      .onConflict((c) => c.column('id').doUpdateSet(lease))
      .returning(['renewed_at', 'drain'])
      .executeTakeFirstOrThrow();
  }

  /** Answers false where there is no such process any more. */
  async setDrain(id: string, drain: ProcessRecord['drain'], tx: Db = this.#db): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('server_process')
      .set({ drain })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      // Who stops has no way back.
      .where('drain', '!=', 'stopping')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  find(id: string): Promise<ProcessRecord | undefined> {
    return this.#db.selectFrom('server_process').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Those that have not ended, the oldest first. */
  async listAll(): Promise<ListedProcess[]> {
    const rows = await this.#db
      .selectFrom('server_process')
      .selectAll()
      .select((row) => [
        row('expires_at', '<', this.#engine.now()).as('isExpired'),
        heldBy(row).as('sessions'),
      ])
      .where('ended_at', 'is', null)
      .orderBy('started_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({ ...row, isExpired: Boolean(row.isExpired), sessions: row.sessions ?? 0 }));
  }

  /** The others that live and say where they are. */
  listReached(ownId: string): Promise<Pick<ProcessRecord, 'id' | 'peer_url' | 'disk'>[]> {
    return this.#reached(ownId).execute();
  }

  /** Where those that have not ended are reached, this one included. */
  async listPeerUrls(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('server_process')
      .select('peer_url')
      .distinct()
      .where('peer_url', '!=', '')
      .where('ended_at', 'is', null)
      .execute();
    return rows.map(({ peer_url }) => peer_url);
  }

  /** Who opens a session that is prepared: of those that are reached and take any, the one with the fewest. */
  findTaker(sessionId: string, ownId: string): Promise<Pick<ProcessRecord, 'id' | 'peer_url'> | undefined> {
    return this.#reached(ownId)
      .where('drain', '=', '')
      .where((row) =>
        row.exists(
          row
            .selectFrom('session')
            .select('session.id')
            .where('session.id', '=', sessionId)
            .where('session.status', '=', 'no_connect'),
        ),
      )
      .orderBy((row) => heldBy(row))
      .orderBy('id')
      .executeTakeFirst();
  }

  #reached(ownId: string) {
    return this.#db
      .selectFrom('server_process')
      .select(['id', 'peer_url', 'disk'])
      .where('id', '!=', ownId)
      .where('peer_url', '!=', '')
      .where('ended_at', 'is', null)
      .where('expires_at', '>', this.#engine.now());
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

  /** Who holds sessions and may be dead: all but those that live, as their lease says, in another place. */
  async listDoubtful(ownId: string, ownPlace: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('session')
      .select('session.process_id')
      .distinct()
      .where('session.status', 'in', ['connecting', 'connected'])
      .where('session.process_id', '!=', ownId)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('server_process')
              .select('server_process.id')
              .whereRef('server_process.id', '=', 'session.process_id')
              .where('server_process.ended_at', 'is', null)
              .where('server_process.expires_at', '>=', this.#engine.now())
              .where('server_process.place', '!=', ownPlace),
          ),
        ),
      )
      .execute();
    return rows.map(({ process_id }) => process_id);
  }

  /** The living process on whose disk the recording of a session lies, unless that is this one's. */
  findKeeper(
    sessionId: string,
    ownDisk: string,
  ): Promise<Pick<ProcessRecord, 'id' | 'peer_url'> | undefined> {
    return this.#db
      .selectFrom('session')
      .innerJoin('server_process as keeper', 'keeper.disk', 'session.recording_disk')
      .select(['keeper.id', 'keeper.peer_url'])
      .where('session.id', '=', sessionId)
      .where('session.recording', '!=', 'none')
      .where('session.recording_disk', 'not in', ['', ownDisk])
      .where('keeper.ended_at', 'is', null)
      .where('keeper.expires_at', '>', this.#engine.now())
      .orderBy('keeper.started_at', 'desc')
      .executeTakeFirst();
  }

  /** A server is there with it now. */
  async nameDisk({ id, name }: Pick<ServerDiskTable, 'id' | 'name'>): Promise<void> {
    const seen = { name, seen_at: this.#engine.now() };
    await this.#db
      .insertInto('server_disk')
      .values({ id, ...seen })
      .onConflict((c) => c.column('id').doUpdateSet(seen))
      .execute();
  }

  findDisk(id: string): Promise<{ name: string } | undefined> {
    return this.#db.selectFrom('server_disk').select('name').where('id', '=', id).executeTakeFirst();
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
  async markEnded({ id, renewed_at }: Pick<ProcessRecord, 'id' | 'renewed_at'>, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
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
function heldBy(row: ExpressionBuilder<Schema, 'server_process'>) {
  return row
    .selectFrom('session')
    .select((held) => held.fn.countAll<number>().as('count'))
    .whereRef('session.process_id', '=', 'server_process.id')
    .where('session.status', 'in', ['connecting', 'connected']);
}
