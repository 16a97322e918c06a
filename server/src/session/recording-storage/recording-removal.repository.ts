import { sql, type Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { RecordingRemovalTable } from '../../db/tables/session.ts';

export type RemovalRecord = Selectable<RecordingRemovalTable>;

/** What is left to be removed of recordings whose sessions were deleted. */
export class RecordingRemovalRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** Of these sessions, as long as their rows are there. One of which no disk is named lies in the store, or here. */
  async note(sessionIds: readonly string[], ownDisk: string, tx: Tx): Promise<void> {
    await tx
      .insertInto('recording_removal')
      .columns(['session_id', 'disk'])
      .expression(
        tx
          .selectFrom('session')
          .select((eb) => [
            'id',
            sql<string>`case when recording_disk != '' then recording_disk when ${eb.exists(
              eb
                .selectFrom('stored_recording_file')
                .select('name')
                .whereRef('stored_recording_file.session_id', '=', 'session.id'),
            )} then '' else ${ownDisk} end`.as('disk'),
          ])
          .where('id', 'in', sessionIds)
          .where('recording', '!=', 'none'),
      )
      .onConflict((c) => c.column('session_id').doNothing())
      .execute();
  }

  /** Files in the store whose sessions are gone. */
  async noteStored(sessionIds: readonly string[]): Promise<void> {
    await this.#db
      .insertInto('recording_removal')
      .values(sessionIds.map((session_id) => ({ session_id, disk: '' })))
      .onConflict((c) => c.column('session_id').doNothing())
      .execute();
  }

  /** Those that are to be tried now, the longest due first. */
  listDue(disks: readonly string[], now: number, limit: number): Promise<RemovalRecord[]> {
    return this.#db
      .selectFrom('recording_removal')
      .selectAll()
      .where('disk', 'in', disks)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(limit)
      .execute();
  }

  /** All of them at once: whoever starts the server anew may have put right what was in the way. */
  async makeDue(disks: readonly string[]): Promise<void> {
    await this.#db
      .updateTable('recording_removal')
      .set({ next_at: 0 })
      .where('disk', 'in', disks)
      .where('next_at', '>', 0)
      .execute();
  }

  async postpone(sessionId: string, change: Pick<RemovalRecord, 'attempts' | 'next_at'>): Promise<void> {
    await this.#db.updateTable('recording_removal').set(change).where('session_id', '=', sessionId).execute();
  }

  async remove(sessionId: string): Promise<void> {
    await this.#db.deleteFrom('recording_removal').where('session_id', '=', sessionId).execute();
  }
}
