import type { LoginRequest, Reauthentication } from '@jadegate/contract/account';
import type { PendingStage } from '@jadegate/contract/endpoint';
import type { ErrorCode } from '@jadegate/contract/error';

import type { Database, Tx } from '../../db/database.ts';
import { Remembered } from '../../db/remembered.ts';
import { loginOf, type Actor, type Caller, type Identity } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { hashToken, newId, newToken } from '../../kernel/id.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { LoginPolicyService } from '../login-policy/login-policy.service.ts';
import type { NotificationService } from '../notification/notification.service.ts';
import type { SecondFactorService } from '../user/second-factor.service.ts';
import type { User, UserService } from '../user/user.service.ts';
import { LockoutService } from './lockout.service.ts';
import { LoginRepository, type LiveLogin } from './login.repository.ts';

/**
 * The door. A login is a random token of which only the hash is stored; it is looked up, with the state of its
 * person, on every request, so that ending it or disabling the person works at once.
 */
const LIFETIME_MS = 2 * HOUR_MS;
const REMEMBERED_MS = 14 * DAY_MS;
/** How far ahead of its last use a login that owes nothing ends. */
export function lifetimeMs({ remember }: { remember: 0 | 1 }): number {
  return remember ? REMEMBERED_MS : LIFETIME_MS;
}
/** Time to finish a login that still owes a step. Does not slide. */
const PENDING_MS = 15 * MINUTE_MS;
/** A sliding lifetime is written at most this often, not on every request. */
const SLIDE_STEP_MS = MINUTE_MS;

interface Dependencies {
  database: Database;
  users: UserService;
  factors: SecondFactorService;
  policies: LoginPolicyService;
  audit: AuditService;
  notifications: NotificationService;
  clock: Clock;
  /** Whether the installation's policy asks this person for a second factor. */
  requiresSecondFactor: (user: User) => Promise<boolean>;
}

interface SignedIn {
  token: string;
  user: User;
  owes: PendingStage | undefined;
}

export class LoginService {
  readonly #database: Database;
  readonly #logins: LoginRepository;
  readonly #live: Remembered<LiveLogin>;
  readonly #lockouts: LockoutService;
  readonly #users: UserService;
  readonly #factors: SecondFactorService;
  readonly #policies: LoginPolicyService;
  readonly #requiresSecondFactor: Dependencies['requiresSecondFactor'];
  readonly #audit: AuditService;
  readonly #notifications: NotificationService;
  readonly #clock: Clock;

  constructor(dependencies: Dependencies) {
    const { database, users, factors, policies, audit, clock, requiresSecondFactor } = dependencies;
    this.#database = database;
    this.#notifications = dependencies.notifications;
    this.#factors = factors;
    this.#requiresSecondFactor = requiresSecondFactor;
    this.#logins = new LoginRepository(database.db);
    this.#live = new Remembered(database);
    this.#lockouts = new LockoutService(database, clock);
    this.#users = users;
    this.#policies = policies;
    this.#audit = audit;
    this.#clock = clock;
  }

  /** Checks in an order that tells an outsider nothing: only who knows the password learns more than "wrong". */
  async login(caller: Caller, request: LoginRequest): Promise<SignedIn> {
    await this.#refuseWhileLocked(caller, request);
    const user = await this.#users.findByUsername(request.username);
    if (!(await this.#users.isPassword(user, request.password)) || !user) {
      return this.#refuse(caller, request, 'login.failed', { counts: true });
    }
    if (user.status !== 'enabled') {
      return this.#refuse(caller, request, 'login.disabled', { counts: false });
    }
    if (user.totp_enabled) {
      if (!request.totp) {
        throw new AppError('login.totp_required');
      }
      if (!(await this.#factors.use(asActor(caller, user), request.totp))) {
        return this.#refuse(caller, request, 'login.totp_wrong', { counts: true });
      }
    }
    const { allowed } = await this.#policies.decide(user.id, caller.address, this.#clock.now());
    if (!allowed) {
      return this.#refuse(caller, request, 'login.policy_refused', { counts: false });
    }
    const owes = await this.owedStep(user);
    return { token: await this.#admit(caller, request, user, owes), user, owes };
  }

  async logout(actor: Actor): Promise<void> {
    await this.#database.transact(async (tx) => {
      await this.#logins.end(loginOf(actor), this.#clock.now(), tx);
      await this.#audit.write(
        actor,
        { action: 'login.ended', object: person(actor.userId, actor.username) },
        tx,
      );
    });
  }

