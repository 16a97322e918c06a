import { Username } from '@jadegate/contract/identity/user';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { SourceKeyService } from '../ssh-key/source-key.service.ts';
import type { UserGroupService } from '../user-group/user-group.service.ts';
import type { User, UserService } from '../user/user.service.ts';
import { PersonStandingRepository, type Standing } from './person-standing.repository.ts';
import { changesOf, isChange, profileOf, type Changes } from './source-changes.policy.ts';
import { SourceIdentityRepository, type IdentityRow } from './source-identity.repository.ts';
import { matchRules, type MatchedRules } from './source-rules.policy.ts';
import type { Arrival, Source } from './source.interface.ts';

export type { Standing } from './person-standing.repository.ts';

/** Who an arrival is, before anything is written. */
type Recognised =
  | { kind: 'known'; userId: string; identityId: string }
  | { kind: 'linked'; userId: string }
  | { kind: 'created'; username: string };

/** Who it turned out to be, and what the log of logins says of the rules. */
interface Settled {
  user: User;
  rule: string;
}

interface SettleOptions {
  /** An administrator chose this person: the rules for who is made do not hold. */
  isPicked?: boolean;
  /** False where nobody comes in: somebody is made beforehand. */
  isLogin?: boolean;
}

interface Dependencies {
  database: Database;
  users: UserService;
  userGroups: UserGroupService;
  roles: RoleService;
  sourceKeys: SourceKeyService;
  audit: AuditService;
  clock: Clock;
}

const LONGEST_RULE = 300;
const LONGEST_LABEL = 200;

