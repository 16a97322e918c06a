import type { OverviewCounter } from '@jadegate/contract/operations/overview';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { CountStep } from './long-count.ts';

/** Rows of an index that are counted in one go: a few milliseconds on either engine. */
const STEP_ROWS = 25_000;

/** The row at which a step ended. */
export interface CountMark {
  at: number;
  id: string;
}

/** What is counted over years, each along an index that begins with its condition. */
const LONG_COUNTS = {
  pastSessions: { table: 'session', column: 'status', value: 'disconnected', at: 'disconnected_at' },
  failedLogins: { table: 'login_log', column: 'state', value: '0', at: 'login_at' },
} as const;
type LongCountName = keyof typeof LONG_COUNTS;

export type DayFigures = Record<'logins' | 'users' | 'assets', number>;

/** Each figure is counted on an index alone: the tables behind them hold years. */
export class OverviewRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async countFew(now: number): Promise<Omit<OverviewCounter, 'offlineSession' | 'failLoginCount'>> {
    const db = this.#db;
    const total = sql<number>`count(*)`.as('total');
    const [totalUser, onlineUser, totalAsset, activeAsset] = await Promise.all([
      db.selectFrom('user').select(total).executeTakeFirstOrThrow(),
      db
        .selectFrom('login')
        .select(sql<number>`count(distinct user_id)`.as('total'))
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow(),
      db.selectFrom('asset').select(total).executeTakeFirstOrThrow(),
      db.selectFrom('asset').select(total).where('active', '=', 1).executeTakeFirstOrThrow(),
    ]);
    return {
      totalUser: totalUser.total,
      onlineUser: onlineUser.total,
      totalAsset: totalAsset.total,
      activeAsset: activeAsset.total,
    };
  }

  async countStep(name: LongCountName, after: CountMark | undefined): Promise<CountStep<CountMark>> {
    const { table, column, value, at } = LONG_COUNTS[name];
    const rest = sql`from ${sql.table(table)} where ${sql.ref(column)} = ${value} ${
      after ? sql`and (${sql.ref(at)}, id) > (${after.at}, ${after.id})` : sql``
    }`;
    const last = await sql<CountMark>`select ${sql.ref(at)} as at, id ${rest}
      order by ${sql.ref(at)}, id limit 1 offset ${STEP_ROWS - 1}`.execute(this.#db);
    const mark = last.rows[0];
    if (mark) {
      return { count: STEP_ROWS, mark };
    }
    const left = await sql<{ total: number }>`select count(*) as total ${rest}`.execute(this.#db);
    return { count: left.rows[0]?.total ?? 0, mark: undefined };
  }

  async countProtocols(): Promise<Map<string, number>> {
    const rows = await this.#db
      .selectFrom('asset')
      .select(['protocol', sql<number>`count(*)`.as('total')])
      .groupBy('protocol')
      .execute();
    return new Map(rows.map(({ protocol, total }) => [protocol, total]));
  }

  async countDay(from: number, to: number): Promise<DayFigures> {
    const db = this.#db;
    const [logins, users, assets] = await Promise.all([
      db
        .selectFrom('login_log')
        .select(sql<number>`count(*)`.as('total'))
        .where('login_at', '>=', from)
        .where('login_at', '<', to)
        .executeTakeFirstOrThrow(),
      // Whoever guesses names is nobody who is active.
      db
        .selectFrom('login_log')
        .select(sql<number>`count(distinct username)`.as('total'))
        .where('state', '=', '1')
        .where('login_at', '>=', from)
        .where('login_at', '<', to)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('session')
        // The consoles of virtual machines are on no asset.
        .select(sql<number>`count(distinct nullif(asset_id, ''))`.as('total'))
        .where('connected_at', '>=', from)
        .where('connected_at', '<', to)
        .executeTakeFirstOrThrow(),
    ]);
    return { logins: logins.total, users: users.total, assets: assets.total };
  }
}
