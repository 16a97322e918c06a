import type { Database, Db, Tx } from '../../db/database.ts';
import type { SigningKeyTable } from '../../db/tables/platform.ts';

export class SigningKeyRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** The newest first. */
  list(tx: Db | Tx = this.#db): Promise<SigningKeyTable[]> {
    return tx.selectFrom('signing_key').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
  }

  /** Answers whether it was not there yet. */
  async insert(row: SigningKeyTable, tx: Tx): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('signing_key')
      .values(row)
      .onConflict((c) => c.column('id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
}
