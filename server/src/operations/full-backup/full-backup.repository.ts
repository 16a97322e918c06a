import type { Db } from '../../db/database.ts';

/** By it the audit log is asked for whole backups: entries are found by their object. */
export const WHOLE_BACKUP = 'whole';

export class FullBackupRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Sessions of which a finished recording is kept, wherever it lies. */
  async listRecorded(): Promise<string[]> {
    const rows = await this.#db.selectFrom('session').select('id').where('recording', '=', 'kept').execute();
    return rows.map(({ id }) => id);
  }

  /** When the last one was made, by whichever process. */
  async findLastMade(): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('audit_log')
      .select('at')
      .where('object_id', '=', WHOLE_BACKUP)
      .where('action', '=', 'backup.whole')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.at;
  }
}
