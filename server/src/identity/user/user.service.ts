import { SUPER_ADMIN_ID, SYSTEM_ADMINISTRATOR } from '@jadegate/contract/identity/role';
import type { UserOption } from '@jadegate/contract/identity/user';
import { SUPER_ADMIN_NICKNAME } from '@jadegate/contract/words/roles';

import type { Database, Tx } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isTakenOverHash } from '../../kernel/bcrypt.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newToken } from '../../kernel/id.ts';
import { hashPassword, newOneTimePassword, verifyPassword } from '../../kernel/password.ts';
import { Secret } from '../../kernel/secret.ts';
import type { RoleService } from '../role/role.service.ts';
import type { FilesOfNewPeople } from './person-files.interface.ts';
import type { SecondFactorService } from './second-factor.service.ts';
import { UserRepository, type Person, type Profile, type UserRow } from './user.repository.ts';

export { USER_COLUMNS } from './user.repository.ts';
export { usernameKey } from './username.ts';
export type { Profile };
export type User = UserRow;

export interface FirstAdmin {
  username: string;
  password?: string | undefined;
}

interface NewPerson extends Pick<User, 'id' | 'username' | 'nickname' | 'type' | 'mail'> {
  passwordHash: string;
  mustChangePassword: boolean;
  /** The identity source that made them; nothing for people kept here. */
  source?: string;
}

interface Dependencies {
  database: Database;
  roles: RoleService;
  factors: SecondFactorService;
  defaultStorages: FilesOfNewPeople;
  clock: Clock;
}

/** People: who they are and what proves it. */
export class UserService {
  readonly #users: UserRepository;
  readonly #roles: RoleService;
  readonly #factors: SecondFactorService;
  readonly #defaultStorages: FilesOfNewPeople;
  readonly #clock: Clock;
  #nobodys: Promise<string> | undefined;

  constructor({ database, roles, factors, defaultStorages, clock }: Dependencies) {
    this.#users = new UserRepository(database.db);
    this.#roles = roles;
    this.#factors = factors;
    this.#defaultStorages = defaultStorages;
    this.#clock = clock;
  }

  async get(id: string, tx?: Tx): Promise<User> {
    const user = await this.#users.find(id, tx);
    if (!user) {
      throw new AppError('user.not_found');
    }
    return user;
  }

  findByUsername(username: string, tx?: Tx): Promise<User | undefined> {
    return this.#users.findByUsername(username, tx);
  }

  listAdministrators(): Promise<User[]> {
    return this.#users.listAdministrators();
  }

  listOptions(): Promise<UserOption[]> {
    return this.#users.listOptions();
  }

  /** What those with these accounts are called today, by account as it was given. */
  listNicknames(usernames: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#users.listNicknames(usernames);
  }

  /** Account and name of these people as they are today, by id. Those who are gone are not in it. */
  listPeople(ids: readonly string[], tx?: Tx): Promise<ReadonlyMap<string, Person>> {
    return this.#users.listPeople(ids, tx);
  }

  /** Which of these names belong to somebody, as keys. */
  listTaken(usernames: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#users.listTaken(usernames);
  }

  /** Also true work for somebody who does not exist. */
  async isPassword(user: User | undefined, password: string): Promise<boolean> {
    return verifyPassword(user && (await this.#users.findPasswordHash(user.id)), password);
  }

  /**
   * A text that is another one when the password is, or whether and how the person may sign in. Checking a password takes
   * long: whoever acts on the outcome asks again in the transaction, because it may have been reset meanwhile.
   */
  async standing(userId: string, tx?: Tx): Promise<string> {
    const user = await this.#users.find(userId, tx);
    const hash = await this.#users.findPasswordHash(userId, tx);
    return JSON.stringify([
      hash,
      user?.status,
      user?.totp_enabled,
      user?.passkeys,
      user?.must_change_password,
    ]);
  }

  async insert(
    { passwordHash, mustChangePassword, source = '', ...person }: NewPerson,
    tx: Tx,
  ): Promise<void> {
    await this.#users.insert(
      {
        ...person,
        status: 'enabled',
        source,
        password_hash: passwordHash,
        must_change_password: mustChangePassword ? 1 : 0,
        totp_enabled: 0,
        created_at: this.#clock.now(),
      },
      tx,
    );
    await this.#defaultStorages.make(person, tx);
  }

  /** As somebody else says: a source. */
  setProfile(userId: string, profile: Partial<Profile>, tx: Tx): Promise<void> {
    return this.#users.setProfile(userId, profile, false, tx);
  }

  /** As the person says. */
  setOwnProfile(userId: string, profile: Partial<Profile>, tx: Tx): Promise<void> {
    return this.#users.setProfile(userId, profile, true, tx);
  }

  /** Whom somebody disabled no source enables again. */
  setStatus(userId: string, status: User['status'], tx: Tx, disabledBy = ''): Promise<void> {
    return this.#users.setStatus(userId, status, disabledBy, tx);
  }

  rename(userId: string, username: string, tx: Tx): Promise<void> {
    return this.#users.rename(userId, username, tx);
  }

  setSource(userIds: readonly string[], source: string, tx: Tx): Promise<void> {
    return this.#users.setSource(userIds, source, tx);
  }

  setType(userId: string, type: User['type'], tx: Tx): Promise<void> {
    return this.#users.setType(userId, type, tx);
  }

  hashPassword(password: string): Promise<string> {
    return hashPassword(password);
  }

  /** Of a password that nobody has: for people who are known elsewhere. Made once, because a thousand of them take long. */
  hashOfNobodys(): Promise<string> {
    this.#nobodys ??= hashPassword(newToken());
    return this.#nobodys;
  }

  /** The hash of a password that was just proven, where the one that is kept came from another product. */
  async renewedHash(userId: string, password: string): Promise<string | undefined> {
    const kept = await this.#users.findPasswordHash(userId);
    return kept !== undefined && isTakenOverHash(kept) ? hashPassword(password) : undefined;
  }

  setPassword(userId: string, passwordHash: string, options: { mustChange: boolean }, tx: Tx): Promise<void> {
    return this.#users.setPassword(userId, passwordHash, options.mustChange ? 1 : 0, tx);
  }

  /**
   * Makes the first administrator unless there is one. Answers the one-time password to print, or undefined when
   * the password was given by the operator.
   */
  async ensureFirstAdmin({ username, password }: FirstAdmin, tx: Tx): Promise<'exists' | Secret | undefined> {
    if (await this.#users.find(SUPER_ADMIN_ID, tx)) {
      return 'exists';
    }
    const chosen = password ?? newOneTimePassword();
    await this.insert(
      {
        id: SUPER_ADMIN_ID,
        username,
        nickname: SUPER_ADMIN_NICKNAME['zh-TW'],
        mail: '',
        type: 'admin',
        passwordHash: await hashPassword(chosen),
        mustChangePassword: password === undefined,
      },
      tx,
    );
    await this.#roles.assign(SUPER_ADMIN_ID, [SYSTEM_ADMINISTRATOR], tx);
    return password === undefined ? new Secret(chosen) : undefined;
  }

  /** The way back in for an operator with a shell: new one-time password, enabled, no second factor. */
  async resetFirstAdmin(tx: Tx): Promise<Secret> {
    const password = newOneTimePassword();
    await this.#users.setPassword(SUPER_ADMIN_ID, await hashPassword(password), 1, tx);
    await this.#users.setStatus(SUPER_ADMIN_ID, 'enabled', '', tx);
    await this.#factors.clear(SUPER_ADMIN_ID, tx);
    return new Secret(password);
  }
}
