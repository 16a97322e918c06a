import type { Database, Db, Tx } from '../../db/database.ts';
import type { RowOf } from '../../db/schema.ts';

export type OpenImport = RowOf<'next_terminal_import'>;

/** The import that is open. Whoever changes its state says from which, so that of two who do one is told. */
export class OpenImportRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  find(tx?: Tx): Promise<OpenImport | undefined> {
    return (tx ?? this.#db).selectFrom('next_terminal_import').selectAll().executeTakeFirst();
  }

  /** Meets a unique constraint where one is open. */
  async insert(row: OpenImport, tx: Tx): Promise<void> {
    await tx.insertInto('next_terminal_import').values(row).execute();
  }

  /** False where it is at another state by now, or another one is open. */
  async move(
    { id, from }: { id: string; from: readonly OpenImport['state'][] },
    change: Partial<OpenImport>,
    tx: Tx,
  ): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('next_terminal_import')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** How far it is. */
  async note(id: string, change: Partial<Pick<OpenImport, 'section' | 'report'>>): Promise<void> {
    await this.#db.updateTable('next_terminal_import').set(change).where('id', '=', id).execute();
  }

  async remove(id: string, from: readonly OpenImport['state'][], tx: Tx): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('next_terminal_import')
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