  /** Ends every login of a person, or every one but this. */
  endAllOf(userId: string, tx: Tx, exceptLoginId?: string): Promise<void> {
    return this.#logins.endAllOf(userId, exceptLoginId, this.#clock.now(), tx);
  }

  /** Ends one login, whoever's it is. */
  end(loginId: string, tx: Tx): Promise<void> {
    return this.#logins.end(loginId, this.#clock.now(), tx);
  }

  /**
   * What a person in this state owes before a login is complete. The policy is asked when a login begins and when a
   * step of it is done; a login that is complete stays so when the policy changes.
   */
  async owedStep(user: User): Promise<PendingStage | undefined> {
    if (user.must_change_password === 1) {
      return 'change-password';
    }
    return user.totp_enabled === 0 && (await this.#requiresSecondFactor(user)) ? 'enrol-totp' : undefined;
  }

  requiresSecondFactor(user: User): Promise<boolean> {
    return this.#requiresSecondFactor(user);
  }

  /** A step is done: the login goes on to the next one owed, or is complete and counts from now. */
  async advance(actor: Actor, done: PendingStage, next: PendingStage | undefined, tx: Tx): Promise<void> {
    const expires_at = this.#clock.now() + (next ? PENDING_MS : LIFETIME_MS);
    await this.#logins.advance(loginOf(actor), done, { stage: next ?? 'full', expires_at }, tx);
  }

  async authenticate(token: string): Promise<Identity | undefined> {
    const tokenHash = hashToken(token);
    const now = this.#clock.now();
    const login = await this.#live.get(tokenHash, () => this.#logins.findLive(tokenHash, now));
    if (!login || login.expires_at <= now) {
      return undefined;
    }
    await this.#slide(login);
    return identity(login);
  }

  /** For a ticket: the login it was issued to, if that is still live. */
  async identify(loginId: string): Promise<Identity | undefined> {
    const login = await this.#logins.findLiveById(loginId, this.#clock.now());
    return login && identity(login);
  }

  /** Asks a signed-in person to prove again who they are. Failures count like failed logins. */
  async confirm(actor: Actor, proof: Reauthentication, totpField = 'totp'): Promise<void> {
    const field = proof.totp ? totpField : 'password';
    if (proof.totp === '' && proof.password === '') {
      // Nothing was tried, so nothing is counted.
      throw new AppError('auth.reauthentication_failed', { fields: [field] });
    }
    const locked = await this.#lockouts.refusal(actor);
    if (locked) {
      throw locked;
    }
    const user = await this.#users.get(actor.userId);
    const isProven = proof.totp
      ? user.totp_enabled === 1 && (await this.#factors.use(actor, proof.totp))
      : await this.#users.isPassword(user, proof.password);
    if (!isProven) {
      const isLocked = await this.#database.transact((tx) => this.#lockouts.countFailure(actor, tx));
      if (isLocked) {
        this.#notifications.tell(actor.userId, 'locked-out', actor);
      }
      throw new AppError('auth.reauthentication_failed', { fields: [field] });
    }
    await this.#database.transact((tx) => this.#lockouts.clear(actor, tx));
  }

  /** A factor other than the password: what changing a factor takes. */
  async confirmFactor(actor: Actor, code: string, field: string): Promise<void> {
    if (code === '') {
      throw new AppError('account.factor_required', { fields: [field] });
    }
    await this.confirm(actor, { password: '', totp: code }, field);
  }

  clearLock(username: string, tx: Tx): Promise<void> {
    return this.#lockouts.clearAccount(username, tx);
  }

  /** Removes what has run out. Called at start and every few minutes. */
  async sweep(): Promise<void> {
    const now = this.#clock.now();
    await this.#database.transact((tx) => this.#logins.endExpired(now, tx));
    await this.#lockouts.sweep();
  }

  async #admit(
    caller: Caller,
    request: LoginRequest,
    user: User,
    owes: PendingStage | undefined,
  ): Promise<string> {
    const now = this.#clock.now();
    const token = newToken();
    const id = newId(now);
    const remember = request.remember ? 1 : 0;
    const lifetime = owes ? PENDING_MS : lifetimeMs({ remember });
    const isNewDevice = await this.#notifications.isNewDevice(user.username, caller);
    await this.#database.transact(async (tx) => {
      await this.#lockouts.clear({ username: request.username, address: caller.address }, tx);
      await this.#logins.insert(
        {
          id,
          token_hash: hashToken(token),
          user_id: user.id,
          stage: owes ?? 'full',
          remember,
          address: caller.address,
          user_agent: caller.userAgent,
          created_at: now,
          expires_at: now + lifetime,
        },
        tx,
      );
      // By its own spelling, so that a person's logins are found again whatever was typed.
      const { username } = user;
      await this.#log(caller, { ...request, username }, { loginId: id, state: '1', reason: '' }, tx);
      const actor: Actor = { ...asActor(caller, user), loginId: id };
      await this.#audit.write(
        actor,
        { action: 'login.succeeded', object: person(user.id, user.username) },
        tx,
      );
    });
    if (isNewDevice) {
      this.#notifications.tell(user.id, 'new-device-login', caller);
    }
    return token;
  }

  async #refuseWhileLocked(caller: Caller, request: LoginRequest): Promise<void> {
    const locked = await this.#lockouts.refusal({ username: request.username, address: caller.address });
    if (locked) {
      const entry = { loginId: null, state: '0', reason: locked.code } as const;
      await this.#database.transact((tx) => this.#log(caller, request, entry, tx));
      throw locked;
    }
  }

  async #refuse(
    caller: Caller,
    request: LoginRequest,
    reason: ErrorCode,
    { counts }: { counts: boolean },
  ): Promise<never> {
    const attempt = { username: request.username, address: caller.address };
    const isLocked = await this.#database.transact(async (tx) => {
      const isNowLocked = counts && (await this.#lockouts.countFailure(attempt, tx));
      await this.#log(caller, request, { loginId: null, state: '0', reason }, tx);
      const entry = {
        action: 'login.failed',
        object: person('', request.username),
        result: 'failure',
        detail: { reason },
      } as const;
      await this.#audit.write(caller, entry, tx);
      return isNowLocked;
    });
    const user = isLocked ? await this.#users.findByUsername(request.username) : undefined;
    if (user) {
      this.#notifications.tell(user.id, 'locked-out', caller);
    }
    throw new AppError(reason);
  }

  #log(
    caller: Caller,
    request: LoginRequest,
    entry: { loginId: string | null; state: '0' | '1'; reason: string },
    tx: Tx,
  ) {
    const now = this.#clock.now();
    return this.#logins.insertLog(
      {
        id: newId(now),
        login_id: entry.loginId,
        username: request.username,
        address: caller.address,
        user_agent: caller.userAgent,
        remember: request.remember ? 1 : 0,
        state: entry.state,
        reason: entry.reason,
        login_at: now,
        logout_at: null,
      },
      tx,
    );
  }

  async #slide(login: LiveLogin): Promise<void> {
    const expiresAt = this.#clock.now() + lifetimeMs(login);
    if (login.stage === 'full' && expiresAt - login.expires_at >= SLIDE_STEP_MS) {
      await this.#logins.extend(login.id, expiresAt);
    }
  }
}

function person(id: string, name: string) {
  return { type: 'user', id, name };
}

/** Somebody who knows the password, before there is a login. */
function asActor(caller: Caller, user: User): Actor {
  return { ...caller, userId: user.id, username: user.username, loginId: undefined };
}

function identity(login: LiveLogin): Identity {
  return {
    userId: login.user_id,
    username: login.username,
    type: login.type,
    loginId: login.id,
    owes: login.stage === 'full' ? undefined : login.stage,
  };
}
