import { ATTENTION_LIMIT, DASHBOARD_ROWS, type Dashboard } from '@jadegate/contract/operations/dashboard';
import { sql, type Expression } from 'kysely';

import type { Db } from '../../db/database.ts';

type StoredStep = Exclude<keyof Dashboard['steps'], 'timeZone'>;

/** Enough to know what to do next; the rest follows when these are dealt with. */
const LISTED_GRANTS = 5;

interface EndingGrantRecord {
  id: string;
  assetId: string;
  assetName: string;
  granteeName: string;
  granteeAccount: string;
  endsAt: number;
}

/** Each question stops as soon as it has its answer. */
export class DashboardRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async readSteps(): Promise<Record<StoredStep, boolean>> {
    const db = this.#db;
    const isThere = (rows: Expression<unknown>) => sql<number>`case when exists ${rows} then 1 else 0 end`;
    const one = sql<number>`1`.as('one');
    const row = await db
      .selectNoFrom([
        isThere(db.selectFrom('credential').select(one)).as('credential'),
        isThere(db.selectFrom('asset').select(one)).as('asset'),
        // The first person is who reads this.
        isThere(db.selectFrom('user').select(one).limit(1).offset(1)).as('user'),
        isThere(db.selectFrom('user_group').select(one)).as('group'),
        isThere(db.selectFrom('authorised').select(one)).as('grant'),
        isThere(
          db
            .selectFrom('session')
            .select(one)
            .where('status', 'in', ['connected', 'disconnected'])
            .where('connected_at', 'is not', null)
            // What a job or a batch runs is nobody's first connection.
            .where('mode', '!=', 'exec'),
        ).as('session'),
      ])
      .executeTakeFirstOrThrow();
    return {
      credential: row.credential === 1,
      asset: row.asset === 1,
      people: row.user === 1 || row.group === 1,
      grant: row.grant === 1,
      session: row.session === 1,
    };
  }

  /** Up to the limit. The time keeps it to a short piece of the index, however long the history is. */
  async countUnreviewed(endedSince: number): Promise<number> {
    const rows = await this.#db
      .selectFrom('session')
      .select('id')
      .where('status', '=', 'disconnected')
      .where('disconnected_at', '>=', endedSince)
      .where('reviewed', '=', 0)
      .limit(ATTENTION_LIMIT)
      .execute();
    return rows.length;
  }

  async countUnreachable(): Promise<number> {
    const rows = await this.#db
      .selectFrom('asset')
      .select('id')
      .where('active', '=', 0)
      .limit(ATTENTION_LIMIT)
      .execute();
    return rows.length;
  }

  async hasBackupJob(): Promise<boolean> {
    const row = await this.#db
      .selectFrom('job')
      .select('id')
      .where('func', '=', 'backup-job')
      .where('status', '=', 'running')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  listEndingGrants(
    [from, to]: readonly [number, number],
    kinds: { users: boolean; groups: boolean },
  ): Promise<EndingGrantRecord[]> {
    return this.#db
      .selectFrom('authorised')
      .innerJoin('asset', 'asset.id', 'authorised.asset_id')
      .leftJoin('user', 'user.id', 'authorised.user_id')
      .leftJoin('user_group', 'user_group.id', 'authorised.user_group_id')
      .select([
        'authorised.id',
        'asset.id as assetId',
        'asset.name as assetName',
        sql<string>`coalesce("user".nickname, user_group.name, '')`.as('granteeName'),
        sql<string>`coalesce("user".username, '')`.as('granteeAccount'),
        sql<number>`authorised.ends_at`.as('endsAt'),
      ])
      .where('authorised.ends_at', '>', from)
      .where('authorised.ends_at', '<=', to)
      .$if(!kinds.users, (query) => query.where('authorised.user_id', 'is', null))
      .$if(!kinds.groups, (query) => query.where('authorised.user_group_id', 'is', null))
      .orderBy('authorised.ends_at')
      .orderBy('authorised.id')
      .limit(LISTED_GRANTS)
      .execute();
  }

  async countLive(): Promise<number> {
    const row = await this.#db
      .selectFrom('session')
      .select(sql<number>`count(*)`.as('total'))
      .where('status', '=', 'connected')
      .executeTakeFirstOrThrow();
    return row.total;
  }

  /** Those who signed in last first. */
  listOnline(now: number): Promise<{ id: string; name: string; account: string; since: number }[]> {
    return this.#db
      .selectFrom('login')
      .innerJoin('user', 'user.id', 'login.user_id')
      .select([
        'user.id',
        'user.nickname as name',
        'user.username as account',
        sql<number>`max(login.created_at)`.as('since'),
      ])
      .where('login.expires_at', '>', now)
      .groupBy(['user.id', 'user.nickname', 'user.username'])
      .orderBy('since', 'desc')
      .orderBy('user.id')
      .limit(DASHBOARD_ROWS)
      .execute();
  }

  listFailures(): Promise<{ id: string; username: string; address: string; at: number }[]> {
    return this.#db
      .selectFrom('login_log')
      .select(['id', 'username', 'address', 'login_at as at'])
      .where('state', '=', '0')
      .orderBy('login_at', 'desc')
      .orderBy('id', 'desc')
      .limit(DASHBOARD_ROWS)
      .execute();
  }
}
