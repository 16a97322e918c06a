import type { Database, Db } from '../../db/database.ts';
import type { StoredRecordingFileTable } from '../../db/tables/session.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

const IDS_PER_STATEMENT = 500;

/** Which files of which recordings lie in the store. */
export class StoredRecordingRepository {
  readonly #db: Db;

  constructor(database: Database) {
    this.#db = database.db;
  }

  list(sessionId: string): Promise<StoredRecordingFileTable[]> {
    return this.#db
      .selectFrom('stored_recording_file')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('name')
      .execute();
  }

  async put(row: StoredRecordingFileTable): Promise<void> {
    await this.#db
      .insertInto('stored_recording_file')
      .values(row)
      .onConflict((on) => on.columns(['session_id', 'name']).doUpdateSet(row))
      .execute();
  }

  async remove(sessionId: string): Promise<void> {
    await this.#db.deleteFrom('stored_recording_file').where('session_id', '=', sessionId).execute();
  }

  /** The whole of it lies in the store. */
  async leaveDisk(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('session')
      .set({ recording_disk: '' })
      .where('id', '=', sessionId)
      .where('recording_disk', '!=', '')
      .execute();
  }

  async has(sessionId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('stored_recording_file')
      .select('name')
      .where('session_id', '=', sessionId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The sessions that have files in the store, along the key. */
  async listIds(after: string, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('stored_recording_file')
      .select('session_id')
      .distinct()
      .where('session_id', '>', after)
      .orderBy('session_id')
      .limit(limit)
      .execute();
    return rows.map(({ session_id }) => session_id);
  }

  /** Of these sessions those that are gone. */
  async listGone(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) {
      return [];
    }
    const rows = await this.#db.selectFrom('session').select('id').where('id', 'in', ids).execute();
    const there = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !there.has(id));
  }

  /** Of these sessions those that are over and whose recording is known, with their protocol. */
  async listOver(ids: readonly string[]): Promise<{ id: string; protocol: string }[]> {
    const over: { id: string; protocol: string }[] = [];
    for (const part of inChunks(ids, IDS_PER_STATEMENT)) {
      const rows = await this.#db
        .selectFrom('session')
        .select(['id', 'protocol'])
        .where('id', 'in', part)
        .where('status', '=', 'disconnected')
        .where('recording', '!=', 'writing')
        .execute();
      over.push(...rows);
    }
    return over;
  }
}
