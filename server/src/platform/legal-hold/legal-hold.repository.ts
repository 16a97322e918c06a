import type { HoldKind } from '@jadegate/contract/platform/legal-hold';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { LegalHoldTable } from '../../db/tables/platform.ts';

export class LegalHoldRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** Those in force first, the newest of each first. */
  async list(limit: number): Promise<LegalHoldTable[]> {
    const rows = this.#db.selectFrom('legal_hold').selectAll().orderBy('id', 'desc').limit(limit);
    const [held, lifted] = await Promise.all([
      rows.where('lifted_at', 'is', null).execute(),
      rows.where('lifted_at', 'is not', null).execute(),
    ]);
    return [...held, ...lifted].slice(0, limit);
  }

  find(id: string, tx: Tx): Promise<LegalHoldTable | undefined> {
    return tx.selectFrom('legal_hold').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Those in force on any of these. */
  listOf(kind: HoldKind, ids: readonly string[], db: Db | Tx = this.#db): Promise<LegalHoldTable[]> {
    return db
      .selectFrom('legal_hold')
      .selectAll()
      .where('kind', '=', kind)
      .where('subject_id', 'in', ids)
      .where('lifted_at', 'is', null)
      .execute();
  }

  async insert(row: LegalHoldTable, tx: Tx): Promise<void> {
    await tx.insertInto('legal_hold').values(row).execute();
  }

  /** Answers whether it was still in force. */
  async lift(
    id: string,
    change: Pick<LegalHoldTable, 'lifted_at' | 'lifted_by_name' | 'lift_reason'>,
    tx: Tx,
  ): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('legal_hold')
      .set(change)
      .where('id', '=', id)
      .where('lifted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
