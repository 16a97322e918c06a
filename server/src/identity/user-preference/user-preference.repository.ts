import type { Db, Tx } from '../../db/database.ts';

export class UserPreferenceRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(userId: string, tx?: Tx): Promise<string | undefined> {
    const row = await (tx ?? this.#db)
      .selectFrom('user_preference')
      .select('value')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.value;
  }

  async save(userId: string, value: string, now: number, tx: Tx): Promise<void> {
    await tx
      .insertInto('user_preference')
      .values({ user_id: userId, value, updated_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ value, updated_at: now }))
      .execute();
  }
}
