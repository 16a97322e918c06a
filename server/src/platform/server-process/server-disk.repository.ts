import type { ExpressionBuilder } from 'kysely';

import type { Database, Db } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import type { Schema, ServerDiskTable } from '../../db/schema.ts';

type Disks = ExpressionBuilder<Schema, 'server_disk'>;

/** Data directories and when their servers were there. Times are those of the database. */
export class ServerDiskRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  /** Those with recordings that no living server has, as long as they were seen within this time. */
  listAway(withinMs: number): Promise<Pick<ServerDiskTable, 'id' | 'name'>[]> {
    return this.#db
      .selectFrom('server_disk')
      .select(['id', 'name'])
      .where('seen_at', '>', this.#engine.now(-withinMs))
      .where((disk) => disk.and([disk.not(isServed(disk, this.#engine)), hasRecordings(disk)]))
      .orderBy('name')
      .execute();
  }

  /** Those with recordings that nobody has seen for so long. */
  async listGone(ms: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('server_disk')
      .select('id')
      .where('seen_at', '<', this.#engine.now(-ms))
      .where((disk) => disk.and([disk.not(isServed(disk, this.#engine)), hasRecordings(disk)]))
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  }
}

function isServed(disk: Disks, engine: Engine) {
  return disk.exists(
    disk
      .selectFrom('server_process')
      .select('server_process.id')
      .whereRef('server_process.disk', '=', 'server_disk.id')
      .where('server_process.ended_at', 'is', null)
      .where('server_process.expires_at', '>', engine.now()),
  );
}

function hasRecordings(disk: Disks) {
  return disk.exists(
    disk
      .selectFrom('session')
      .select('session.id')
      .whereRef('session.indexed_by', '=', 'server_disk.id')
      .where('session.recording', '!=', 'none'),
  );
}