/** From somebody a source vouches for to a person here, with what the rules of the source give. */
export class SourcePersonService {
  readonly #identities: SourceIdentityRepository;
  readonly #standings: PersonStandingRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#identities = new SourceIdentityRepository(dependencies.database.db);
    this.#standings = new PersonStandingRepository(dependencies.database.db);
  }

  /**
   * Issuer and subject say who it is, and nothing else does: names and mail addresses change hands. An address links only
   * where the source is set to and has verified it, it is one account's alone, and that account is no administrator's and
   * known to no other issuer. Throws where nobody is to be let in, with what to do.
   */
  async recognise(arrival: Arrival, { isPicked = false }: SettleOptions = {}): Promise<Recognised> {
    const { source, issuer, subject } = arrival;
    const known = await this.#identities.find(issuer, subject);
    if (known) {
      return { kind: 'known', userId: known.user_id, identityId: known.id };
    }
    const linked = await this.#byMail(arrival.linkingMail);
    if (linked !== undefined) {
      return { kind: 'linked', userId: linked };
    }
    const { creation } = source.config;
    const params = { name: source.name, account: arrival.username || arrival.mail || subject };
    if (!isPicked && !this.isAdmitted(arrival)) {
      const lacking = arrival.isCutOff ? 'source.groups_left_out' : 'source.group_needed';
      throw new AppError(creation === 'off' ? 'source.not_admitted' : lacking, { params });
    }
    const username = Username.safeParse(arrival.username);
    if (!username.success) {
      throw new AppError('source.no_account_name', { params });
    }
    if (await this.#deps.users.findByUsername(username.data)) {
      throw new AppError('source.account_taken', { params: { ...params, account: username.data } });
    }
    return { kind: 'created', username: username.data };
  }

  /** Whether the source's setting for people who are not known here yet makes this one. */
  isAdmitted(arrival: Arrival): boolean {
    const { creation } = arrival.source.config;
    return creation === 'on' || (creation === 'mapped' && this.rulesOf(arrival).isByGroup);
  }

  rulesOf({ groups, source }: Pick<Arrival, 'groups' | 'source'>): MatchedRules {
    return matchRules(groups, source.rules, source.config.ignoresCase);
  }

  /** Who somebody is at a source, if they are known here. */
  async findKnown({ issuer, subject }: { issuer: string; subject: string }): Promise<string | undefined> {
    return (await this.#identities.find(issuer, subject))?.user_id;
  }

  listIdentities(userId: string): Promise<IdentityRow[]> {
    return this.#identities.listOf(userId);
  }

  /** Everybody who is known at a source, as they stand here. */
  listStandings(sourceId: string): Promise<Standing[]> {
    return this.#standings.list(sourceId);
  }

  /** What must be done so that they stand as the source says; undefined where nothing must. */
  changesFor(arrival: Arrival, standing: Standing): Changes | undefined {
    const changes = changesOf(arrival, this.rulesOf(arrival), standing);
    return isChange(changes) ? changes : undefined;
  }

  /** Makes the person if there is none, and brings what they hold in line with the source. */
  async settle(caller: Caller, arrival: Arrival, options: SettleOptions = {}): Promise<Settled> {
    const { database, users, clock } = this.#deps;
    const { isLogin = true } = options;
    const found = await this.recognise(arrival, options);
    const id = found.kind === 'created' ? newId(clock.now()) : found.userId;
    // True work, so it is done before the transaction.
    const passwordHash = found.kind === 'created' ? await users.hashOfNobodys() : '';
    const taken = (cause: unknown) => new AppError('source.state_invalid', { cause });
    await refusingTaken(database, taken, () =>
      database.transact(async (tx) => {
        if (found.kind === 'created') {
          const made = { id, username: found.username, passwordHash };
          await this.#make(whoOf(caller, made, isLogin), arrival, made, tx);
        }
        const person = await users.get(id, tx);
        const who = whoOf(caller, person, isLogin);
        const identityId = await this.#noteIdentity(who, arrival, found, { person, isLogin }, tx);
        await this.bring(who, arrival, identityId, tx);
      }),
    );
    const rule = this.rulesOf(arrival)
      .matched.map(({ value }) => value)
      .join(', ')
      .slice(0, LONGEST_RULE);
    return { user: await users.get(id), rule };
  }

  /** The person has proven both: the account by a login, the identity by the source. */
  async link(actor: Actor, arrival: Arrival): Promise<void> {
    const { database, audit } = this.#deps;
    const { source, issuer, subject } = arrival;
    const refusal = (cause?: unknown) =>
      new AppError('source.linked_to_other', { params: { name: source.name }, cause });
    const known = await this.#identities.find(issuer, subject);
    if (known) {
      if (known.user_id !== actor.userId) {
        throw refusal();
      }
      return;
    }
    await refusingTaken(database, refusal, () =>
      database.transact(async (tx) => {
        const identityId = await this.#addIdentity(actor.userId, arrival, { made: 0, isLogin: true }, tx);
        const detail = { source: source.name, issuer, subject };
        const object = about({ id: actor.userId, username: actor.username });
        await audit.write(actor, { action: 'account.identity-linked', object, detail }, tx);
        await this.bring(actor, arrival, identityId, tx);
      }),
    );
  }

  /** What a source gave it may take away, and nothing else. */
  async bring(
    who: Actor | Caller,
    arrival: Omit<Arrival, 'issuer' | 'subject'>,
    identityId: string,
    tx: Tx,
  ): Promise<boolean> {
    const { source } = arrival;
    const standing = await this.#standings.find(identityId, source.id, tx);
    const changes = standing && changesOf(arrival, this.rulesOf(arrival), standing);
    if (!standing || !changes || !isChange(changes)) {
      return false;
    }
    const { user } = standing;
    const { users, audit } = this.#deps;
    const renamed = await this.#rename(user, changes.username, tx);
    if (Object.keys(changes.profile).length > 0) {
      await users.setProfile(user.id, changes.profile, tx);
    }
    if (changes.isEnabledAgain) {
      await users.setStatus(user.id, 'enabled', tx);
      const detail = { source: source.name };
      await audit.write(who, { action: 'user.enabled', object: about(user), detail }, tx);
    }
    const given = await this.#give(who, source.id, user.id, changes, tx);
    const keys = await this.#deps.sourceKeys.change(user.id, source.id, changes.keys, tx);
    const detail = {
      source: source.name,
      ...given,
      ...(keys.added.length + keys.removed.length > 0 && { keys }),
      ...(renamed !== undefined && { username: renamed }),
      ...changes.profile,
    };
    if (Object.keys(detail).length > 1) {
      await audit.write(who, { action: 'user.synchronised', object: about(user), detail }, tx);
    }
    return true;
  }

  /** Of an account that is kept here: what the source gave goes, and nothing else. */
  takeBack(who: Actor | Caller, source: Source, identityId: string, tx: Tx): Promise<boolean> {
    return this.bring(who, { ...NOBODY, source: { ...source, rules: [] } }, identityId, tx);
  }

  async #rename({ id }: Standing['user'], wanted: string | undefined, tx: Tx): Promise<string | undefined> {
    const { users } = this.#deps;
    const other = wanted === undefined ? undefined : await users.findByUsername(wanted, tx);
    if (wanted === undefined || (other && other.id !== id)) {
      return undefined;
    }
    await users.rename(id, wanted, tx);
    return wanted;
  }

  async #give(who: Actor | Caller, sourceId: string, userId: string, { grants }: Changes, tx: Tx) {
    const { users, userGroups, roles, clock } = this.#deps;
    if (!grants?.isChanged) {
      return {};
    }
    await userGroups.addNewMember(who, userId, grants.groups.added, tx);
    await userGroups.removeMember(who, userId, grants.groups.removed, tx);
    await roles.assign(userId, grants.roles.all, tx);
    await users.setType(userId, grants.isAdmin ? 'admin' : 'user', tx);
    await this.#identities.removeGrants(grants.forgotten, tx);
    for (const grant of grants.noted) {
      const row = { id: newId(clock.now()), source_id: sourceId, user_id: userId, ...grant };
      await this.#identities.addGrant(row, tx);
    }
    const { all: _, ...changedRoles } = grants.roles;
    return { groups: grants.groups, roles: changedRoles, admin: grants.isAdmin };
  }

  async #byMail(mail: string): Promise<string | undefined> {
    if (mail === '') {
      return undefined;
    }
    const [account, ...others] = await this.#identities.listByMail(mail);
    if (!account || others.length > 0 || account.type === 'admin') {
      return undefined;
    }
    return (await this.#identities.listOf(account.id)).length === 0 ? account.id : undefined;
  }

  async #make(
    who: Actor | Caller,
    arrival: Arrival,
    { id, username, passwordHash }: { id: string; username: string; passwordHash: string },
    tx: Tx,
  ): Promise<void> {
    const { users, audit } = this.#deps;
    const { source } = arrival;
    const profile = profileOf(arrival, username);
    const person = { id, username, ...profile, type: 'user', source: source.name } as const;
    await users.insert({ ...person, passwordHash, mustChangePassword: false }, tx);
    const detail = { ...profile, source: source.name };
    await audit.write(who, { action: 'user.created', object: about(person), detail }, tx);
  }

  async #noteIdentity(
    who: Actor | Caller,
    arrival: Arrival,
    found: Recognised,
    { person, isLogin }: { person: User; isLogin: boolean },
    tx: Tx,
  ): Promise<string> {
    const { audit, clock } = this.#deps;
    const { source, issuer, subject } = arrival;
    if (found.kind === 'known') {
      if (isLogin) {
        await this.#identities.noteLogin(found.identityId, labelOf(arrival), clock.now(), tx);
      }
      return found.identityId;
    }
    const made = found.kind === 'created' ? 1 : 0;
    const identityId = await this.#addIdentity(person.id, arrival, { made, isLogin }, tx);
    if (found.kind === 'linked') {
      const detail = { source: source.name, issuer, subject, by: 'mail' };
      await audit.write(who, { action: 'account.identity-linked', object: about(person), detail }, tx);
    }
    return identityId;
  }

  async #addIdentity(
    userId: string,
    arrival: Arrival,
    { made, isLogin }: { made: 0 | 1; isLogin: boolean },
    tx: Tx,
  ): Promise<string> {
    const { source, issuer, subject } = arrival;
    const now = this.#deps.clock.now();
    const id = newId(now);
    await this.#identities.insert(
      {
        id,
        source_id: source.id,
        issuer,
        subject,
        user_id: userId,
        label: labelOf(arrival),
        created_at: now,
        last_login_at: isLogin ? now : 0,
        made,
      },
      tx,
    );
    return id;
  }
}

/** Somebody of whom a source says nothing any more. */
const NOBODY = {
  username: '',
  nickname: '',
  mail: '',
  linkingMail: '',
  groups: [],
  isCutOff: false,
  followsName: false,
  sshKeys: [],
};

/** Who comes does it; who is made beforehand is made by whoever asked for that, or by the product. */
function whoOf(
  caller: Caller,
  { id, username }: { id: string; username: string },
  isLogin: boolean,
): Actor | Caller {
  return isLogin ? { ...caller, userId: id, username, loginId: undefined } : caller;
}

function about({ id, username }: { id: string; username: string }) {
  return { type: 'user', id, name: username };
}

function labelOf({ username, mail, subject }: Arrival): string {
  return (username || mail || subject).slice(0, LONGEST_LABEL);
}
