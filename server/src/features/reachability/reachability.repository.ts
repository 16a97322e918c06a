import type { Database, Db, Tx } from '../../db/database.ts';

export interface CheckResult {
  id: string;
  /** Where it was tried: a result is about that place, not about one the asset has been moved to meanwhile. */
  host: string;
  port: number;
  active: boolean;
  message: string;
  checkedAt: number;
}

export class ReachabilityRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async countAssets(): Promise<number> {
    const { total } = await this.#db
      .selectFrom('asset')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return total;
  }

  async listUnchecked(limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('asset')
      .select('id')
      .where('checked_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Those checked before the given time, longest ago first. */
  async listDue(before: number, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('asset')
      .select('id')
      .where('checked_at', '<', before)
      .orderBy('checked_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async store(results: readonly CheckResult[], tx: Tx): Promise<void> {
    for (const { id, host, port, active, message, checkedAt } of results) {
      await tx
        .updateTable('asset')
        .set({ active: active ? 1 : 0, active_message: message, checked_at: checkedAt })
        .where('id', '=', id)
        .where('ip', '=', host)
        .where('port', '=', port)
        .execute();
    }
  }
}
