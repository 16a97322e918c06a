import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { SshConfigTokenTable, UserTable } from '../../db/schema.ts';
import type { ConfiguredAsset } from './ssh-config.ts';

type TokenRecord = Selectable<SshConfigTokenTable>;

/** Whose it is, with what must be known about them at each use. */
type TokenOwner = Pick<TokenRecord, 'last_used_at'> &
  Pick<
    Selectable<UserTable>,
    'id' | 'username' | 'type' | 'status' | 'must_change_password' | 'totp_enabled' | 'passkeys'
  >;

export class SshClientRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  findOf(userId: string): Promise<Omit<TokenRecord, 'token_hash'> | undefined> {
    return this.#db
      .selectFrom('ssh_config_token')
      .select(['user_id', 'created_at', 'last_used_at', 'last_address'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
  }

  findOwner(tokenHash: string): Promise<TokenOwner | undefined> {
    return this.#db
      .selectFrom('ssh_config_token')
      .innerJoin('user', 'user.id', 'ssh_config_token.user_id')
      .select(['ssh_config_token.last_used_at', 'user.id', 'user.username', 'user.type', 'user.status'])
      .select(['user.must_change_password', 'user.totp_enabled', 'user.passkeys'])
      .where('ssh_config_token.token_hash', '=', tokenHash)
      .executeTakeFirst();
  }

  async put(record: TokenRecord, tx: Tx): Promise<void> {
    const { user_id: _userId, ...fresh } = record;
    await tx
      .insertInto('ssh_config_token')
      .values(record)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
      .execute();
  }

  async markUsed(userId: string, at: number, address: string): Promise<void> {
    await this.#db
      .updateTable('ssh_config_token')
      .set({ last_used_at: at, last_address: address })
      .where('user_id', '=', userId)
      .execute();
  }

  /** Answers whether there was one. */
  async remove(userId: string, tx: Tx): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('ssh_config_token')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** For those who may use every asset. */
  listSsh(limit: number): Promise<ConfiguredAsset[]> {
    return this.#db
      .selectFrom('asset')
      .select(['id', 'name'])
      .where('protocol', '=', 'ssh')
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async isNameShared(name: string): Promise<boolean> {
    const rows = await this.#db.selectFrom('asset').select('id').where('name', '=', name).limit(2).execute();
    return rows.length > 1;
  }
}
