import type { Db, Tx } from '../../db/database.ts';

export class LockoutRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The moment until which any of the subjects is locked; 0 when none is. */
  async lockedUntil(subjects: readonly string[]): Promise<number> {
    const row = await this.#db
      .selectFrom('login_lock')
      .select((eb) => eb.fn.max('locked_until').as('until'))
      .where('subject', 'in', subjects)
      .executeTakeFirst();
    return row?.until ?? 0;
  }

  /** Counts one failure and answers how many there are now. */
  async addFailure(subject: string, now: number, forgetBefore: number, tx: Tx): Promise<number> {
    const row = await tx
      .insertInto('login_lock')
      .values({ subject, failures: 1, locked_until: 0, updated_at: now })
      .onConflict((c) =>
        c.column('subject').doUpdateSet((eb) => ({
          failures: eb
            .case()
            .when('login_lock.updated_at', '<', forgetBefore)
            .then(1)
            .else(eb('login_lock.failures', '+', 1))
            .end(),
          updated_at: now,
        })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow();
    return row.failures;
  }

  async lock(subject: string, until: number, tx: Tx): Promise<void> {
    await tx.updateTable('login_lock').set({ locked_until: until }).where('subject', '=', subject).execute();
  }

  async clear(subjects: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('login_lock').where('subject', 'in', subjects).execute();
  }

  async removeOlderThan(time: number): Promise<void> {
    await this.#db.deleteFrom('login_lock').where('updated_at', '<', time).execute();
  }
}
