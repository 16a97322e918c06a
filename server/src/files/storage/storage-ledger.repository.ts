import { sql, type Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { StorageChangeTable, StorageUploadTable } from '../../db/schema.ts';

export type UploadRecord = Selectable<StorageUploadTable>;

/** What something takes of a space: files by their size and folders by what each counts, and how many entries it is. */
export interface TreeSize {
  used: number;
  entries: number;
}

interface SettledChange extends TreeSize {
  reserved: number;
}

/** What is used, promised and under way. */
export class StorageLedgerRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  findUsage(id: string, tx: Db | Tx = this.#db) {
    return tx
      .selectFrom('storage')
      .select(['name', 'limit_bytes', 'used_bytes', 'reserved_bytes', 'entry_count', 'changes'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** One statement asks and takes, so that many at once cannot have more than there is. False when it does not fit. */
  async reserve(id: string, bytes: number, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('storage')
      .set({ reserved_bytes: sql<number>`reserved_bytes + ${sql.lit(bytes)}` })
      .where('id', '=', id)
      .$if(bytes > 0, (rows) =>
        rows.where(
          sql<boolean>`(limit_bytes < 0 or used_bytes + reserved_bytes + ${sql.lit(bytes)} <= limit_bytes)`,
        ),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async settle(id: string, settled: SettledChange, tx: Tx): Promise<void> {
    const { used, reserved, entries } = settled;
    await tx
      .updateTable('storage')
      .set({
        used_bytes: sql<number>`case when used_bytes + ${sql.lit(used)} < 0 then 0 else used_bytes + ${sql.lit(used)} end`,
        reserved_bytes: sql<number>`reserved_bytes - ${sql.lit(reserved)}`,
        // One that was never measured stays so, and what is counted is never below nothing.
        entry_count: sql<number>`case when entry_count < 0 then entry_count when entry_count + ${sql.lit(entries)} < 0 then 0 else entry_count + ${sql.lit(entries)} end`,
        changes: sql<number>`changes + 1`,
      })
      .where('id', '=', id)
      .execute();
  }

  /** False when something changed since it was measured. */
  async setUsed(id: string, found: TreeSize, changes: number, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('storage')
      .set({ used_bytes: found.used, entry_count: found.entries, changes: changes + 1 })
      .where('id', '=', id)
      .where('changes', '=', changes)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async insertChange(row: Selectable<StorageChangeTable>, tx: Tx | Db = this.#db): Promise<void> {
    await tx.insertInto('storage_change').values(row).execute();
  }

  async removeChange(id: string, tx: Tx | Db = this.#db): Promise<void> {
    await tx.deleteFrom('storage_change').where('id', '=', id).execute();
  }

  listChanges(): Promise<Selectable<StorageChangeTable>[]> {
    return this.#db.selectFrom('storage_change').selectAll().execute();
  }

  async isChanging(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('storage_change')
      .select('id')
      .where('storage_id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  findUpload(storageId: string, userId: string, uploadId: string): Promise<UploadRecord | undefined> {
    return this.#db
      .selectFrom('storage_upload')
      .selectAll()
      .where('storage_id', '=', storageId)
      .where('user_id', '=', userId)
      .where('upload_id', '=', uploadId)
      .executeTakeFirst();
  }

  listUploads(): Promise<UploadRecord[]> {
    return this.#db.selectFrom('storage_upload').selectAll().orderBy('touched_at').execute();
  }

  listUploadsOf(storageIds: readonly string[], tx: Tx | Db = this.#db): Promise<UploadRecord[]> {
    return tx.selectFrom('storage_upload').selectAll().where('storage_id', 'in', storageIds).execute();
  }

  async insertUpload(row: UploadRecord, tx: Tx): Promise<void> {
    await tx.insertInto('storage_upload').values(row).execute();
  }

  async updateUpload(id: string, change: Partial<UploadRecord>, tx: Tx | Db = this.#db): Promise<void> {
    await tx.updateTable('storage_upload').set(change).where('id', '=', id).execute();
  }

  /** False when somebody else took it in the meantime. */
  async takeUpload(row: UploadRecord, processId: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('storage_upload')
      .set({ process_id: processId, touched_at: now })
      .where('id', '=', row.id)
      .where('process_id', '=', row.process_id)
      .where('touched_at', '=', row.touched_at)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Answers what was promised to it; 0 when it was gone. */
  async removeUpload(id: string, tx: Tx): Promise<number> {
    const row = await tx
      .selectFrom('storage_upload')
      .select('reserved_bytes')
      .where('id', '=', id)
      .executeTakeFirst();
    await tx.deleteFrom('storage_upload').where('id', '=', id).execute();
    return row?.reserved_bytes ?? 0;
  }
}
