import type { Db } from '../../db/database.ts';

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
}
