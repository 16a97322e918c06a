import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import { FixedQuery } from '../../db/fixed-query.ts';
import type { AccessTokenTable, UserTable } from '../../db/schema.ts';

type AccessTokenRecord = Selectable<AccessTokenTable>;

/** Without the hash: it is only ever compared with. */
const COLUMNS = [
  'access_token.id',
  'access_token.user_id',
  'access_token.name',
  'access_token.scope',
  'access_token.hint',
  'access_token.created_at',
  'access_token.expires_at',
  'access_token.last_used_at',
  'access_token.last_address',
] as const;

export type ListedAccessToken = Omit<AccessTokenRecord, 'token_hash'>;

/** A token that has not run out, with what must be known about its person on every request. */
type LiveAccessToken = Pick<AccessTokenRecord, 'id' | 'user_id' | 'name' | 'scope' | 'last_used_at'> & {
  username: string;
} & Pick<Selectable<UserTable>, 'type' | 'status' | 'must_change_password' | 'totp_enabled' | 'passkeys'>;

export class AccessTokenRepository {
  readonly #db: Db;
  readonly #live: FixedQuery<{ tokenHash: string; now: number }, LiveAccessToken>;

  constructor(db: Db) {
    this.#db = db;
    this.#live = new FixedQuery(db, ({ tokenHash, now }) =>
      db
        .selectFrom('access_token')
        .innerJoin('user', 'user.id', 'access_token.user_id')
        .select([
          'access_token.id',
          'access_token.user_id',
          'access_token.name',
          'access_token.scope',
          'access_token.last_used_at',
          'user.username',
          'user.type',
          'user.status',
          'user.must_change_password',
          'user.totp_enabled',
          'user.passkeys',
        ])
        .where('access_token.token_hash', '=', tokenHash)
        .where('access_token.expires_at', '>', now),
    );
  }

  findLive(tokenHash: string, now: number): Promise<LiveAccessToken | undefined> {
    return this.#live.first({ tokenHash, now });
  }

  listOf(userId: string, tx: Tx | Db = this.#db): Promise<ListedAccessToken[]> {
    return tx
      .selectFrom('access_token')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
  }

  async insert(token: AccessTokenRecord, tx: Tx): Promise<void> {
    await tx.insertInto('access_token').values(token).execute();
  }

  async markUsed(id: string, at: number, address: string): Promise<void> {
    await this.#db
      .updateTable('access_token')
      .set({ last_used_at: at, last_address: address })
      .where('id', '=', id)
      .execute();
  }

  /** Only of this person: somebody else's id finds nothing. */
  remove(
    userId: string,
    by: { id: string } | { name: string },
    tx: Tx,
  ): Promise<{ id: string; name: string } | undefined> {
    const [column, value] = 'id' in by ? (['id', by.id] as const) : (['name', by.name] as const);
    return tx
      .deleteFrom('access_token')
      .where('user_id', '=', userId)
      .where(column, '=', value)
      .returning(['id', 'name'])
      .executeTakeFirst();
  }

  /** And the address of their SSH configuration: what was made by somebody else who knew the password goes. */
  async removeAllOf(userId: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('ssh_config_token').where('user_id', '=', userId).execute();
    await tx.deleteFrom('access_token').where('user_id', '=', userId).execute();
  }

  async removeExpiredBefore(time: number): Promise<void> {
    await this.#db.deleteFrom('access_token').where('expires_at', '<', time).execute();
  }
}
