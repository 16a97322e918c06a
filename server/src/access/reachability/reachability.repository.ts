import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';

export interface CheckResult {
  id: string;
  /** Where it was tried: a result is about that place, not about one the asset has been moved to meanwhile. */
  host: string;
  port: number;
  active: boolean;
  message: string;
  checkedAt: number;
}

/** Longer than any check takes. What a server was trying when it died is anybody's after this. */
const TAKEN_MS = 2 * MINUTE_MS;

export class ReachabilityRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
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
      .where('checking_until', '<', this.#engine.now())
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
      .where('checking_until', '<', this.#engine.now())
      .orderBy('checked_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Those of them that nobody is trying and nobody has tried since that time: from now on this server is. */
  async take(ids: readonly string[], before: number): Promise<string[]> {
    if (ids.length === 0) {
      return [];
    }
    const rows = await this.#db
      .updateTable('asset')
      .set({ checking_until: this.#engine.now(TAKEN_MS) })
      .where('id', 'in', ids)
      .where('checking_until', '<', this.#engine.now())
      .where((row) => row.or([row('checked_at', 'is', null), row('checked_at', '<', before)]))
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Nothing was found out about them: anybody may try. */
  async release(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) {
      await this.#db.updateTable('asset').set({ checking_until: 0 }).where('id', 'in', ids).execute();
    }
  }

  async store(results: readonly CheckResult[], tx: Tx): Promise<void> {
    for (const { id, host, port, active, message, checkedAt } of results) {
      await tx
        .updateTable('asset')
        .set({ active: active ? 1 : 0, active_message: message, checked_at: checkedAt, checking_until: 0 })
        .where('id', '=', id)
        .where('ip', '=', host)
        .where('port', '=', port)
        .execute();
    }
  }
}
