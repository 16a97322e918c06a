import type { PasskeyRow } from '@jadegate/contract/identity/passkey';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { SshKeyRow } from '@jadegate/contract/identity/ssh-key';
import type { SshTicketRow } from '@jadegate/contract/identity/ssh-ticket';
import type { NewUser, User, UserChange, UserRow, UserStatus } from '@jadegate/contract/identity/user';
import { MENU_IDS } from '@jadegate/contract/menu';
import type { Page } from '@jadegate/contract/paging';
import type { AuditAction } from '@jadegate/contract/platform/audit';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { LegalHoldService } from '../../platform/legal-hold/legal-hold.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { PasswordJudge } from '../auth/sign-in.interface.ts';
import type { PasskeyService } from '../passkey/passkey.service.ts';
import type { PasswordPolicyService } from '../password/password-policy.service.ts';
import { aboutMany, type GuardedAct, type ReachService } from '../reach/reach.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { SignInMeansService } from '../sign-in-means/sign-in-means.service.ts';
import type { SshKeyService } from '../ssh-key/ssh-key.service.ts';
import type { SshTicketService } from '../ssh-ticket/ssh-ticket.service.ts';
import type { UserGroupService } from '../user-group/user-group.service.ts';
import type { FilesFate, FilesOfLeavingPeople } from '../user/person-files.interface.ts';
import type { SecondFactorService } from '../user/second-factor.service.ts';
import type { UserService } from '../user/user.service.ts';
import { refuseOnFirstAdmin, refuseOnSelf, refuseOwnMail, rolesOf } from './user-admin.policy.ts';
import { presentCommon, presentRow } from './user-admin.present.ts';
import { UserAdminRepository, type ListedUser, type PeopleQuery } from './user-admin.repository.ts';

interface Dependencies {
  database: Database;
  users: UserService;
  userGroups: UserGroupService;
  roles: RoleService;
  reach: ReachService;
  signInMeans: SignInMeansService;
  passkeys: Pick<PasskeyService, 'list' | 'remove'>;
  sshKeys: SshKeyService;
  sshTickets: SshTicketService;
  factors: SecondFactorService;
  audit: AuditService;
  passwords: PasswordPolicyService;
  notifications: NotificationService;
  storages: FilesOfLeavingPeople;
  passwordJudge: Pick<PasswordJudge, 'keeperOf'>;
  legalHolds: Pick<LegalHoldService, 'refuse'>;
  clock: Clock;
}

/**
 * What administrators do to people. Three rules hold throughout: nobody gives what they do not hold, nobody acts on
 * somebody who holds more than they do, and nobody gets the means to become somebody who reaches more than they do. The
 * first administrator holds and reaches everything, so there is always one.
 */
