import type { Database, Db, Tx } from '../../db/database.ts';
import type { AuditCheckpointTable } from '../../db/tables/platform.ts';

export class AuditCheckpointRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async insert(row: AuditCheckpointTable, tx: Tx): Promise<void> {
    await tx.insertInto('audit_checkpoint').values(row).execute();
  }

  /** The newest first. */
  listNewest(limit: number): Promise<AuditCheckpointTable[]> {
    return this.#db.selectFrom('audit_checkpoint').selectAll().orderBy('id', 'desc').limit(limit).execute();
  }

  /** Those from a place in the log on, along the log. */
  listFrom(seq: number, after: string, limit: number): Promise<AuditCheckpointTable[]> {
    return this.#db
      .selectFrom('audit_checkpoint')
      .selectAll()
      .where((row) => row.or([row('seq', '>', seq), row.and([row('seq', '=', seq), row('id', '>', after)])]))
      .orderBy('seq')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** The oldest that are still to be locked. */
  listWaiting(limit: number): Promise<AuditCheckpointTable[]> {
    return this.#db
      .selectFrom('audit_checkpoint')
      .selectAll()
      .where('locked', '=', 'waiting')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async noteKept(id: string): Promise<void> {
    await this.#db.updateTable('audit_checkpoint').set({ locked: 'kept' }).where('id', '=', id).execute();
  }
}
