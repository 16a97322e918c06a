import type { Database, Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import type { TombstoneTable } from '../../db/tables/session.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

export class TombstoneRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** What is said of sessions that are about to go. */
  listDying(ids: readonly string[], tx: Tx) {
    return tx
      .selectFrom('session')
      .leftJoin('session_evidence', 'session_evidence.session_id', 'session.id')
      .select([
        'session.id',
        'session.protocol',
        'session.user_id',
        'session.user_name',
        'session.asset_id',
        'session.asset_name',
        'session.created_at',
        'session.connected_at',
        'session.disconnected_at',
        'session.recording',
        'session_evidence.links',
        'session_evidence.head',
        'session_evidence.key_id',
      ])
      .where('session.id', 'in', ids)
      .execute();
  }

  async insert(rows: readonly TombstoneTable[], tx: Tx): Promise<void> {
    for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx.insertInto('tombstone').values(some).execute();
    }
  }

  /** The newest first. */
  list(limit: number, sessionId?: string): Promise<TombstoneTable[]> {
    return this.#db
      .selectFrom('tombstone')
      .selectAll()
      .$if(sessionId !== undefined, (rows) => rows.where('session_id', '=', sessionId ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }
}
