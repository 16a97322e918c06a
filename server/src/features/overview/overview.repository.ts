import type { OverviewCounter } from '@jadegate/contract/overview';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';

export type DayFigures = Record<'logins' | 'users' | 'assets', number>;

/** Each figure is counted on an index alone: the tables behind them hold years. */
export class OverviewRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async countAll(now: number): Promise<OverviewCounter> {
    const db = this.#db;
    const total = sql<number>`count(*)`.as('total');
    const [totalUser, onlineUser, totalAsset, activeAsset, offlineSession, failLoginCount] =
      await Promise.all([
        db.selectFrom('user').select(total).executeTakeFirstOrThrow(),
        db
          .selectFrom('login')
          .select(sql<number>`count(distinct user_id)`.as('total'))
          .where('expires_at', '>', now)
          .executeTakeFirstOrThrow(),
        db.selectFrom('asset').select(total).executeTakeFirstOrThrow(),
        db.selectFrom('asset').select(total).where('active', '=', 1).executeTakeFirstOrThrow(),
        db.selectFrom('session').select(total).where('status', '=', 'disconnected').executeTakeFirstOrThrow(),
        db.selectFrom('login_log').select(total).where('state', '=', '0').executeTakeFirstOrThrow(),
      ]);
    return {
      totalUser: totalUser.total,
      onlineUser: onlineUser.total,
      totalAsset: totalAsset.total,
      activeAsset: activeAsset.total,
      offlineSession: offlineSession.total,
      failLoginCount: failLoginCount.total,
    };
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
        .select(sql<number>`count(distinct asset_id)`.as('total'))
        .where('connected_at', '>=', from)
        .where('connected_at', '<', to)
        .executeTakeFirstOrThrow(),
    ]);
    return { logins: logins.total, users: users.total, assets: assets.total };
  }
}
