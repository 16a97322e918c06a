import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { UserTable } from '../../db/schema.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import { usernameKey } from './username.ts';

/** Without the password hash: it is read by the one query that checks a password. */
export const USER_COLUMNS = [
  'id',
  'username',
  'nickname',
  'mail',
  'type',
  'status',
  'disabled_by',
  'source',
  'must_change_password',
  'totp_enabled',
  'passkeys',
  'created_at',
] as const;

/** Both engines bound the parameters of one statement. */
const NAMES_AT_ONCE = 500;

export type UserRow = Pick<Selectable<UserTable>, (typeof USER_COLUMNS)[number]>;

/** What a person is called, and the account that nobody else has. */
export type Person = Pick<UserRow, 'username' | 'nickname'>;

/** What people may change of themselves. */
export type Profile = Pick<UserRow, 'nickname' | 'mail'>;

export class UserRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  find(id: string, tx: Tx | Db = this.#db): Promise<UserRow | undefined> {
    return tx.selectFrom('user').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst();
  }

  findByUsername(username: string, tx: Tx | Db = this.#db): Promise<UserRow | undefined> {
    return tx
      .selectFrom('user')
      .select(USER_COLUMNS)
      .where('username_key', '=', usernameKey(username))
      .executeTakeFirst();
  }

  async listTaken(usernames: readonly string[]): Promise<ReadonlySet<string>> {
    const keys = [...new Set(usernames.map(usernameKey))];
    const taken = new Set<string>();
    for (let from = 0; from < keys.length; from += NAMES_AT_ONCE) {
      const rows = await this.#db
        .selectFrom('user')
        .select('username_key')
        .where('username_key', 'in', keys.slice(from, from + NAMES_AT_ONCE))
        .execute();
      rows.forEach((row) => taken.add(row.username_key));
    }
    return taken;
  }

  /** By account as it was given. Accounts that are gone are not in it. */
  async listNicknames(usernames: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const byKey = new Map<string, string>();
    for (const keys of inChunks([...new Set(usernames.map(usernameKey))], NAMES_AT_ONCE)) {
      const rows = await this.#db
        .selectFrom('user')
        .select(['username_key', 'nickname'])
        .where('username_key', 'in', keys)
        .execute();
      rows.forEach(({ username_key, nickname }) => byKey.set(username_key, nickname));
    }
    const nicknames = new Map<string, string>();
    for (const username of usernames) {
      const nickname = byKey.get(usernameKey(username));
      if (nickname !== undefined) {
        nicknames.set(username, nickname);
      }
    }
    return nicknames;
  }

  /** By id. Those who are gone are not in it. */
  async listPeople(ids: readonly string[], tx: Tx | Db = this.#db): Promise<ReadonlyMap<string, Person>> {
    const people = new Map<string, Person>();
    for (const some of inChunks([...new Set(ids)], NAMES_AT_ONCE)) {
      const rows = await tx
        .selectFrom('user')
        .select(['id', 'username', 'nickname'])
        .where('id', 'in', some)
        .execute();
      rows.forEach((row) => people.set(row.id, row));
    }
    return people;
  }

  async findPasswordHash(id: string, tx: Tx | Db = this.#db): Promise<string | undefined> {
    const row = await tx.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirst();
    return row?.password_hash;
  }

  listAdministrators(): Promise<UserRow[]> {
    return this.#db
      .selectFrom('user')
      .select(USER_COLUMNS)
      .where('type', '=', 'admin')
      .orderBy('username_key')
      .execute();
  }

  listOptions(): Promise<(Person & { id: string })[]> {
    return this.#db
      .selectFrom('user')
      .select(['id', 'nickname', 'username'])
      .orderBy('nickname')
      .orderBy('id')
      .execute();
  }

  async insert(
    user: Omit<UserRow, 'disabled_by' | 'passkeys'> & { password_hash: string },
    tx: Tx,
  ): Promise<void> {
    await tx
      .insertInto('user')
      .values({ ...user, username_key: usernameKey(user.username) })
      .execute();
  }

  async setPassword(id: string, passwordHash: string, mustChange: 0 | 1, tx: Tx): Promise<void> {
    await tx
      .updateTable('user')
      .set({ password_hash: passwordHash, must_change_password: mustChange })
      .where('id', '=', id)
      .execute();
  }

  /** `isOwnWord`: the person says so, and nobody else has. */
  async setProfile(id: string, profile: Partial<Profile>, isOwnWord: boolean, tx: Tx): Promise<void> {
    const claimed = profile.mail !== undefined && ({ mail_claimed: isOwnWord ? 1 : 0 } as const);
    await tx
      .updateTable('user')
      .set({ ...profile, ...claimed })
      .where('id', '=', id)
      .execute();
  }

  async setStatus(id: string, status: UserRow['status'], disabledBy: string, tx: Tx): Promise<void> {
    await tx.updateTable('user').set({ status, disabled_by: disabledBy }).where('id', '=', id).execute();
  }

  async rename(id: string, username: string, tx: Tx): Promise<void> {
    await tx
      .updateTable('user')
      .set({ username, username_key: usernameKey(username) })
      .where('id', '=', id)
      .execute();
  }

  /** What people are told made them. */
  async setSource(ids: readonly string[], source: string, tx: Tx): Promise<void> {
    for (const some of inChunks(ids, NAMES_AT_ONCE)) {
      await tx.updateTable('user').set({ source }).where('id', 'in', some).execute();
    }
  }

  async setType(id: string, type: UserRow['type'], tx: Tx): Promise<void> {
    await tx.updateTable('user').set({ type }).where('id', '=', id).execute();
  }

  async clearTotp(id: string, tx: Tx): Promise<void> {
    await tx.updateTable('user').set({ totp_enabled: 0 }).where('id', '=', id).execute();
  }

  /** A new secret begins with the code that confirmed it: that one is used up, older ones belong to another secret. */
  async startTotp(id: string, step: number, tx: Tx): Promise<void> {
    await tx
      .updateTable('user')
      .set({ totp_enabled: 1, totp_last_step: step })
      .where('id', '=', id)
      .execute();
  }

  /** False when this or a later code was used before: one of two racing logins loses. */
  async useTotpStep(id: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('user')
      .set({ totp_last_step: step })
      .where('id', '=', id)
      .where('totp_last_step', '<', step)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}
