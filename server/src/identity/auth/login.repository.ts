import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import { FixedQuery } from '../../db/fixed-query.ts';
import type { LoginLogTable, LoginTable } from '../../db/schema.ts';
import type { LoginLimits } from './login-lifetime.ts';

export type LoginRow = Selectable<LoginTable>;

/** A live login with what must be known about its person on every request. */
export type LiveLogin = Pick<
  LoginRow,
  'id' | 'user_id' | 'stage' | 'remember' | 'created_at' | 'expires_at'
> & {
  username: string;
  type: 'admin' | 'user';
};

export class LoginRepository {
  readonly #db: Db;
  readonly #byToken: FixedQuery<{ tokenHash: string; now: number }, LiveLogin>;

  constructor(db: Db) {
    this.#db = db;
    this.#byToken = new FixedQuery(db, ({ tokenHash, now }) =>
      this.#live(now).where('login.token_hash', '=', tokenHash),
    );
  }

  /** Logins of disabled people do not count as live. */
  #live(now: number) {
    return this.#db
      .selectFrom('login')
      .innerJoin('user', 'user.id', 'login.user_id')
      .select([
        'login.id',
        'login.user_id',
        'login.stage',
        'login.remember',
        'login.created_at',
        'login.expires_at',
        'user.username',
        'user.type',
      ])
      .where('login.expires_at', '>', now)
      .where('user.status', '=', 'enabled');
  }

  findLive(tokenHash: string, now: number): Promise<LiveLogin | undefined> {
    return this.#byToken.first({ tokenHash, now });
  }

  findLiveById(id: string, now: number): Promise<LiveLogin | undefined> {
    return this.#live(now).where('login.id', '=', id).executeTakeFirst();
  }

  findProofs(id: string): Promise<Pick<LoginRow, 'proven_at' | 'factor_proven_at'> | undefined> {
    return this.#db
      .selectFrom('login')
      .select(['proven_at', 'factor_proven_at'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async findSource(id: string): Promise<string> {
    const row = await this.#db
      .selectFrom('login')
      .select('source_id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.source_id ?? '';
  }

  async noteProof(id: string, now: number, withFactor: boolean, tx: Tx): Promise<void> {
    await tx
      .updateTable('login')
      .set({ proven_at: now, ...(withFactor && { factor_proven_at: now }) })
      .where('id', '=', id)
      .execute();
  }

  async insert(login: LoginRow, tx: Tx): Promise<void> {
    await tx.insertInto('login').values(login).execute();
  }

  async insertLog(log: Selectable<LoginLogTable>, tx: Tx): Promise<void> {
    await tx.insertInto('login_log').values(log).execute();
  }

  async extend(id: string, expiresAt: number): Promise<void> {
    await this.#db.updateTable('login').set({ expires_at: expiresAt }).where('id', '=', id).execute();
  }

  /** Only from the stage that was left: a login that is complete stays so. */
  async advance(
    id: string,
    from: LoginRow['stage'],
    to: Pick<LoginRow, 'stage' | 'expires_at'>,
    tx: Tx,
  ): Promise<void> {
    await tx.updateTable('login').set(to).where('id', '=', id).where('stage', '=', from).execute();
  }

  listOf(userId: string, now: number): Promise<LoginRow[]> {
    return this.#db
      .selectFrom('login')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .orderBy('expires_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
  }

  async belongsTo(id: string, userId: string, tx: Tx): Promise<boolean> {
    const row = await tx
      .selectFrom('login')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async end(id: string, now: number, tx: Tx): Promise<void> {
    await this.#closeLogs([id], now, tx);
    await tx.deleteFrom('login').where('id', '=', id).execute();
  }

  async endAllOf(userId: string, exceptId: string | undefined, now: number, tx: Tx): Promise<void> {
    const rows = await tx
      .selectFrom('login')
      .select('id')
      .where('user_id', '=', userId)
      .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
      .execute();
    await this.#endRows(rows, now, tx);
  }

  async endBySource(
    sourceId: string,
    { sid, userId }: { sid?: string; userId?: string },
    now: number,
    tx: Tx,
  ): Promise<{ id: string; user_id: string }[]> {
    const rows = await tx
      .selectFrom('login')
      .select(['id', 'user_id'])
      .where('source_id', '=', sourceId)
      .$if(sid !== undefined, (query) => query.where('source_sid', '=', sid ?? ''))
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
      .execute();
    await this.#endRows(rows, now, tx);
    return rows;
  }

  /** Those that were not used in time, and those that began too long ago. */
  async endOver(now: number, limits: LoginLimits, tx: Tx): Promise<void> {
    const rows = await tx
      .selectFrom('login')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('expires_at', '<=', now),
          eb.and([eb('remember', '=', 0), eb('created_at', '<=', now - limits.plainMs)]),
          eb.and([eb('remember', '=', 1), eb('created_at', '<=', now - limits.rememberedMs)]),
        ]),
      )
      .execute();
    await this.#endRows(rows, now, tx);
  }

  async #endRows(rows: { id: string }[], now: number, tx: Tx): Promise<void> {
    for (const { id } of rows) {
      await this.end(id, now, tx);
    }
  }

  async #closeLogs(loginIds: readonly string[], now: number, tx: Tx): Promise<void> {
    await tx
      .updateTable('login_log')
      .set({ logout_at: now, login_id: null })
      .where('login_id', 'in', loginIds)
      .execute();
  }
}
