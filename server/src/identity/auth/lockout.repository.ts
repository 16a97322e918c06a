import { sql, type RawBuilder } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import { waitsOf, type LockoutRule } from './lockout.ts';

/** What is counted, such as `account:<name>`, and by which rule. */
export interface Subject {
  key: string;
  rule: LockoutRule;
}

/** How a subject stands after an attempt was counted as a failure. */
export interface Counted extends Subject {
  failures: number;
  lockedUntil: number;
}

export class LockoutRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Counts an attempt as a failure, with the wait that follows it, unless the subject is locked; undefined when it is.
   * One statement: of attempts that come at once, each sees what the one before it left.
   */
  async count(
    { key, rule }: Subject,
    now: number,
    forgetBefore: number,
    tx: Tx,
  ): Promise<Counted | undefined> {
    const failures = sql<number>`case when login_lock.updated_at < ${forgetBefore} then 1 else login_lock.failures + 1 end`;
    const row = await tx
      .insertInto('login_lock')
      .values({ subject: key, failures: 1, locked_until: 0, updated_at: now })
      .onConflict((conflict) =>
        conflict
          .column('subject')
          .doUpdateSet({ failures, locked_until: lockedUntil(failures, rule, now), updated_at: now })
          .where('login_lock.locked_until', '<=', now),
      )
      .returning(['failures', 'locked_until'])
      .executeTakeFirst();
    return row && { key, rule, failures: row.failures, lockedUntil: row.locked_until };
  }

  /** As if the attempt had not been made. A wait that it brought goes; one that another attempt brought stays. */
  async uncount({ key, lockedUntil }: Counted, tx: Tx): Promise<void> {
    await tx
      .updateTable('login_lock')
      .set((eb) => ({
        failures: eb('failures', '-', 1),
        locked_until: eb
          .case()
          .when('locked_until', '=', lockedUntil)
          .then(0)
          .else(eb.ref('locked_until'))
          .end(),
      }))
      .where('subject', '=', key)
      .where('failures', '>', 0)
      .execute();
  }

  async lockedUntil(key: string, tx: Tx): Promise<number> {
    const row = await tx
      .selectFrom('login_lock')
      .select('locked_until')
      .where('subject', '=', key)
      .executeTakeFirst();
    return row?.locked_until ?? 0;
  }

  listLocked(now: number): Promise<{ subject: string; locked_until: number }[]> {
    return this.#db
      .selectFrom('login_lock')
      .select(['subject', 'locked_until'])
      .where('locked_until', '>', now)
      .orderBy('subject')
      .execute();
  }

  async clear(key: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('login_lock').where('subject', '=', key).execute();
  }

  async removeOlderThan(time: number): Promise<void> {
    await this.#db.deleteFrom('login_lock').where('updated_at', '<', time).execute();
  }
}

/** The rule in SQL, so that counting and locking are one step. */
function lockedUntil(failures: RawBuilder<number>, rule: LockoutRule, now: number): RawBuilder<number> {
  const { growing, longest } = waitsOf(rule);
  const steps = growing.map((step) => sql`when ${step.failures} then ${moment(now + step.ms)}`);
  return sql<number>`case when ${failures} <= ${rule.free} then 0 else
    case ${failures} ${sql.join(steps, sql` `)} else ${moment(now + longest)} end end`;
}

/** PostgreSQL takes a bare parameter of a `case` for a text. */
function moment(time: number): RawBuilder<number> {
  return sql<number>`cast(${time} as bigint)`;
}
