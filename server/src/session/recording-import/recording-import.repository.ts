import type { Database, Db } from '../../db/database.ts';

/** Sessions that were held elsewhere, as far as their recordings go. */
export class RecordingImportRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async listKept(): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('session')
      .select('id')
      .where('imported_from', '!=', '')
      .where('recording', '!=', 'none')
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  get(id: string) {
    return this.#db
      .selectFrom('session')
      .select(['connected_at', 'width', 'height'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  /** Nobody has it in an index yet: the server of this data directory finds that, whichever process brings it. */
  async keep(id: string, bytes: number, disk: string): Promise<void> {
    await this.#db
      .updateTable('session')
      .set({ recording: 'kept', recording_bytes: bytes, recording_disk: disk, indexed_by: '' })
      .where('id', '=', id)
      .where('imported_from', '!=', '')
      .execute();
  }
}