export class UserAdminService {
  readonly #people: UserAdminRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#people = new UserAdminRepository(dependencies.database);
  }

  async list(query: PeopleQuery): Promise<Page<UserRow>> {
    const { total, items } = await this.#people.page(query, this.#deps.clock.now());
    return { total, items: items.map(presentRow) };
  }

  async get(id: string): Promise<User> {
    const user = await this.#find(id);
    return {
      ...presentCommon(user),
      password: '',
      enableTotp: user.totp_enabled === 1,
      mustChangePassword: user.must_change_password === 1,
      roles: await this.#deps.roles.rolesOf(user),
      knownTo: (await this.#deps.reach.listCustodians(id)).map(({ id: by, nickname }) => ({
        id: by,
        nickname,
      })),
    };
  }

  async create(actor: Actor, input: NewUser): Promise<User> {
    const { reach, users, userGroups, roles, audit, passwords, clock } = this.#deps;
    const roleIds = rolesOf(input);
    await this.#checkGrant(actor, roleIds);
    await this.#refuseGroups(actor, input);
    await passwords.refuseWeak(input.password, { username: input.username, field: 'password' });
    const id = newId(clock.now());
    const passwordHash = await users.hashPassword(input.password);
    const act = { action: 'user.created', object: about({ id, username: input.username }) } as const;
    await this.#refusingTakenUsername(input.username, () =>
      reach.transact(actor, act, async (tx) => {
        const { username, nickname, type, mail, mustChangePassword } = input;
        await users.insert({ id, username, nickname, type, mail, passwordHash, mustChangePassword }, tx);
        await roles.assign(id, roleIds, tx);
        await reach.takeCustody(actor, id, tx);
        const detail = { nickname, type, mail, roles: roleIds };
        await audit.write(actor, { action: 'user.created', object: about({ id, username }), detail }, tx);
        await userGroups.addNewMember(actor, id, input.groups, tx);
      }),
    );
    return this.get(id);
  }

  async update(actor: Actor, id: string, input: UserChange): Promise<void> {
    const { reach, roles, audit, notifications } = this.#deps;
    const before = await this.#actOn(actor, id);
    const roleIds = rolesOf(input);
    await this.#checkGrant(actor, roleIds);
    if (id === SUPER_ADMIN_ID && input.type !== 'admin') {
      throw new AppError('user.first_admin_protected', { fields: ['type'] });
    }
    refuseOwnMail(actor, before, input);
    const oldRoles = await roles.rolesOf({ id });
    const act = { action: 'user.updated', object: about(before) } as const;
    await this.#refusingTakenUsername(input.username, () =>
      reach.transact(actor, act, async (tx) => {
        const { username, nickname, type, mail } = input;
        await this.#people.update(id, { username, nickname, type, mail }, tx);
        await roles.assign(id, roleIds, tx);
        const detail = differences(
          { ...before, roles: oldRoles },
          { username, nickname, type, mail, roles: roleIds },
        );
        await audit.write(actor, { action: 'user.updated', object: about({ id, username }), detail }, tx);
      }),
    );
    // At the old address, as when people change it themselves.
    if (before.mail !== input.mail) {
      notifications.notify(id, 'mail-changed', actor, before.mail);
    }
  }

  async setStatus(actor: Actor, id: string, status: UserStatus): Promise<void> {
    const user = await this.#actOn(actor, id);
    refuseOnSelf(actor, id);
    refuseOnFirstAdmin(id);
    await this.#change(
      actor,
      [user],
      status === 'disabled' ? 'user.disabled' : 'user.enabled',
      async (tx) => {
        await this.#deps.users.setStatus(id, status, tx);
      },
    );
  }

  /** Their files are kept for administrators unless somebody says otherwise. */
  async delete(actor: Actor, ids: readonly string[], fate: FilesFate = { kind: 'keep' }): Promise<void> {
    const { storages } = this.#deps;
    if (fate.kind === 'give' && ids.includes(fate.to)) {
      throw new AppError('storage.owner_gone', { fields: ['filesTo'] });
    }
    const found = await this.#actOnAll(actor, ids);
    for (const { id } of found) {
      refuseOnSelf(actor, id);
      refuseOnFirstAdmin(id);
    }
    const leaving = found.map(({ id }) => id);
    await storages.leave(actor, leaving, fate, (writeSpaces) =>
      this.#change(actor, found, 'user.deleted', async (tx) => {
        await this.#deps.legalHolds.refuse('user', leaving, tx);
        for (const { id } of found) {
          await this.#deps.factors.clear(id, tx);
        }
        await this.#deps.reach.inheritCustody(actor, leaving, tx);
        await writeSpaces(tx);
        await this.#people.remove(ids, tx);
      }),
    );
  }

  async setPasswords(
    actor: Actor,
    ids: readonly string[],
    password: string,
    mustChange: boolean,
  ): Promise<void> {
    const { users, passwords, reach } = this.#deps;
    const found = await this.#listToBecome(actor, ids, 'user.password-reset');
    for (const { id, username } of found) {
      const name = await this.#deps.passwordJudge.keeperOf(id);
      if (name !== undefined) {
        throw new AppError('source.password_kept_there', { params: { name, account: username } });
      }
      await passwords.refuseWeak(password, { username, field: 'password' });
    }
    const passwordHash = await users.hashPassword(password);
    // What the actor knows must not open what the person is granted later, unless the actor could have it anyway.
    const isOneTime = !(await this.#holdsEverything(actor));
    await this.#change(actor, found, 'user.password-reset', async (tx) => {
      for (const { id } of found) {
        await users.setPassword(id, passwordHash, { mustChange: mustChange || isOneTime }, tx);
        await reach.takeCustody(actor, id, tx);
      }
    });
    this.#notify(actor, found, 'password-reset');
  }

  async resetTotp(actor: Actor, ids: readonly string[]): Promise<void> {
    const found = await this.#listToBecome(actor, ids, 'user.totp-reset');
    await this.#change(actor, found, 'user.totp-reset', async (tx) => {
      for (const { id } of found) {
        await this.#deps.factors.clear(id, tx);
      }
    });
    this.#notify(actor, found, 'factor-reset');
  }

  /**
   * Somebody else than whoever set its password says that the account is its person's alone. What was opened with it until
   * then may be its maker's, and ends.
   */
  async confirm(actor: Actor, id: string): Promise<void> {
    const { database, reach, audit, signInMeans } = this.#deps;
    const user = await this.#actOn(actor, id);
    await database.transact(async (tx) => {
      await reach.confirm(actor, id, tx);
      await signInMeans.endAllOf(id, tx);
      await audit.write(actor, { action: 'user.confirmed', object: about(user) }, tx);
    });
  }

  async listSshKeys(id: string): Promise<SshKeyRow[]> {
    await this.#find(id);
    return this.#deps.sshKeys.list(id);
  }

  async removeSshKey(actor: Actor, id: string, keyId: string): Promise<void> {
    await this.#actOn(actor, id);
    await this.#deps.sshKeys.remove(actor, id, keyId, 'user.ssh-key-removed');
  }

  async listPasskeys(id: string): Promise<PasskeyRow[]> {
    await this.#find(id);
    return this.#deps.passkeys.list(id);
  }

  /** One's own are removed where another proof is asked for. */
  async removePasskey(actor: Actor, id: string, passkeyId: string): Promise<void> {
    if (id === actor.userId) {
      throw new AppError('user.own_login');
    }
    await this.#actOn(actor, id);
    await this.#deps.passkeys.remove(actor, id, passkeyId, 'user.passkey-removed');
  }

  async listSshTickets(id: string): Promise<SshTicketRow[]> {
    await this.#find(id);
    return this.#deps.sshTickets.list(id);
  }

  async revokeSshTicket(actor: Actor, id: string, ticketId: string): Promise<void> {
    await this.#actOn(actor, id);
    await this.#deps.sshTickets.revoke(actor, id, ticketId, 'user.ssh-ticket-revoked');
  }

  /** Whatever is done to people here ends what they sign in with beside the password, but for this login. */
  async #change(
    actor: Actor,
    people: readonly ListedUser[],
    action: AuditAction,
    work: (tx: Tx) => Promise<void>,
  ) {
    const { reach, signInMeans, audit } = this.#deps;
    const act: GuardedAct = { action, object: aboutAll(people) };
    await reach.transact(actor, act, async (tx) => {
      for (const user of people) {
        await signInMeans.endAllOf(user.id, tx, user.id === actor.userId ? actor.loginId : undefined);
        await audit.write(actor, { action, object: about(user) }, tx);
      }
      await work(tx);
    });
  }

  /** After it is done and stored. */
  #notify(actor: Actor, people: readonly ListedUser[], kind: 'password-reset' | 'factor-reset'): void {
    for (const { id } of people) {
      this.#deps.notifications.notify(id, kind, actor);
    }
  }

  async #find(id: string): Promise<ListedUser> {
    const user = await this.#people.find(id, this.#deps.clock.now());
    if (!user) {
      throw new AppError('user.not_found');
    }
    return user;
  }

  async #actOn(actor: Actor, id: string): Promise<ListedUser> {
    const user = await this.#find(id);
    await this.#refuseOutranked(actor, user);
    return user;
  }

  /** Ids that are gone do not matter; one person who outranks the actor stops all. */
  async #actOnAll(actor: Actor, ids: readonly string[]): Promise<ListedUser[]> {
    const found = await this.#people.listByIds(ids, this.#deps.clock.now());
    for (const user of found) {
      await this.#refuseOutranked(actor, user);
    }
    return found;
  }

  /**
   * For acts after which the actor could sign in as the person: nobody gains anything by it. What the person reaches and
   * the actor does not is compared, not what the actor means to do; an attempt is on record.
   */
  async #listToBecome(actor: Actor, ids: readonly string[], wanted: AuditAction): Promise<ListedUser[]> {
    const { reach, audit, clock } = this.#deps;
    // A stolen login must not change what one signs in with: the profile page asks for a proof before it does.
    if (ids.includes(actor.userId)) {
      throw new AppError('user.own_login');
    }
    const found = await this.#people.listByIds(ids, clock.now());
    for (const user of found) {
      const beyond = await reach.beyond(actor, user.id);
      if (beyond !== undefined) {
        const detail = { wanted, beyond };
        const entry = { action: 'user.take-over-refused', result: 'failure', detail } as const;
        await audit.writeAlone(actor, { ...entry, object: about(user) });
        const code = beyond === 'menu' ? 'user.outranked' : 'user.reaches_more';
        throw new AppError(code, { params: { name: user.nickname } });
      }
    }
    return found;
  }

  async #holdsEverything(actor: Actor): Promise<boolean> {
    const own = await this.#deps.roles.menusOf({ id: actor.userId });
    return MENU_IDS.every((menu) => own.includes(menu));
  }

  async #refuseOutranked(actor: Actor, user: ListedUser): Promise<void> {
    const { roles } = this.#deps;
    if (user.id === actor.userId) {
      return;
    }
    const own = await roles.menusOf({ id: actor.userId });
    const theirs = await roles.menusOf(user);
    if (theirs.some((menu) => !own.includes(menu))) {
      throw new AppError('user.outranked', { params: { name: user.nickname } });
    }
  }

  async #checkGrant(actor: Actor, roleIds: readonly string[]): Promise<void> {
    const { roles } = this.#deps;
    await roles.refuseUnknown(roleIds);
    await roles.refuseBeyondOwn(actor, await roles.menusOfRoles(roleIds));
  }

  /** Membership may bring assets: who may not edit groups puts nobody into one here either. */
  async #refuseGroups(actor: Actor, { groups }: NewUser): Promise<void> {
    const isAllowed = await this.#deps.roles.mayUseAny({ id: actor.userId, type: 'admin' }, [
      'user-group-edit',
    ]);
    if (groups.length > 0 && !isAllowed) {
      throw new AppError('auth.forbidden', { fields: ['groups'] });
    }
  }

  #refusingTakenUsername(username: string, work: () => Promise<void>): Promise<void> {
    const refusal = (cause: unknown) =>
      new AppError('user.username_taken', { params: { username }, fields: ['username'], cause });
    return refusingTaken(this.#deps.database, refusal, work);
  }
}

function about({ id, username }: { id: string; username: string }) {
  return { type: 'user', id, name: username };
}

function aboutAll(people: readonly ListedUser[]) {
  const [first] = people;
  return first && people.length === 1
    ? about(first)
    : aboutMany(
        'user',
        people.map(({ id }) => id),
      );
}
