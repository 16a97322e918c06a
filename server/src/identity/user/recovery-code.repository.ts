import type { Db, Tx } from '../../db/database.ts';

export class RecoveryCodeRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async countOf(userId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('recovery_code')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Using a code removes it: of two racing uses one finds nothing. */
  async take(userId: string, codeHash: string, tx: Tx): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('recovery_code')
      .where('code_hash', '=', codeHash)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }

  async replace(userId: string, codeHashes: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
    if (codeHashes.length > 0) {
      const rows = codeHashes.map((code_hash) => ({ code_hash, user_id: userId }));
      await tx.insertInto('recovery_code').values(rows).execute();
    }
  }
}
