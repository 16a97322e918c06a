import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';

/** How often each was used, most first. */
export type Uses = readonly { id: string; count: number }[];

export interface LoginDay {
  succeeded: number;
  failed: number;
  people: number;
}

export interface SessionDay {
  assetCount: number;
  assets: Uses;
  people: Uses;
  protocols: readonly { protocol: Protocol; count: number; bytes: number }[];
}

/** Of a day with more than this the least used are left out: they are among the busiest of no week. */
const MOST_USED = 500;

/** What happened on a day, from indexes alone. */
export class ActivityRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async readLogins(from: number, to: number): Promise<LoginDay> {
    const count = (state: '0' | '1') =>
      this.#db
        .selectFrom('login_log')
        .select([sql<number>`count(*)`.as('total'), sql<number>`count(distinct username)`.as('people')])
        .where('state', '=', state)
        .where('login_at', '>=', from)
        .where('login_at', '<', to)
        .executeTakeFirstOrThrow();
    const [succeeded, failed] = await Promise.all([count('1'), count('0')]);
    // Whoever guesses names is nobody who is active.
    return { succeeded: succeeded.total, failed: failed.total, people: succeeded.people };
  }

  async readSessions(from: number, to: number): Promise<SessionDay> {
    const ofDay = this.#db
      .selectFrom('session')
      .where('connected_at', '>=', from)
      .where('connected_at', '<', to);
    const count = sql<number>`count(*)`.as('count');
    const usesOf = (column: 'asset_id' | 'user_id') =>
      ofDay
        .select([`${column} as id`, count])
        // The consoles of virtual machines are on no asset.
        .where(column, '!=', '')
        .groupBy(column)
        .orderBy('count', 'desc')
        .limit(MOST_USED)
        .execute();
    const [distinct, assets, people, protocols] = await Promise.all([
      ofDay.select(sql<number>`count(distinct nullif(asset_id, ''))`.as('total')).executeTakeFirstOrThrow(),
      usesOf('asset_id'),
      usesOf('user_id'),
      ofDay
        // PostgreSQL adds big integers up to something wider, which would come as text.
        .select(['protocol', count, sql<number>`cast(sum(recording_bytes) as bigint)`.as('bytes')])
        .groupBy('protocol')
        .execute(),
    ]);
    return { assetCount: distinct.total, assets, people, protocols };
  }

  /** The name in the newest session: also what is deleted has one. */
  async nameOf(kind: 'asset' | 'user', id: string): Promise<string> {
    const row = await this.#db
      .selectFrom('session')
      .select(kind === 'asset' ? 'asset_name as name' : 'user_name as name')
      .where(kind === 'asset' ? 'asset_id' : 'user_id', '=', id)
      .where('connected_at', 'is not', null)
      .orderBy('connected_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.name ?? id;
  }
}
