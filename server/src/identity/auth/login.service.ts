import type { PendingStage } from '@jadegate/contract/endpoint';
import type { ErrorCode } from '@jadegate/contract/error';
import type { LoginRequest } from '@jadegate/contract/identity/account';

import type { Database, Tx } from '../../db/database.ts';
import { ReadCache } from '../../db/read-cache.ts';
import { loginOf, type Actor, type Caller, type Identity } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { ConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts';
import { hashToken, newId, newToken } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { LoginPolicyService } from '../login-policy/login-policy.service.ts';
import type { SecondFactorService } from '../user/second-factor.service.ts';
import type { User, UserService } from '../user/user.service.ts';
import { hasLocked, LockoutService, type Attempt } from './lockout.service.ts';
import { ACCOUNT_RULE } from './lockout.ts';
import { endOf, lifetimeMs, PENDING_MS, type LoginLimits } from './login-lifetime.ts';
import { LoginRepository, type LiveLogin } from './login.repository.ts';

/** A sliding lifetime is written at most this often, not on every request. */
const SLIDE_STEP_MS = MINUTE_MS;
/**
 * Logins that are judged at a time. Each is counted as a failure until it is known to be none: with no more than the
 * free ones under way, right ones that come at once never lock each other out. More would only fight for the processor.
 */
const AT_ONCE = ACCOUNT_RULE.free;

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
  /** How long a login may go on however much it is used. */
  limits: () => Promise<LoginLimits>;
}

interface SignedIn {
  token: string;
  user: User;
  owes: PendingStage | undefined;
}

/**
 * The door. A login is a random token of which only the hash is stored; it is looked up, with the state of its
 * person, on every request, so that ending it or disabling the person works at once.
 */
export class LoginService {
  readonly #database: Database;
  readonly #logins: LoginRepository;
  readonly #live: ReadCache<LiveLogin>;
  readonly #lockouts: LockoutService;
  readonly #users: UserService;
  readonly #factors: SecondFactorService;
  readonly #policies: LoginPolicyService;
  readonly #requiresSecondFactor: Dependencies['requiresSecondFactor'];
  readonly #limits: Dependencies['limits'];
  readonly #audit: AuditService;
  readonly #notifications: NotificationService;
  readonly #clock: Clock;
  readonly #turns = new ConcurrencyLimiter(AT_ONCE);

  constructor(dependencies: Dependencies) {
    const { database, users, factors, policies, audit, clock, requiresSecondFactor } = dependencies;
    this.#database = database;
    this.#notifications = dependencies.notifications;
    this.#factors = factors;
    this.#requiresSecondFactor = requiresSecondFactor;
    this.#limits = dependencies.limits;
    this.#logins = new LoginRepository(database.db);
    this.#live = new ReadCache(database);
    this.#lockouts = new LockoutService(database, clock);
    this.#users = users;
    this.#policies = policies;
    this.#audit = audit;
    this.#clock = clock;
  }

  login(caller: Caller, request: LoginRequest): Promise<SignedIn> {
    return this.#turns.take(() => this.#judge(caller, request));
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
    // Use will slide it on, further for one that is remembered.
    const expires_at = this.#clock.now() + (next ? PENDING_MS : lifetimeMs({ remember: 0 }));
    await this.#logins.advance(loginOf(actor), done, { stage: next ?? 'full', expires_at }, tx);
  }

  async authenticate(token: string): Promise<Identity | undefined> {
    const tokenHash = hashToken(token);
    const now = this.#clock.now();
    const login = await this.#live.get(tokenHash, () => this.#logins.findLive(tokenHash, now));
    if (!login || login.expires_at <= now || (await this.#isOver(login))) {
      return undefined;
    }
    await this.#slide(login);
    return identity(login);
  }

  /** For a ticket, a socket or a live session: the login it hangs on, if that is still live. */
  async identify(loginId: string): Promise<Identity | undefined> {
    const login = await this.#logins.findLiveById(loginId, this.#clock.now());
    return login && !(await this.#isOver(login)) ? identity(login) : undefined;
  }

  listLocked(): ReturnType<LockoutService['listLocked']> {
    return this.#lockouts.listLocked();
  }

  clearLockOf(subject: string, tx: Tx): Promise<void> {
    return this.#lockouts.clear(subject, tx);
  }

  clearLock(username: string, tx: Tx): Promise<void> {
    return this.#lockouts.clearAccount(username, tx);
  }

  /** Removes what has run out. Called at start and every few minutes. */
  async sweep(): Promise<void> {
    const now = this.#clock.now();
    const limits = await this.#limits();
    await this.#database.transact((tx) => this.#logins.endOver(now, limits, tx));
    await this.#lockouts.sweep();
  }

  /** Checks in an order that tells an outsider nothing: only who knows the password learns more than "wrong". */
  async #judge(caller: Caller, request: LoginRequest): Promise<SignedIn> {
    const attempt = await this.#begin(caller, request);
    const user = await this.#users.findByUsername(request.username);
    const standing = await this.#users.standing(user?.id ?? '');
    if (!(await this.#users.isPassword(user, request.password)) || !user) {
      return this.#refuse(caller, request, 'login.failed', { failed: attempt });
    }
    if (user.status !== 'enabled') {
      return this.#refuse(caller, request, 'login.disabled', { given: attempt });
    }
    if (user.totp_enabled) {
      if (!request.totp) {
        await this.#database.transact((tx) => this.#lockouts.uncount(attempt, tx));
        throw new AppError('login.totp_required');
      }
      if (!(await this.#factors.use(asActor(caller, user), request.totp))) {
        return this.#refuse(caller, request, 'login.totp_wrong', { failed: attempt });
      }
    }
    const { allowed } = await this.#policies.decide(user.id, caller.address, this.#clock.now());
    if (!allowed) {
      return this.#refuse(caller, request, 'login.policy_refused', { given: attempt });
    }
    const owes = await this.owedStep(user);
    const token = await this.#admit(caller, request, { attempt, user, owes, standing });
    if (token === undefined) {
      return this.#refuse(caller, request, 'login.failed', { failed: attempt });
    }
    return { token, user, owes };
  }

  /** Undefined where the person's password or right to sign in changed since it was looked at. */
  async #admit(
    caller: Caller,
    request: LoginRequest,
    {
      attempt,
      user,
      owes,
      standing,
    }: { attempt: Attempt; user: User; owes: PendingStage | undefined; standing: string },
  ): Promise<string | undefined> {
    const now = this.#clock.now();
    const token = newToken();
    const id = newId(now);
    const remember = request.remember ? 1 : 0;
    const lifetime = owes ? PENDING_MS : lifetimeMs({ remember });
    const isNewDevice = await this.#notifications.isNewDevice(user.username, caller);
    const isLetIn = await this.#database.transact(async (tx) => {
      if ((await this.#users.standing(user.id, tx)) !== standing) {
        return false;
      }
      await this.#lockouts.forgive(attempt, tx);
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
          proven_at: now,
          factor_proven_at: user.totp_enabled ? now : 0,
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
      return true;
    });
    if (isLetIn && isNewDevice) {
      this.#notifications.notify(user.id, 'new-device-login', caller);
    }
    return isLetIn ? token : undefined;
  }

  /** Counted before anything is looked at; somebody who is locked out is written down and not judged. */
  async #begin(caller: Caller, request: LoginRequest): Promise<Attempt> {
    try {
      return await this.#lockouts.beginLogin({ username: request.username, address: caller.address });
    } catch (error) {
      if (error instanceof AppError) {
        const entry = { loginId: null, state: '0', reason: error.code } as const;
        await this.#database.transact((tx) => this.#log(caller, request, entry, tx));
      }
      throw error;
    }
  }

  /** `failed` stays counted; `given` was right as far as it went and is given back. */
  async #refuse(
    caller: Caller,
    request: LoginRequest,
    reason: ErrorCode,
    attempt: { failed: Attempt } | { given: Attempt },
  ): Promise<never> {
    await this.#database.transact(async (tx) => {
      if ('given' in attempt) {
        await this.#lockouts.uncount(attempt.given, tx);
      }
      await this.#log(caller, request, { loginId: null, state: '0', reason }, tx);
      const entry = {
        action: 'login.failed',
        object: person('', request.username),
        result: 'failure',
        detail: { reason },
      } as const;
      await this.#audit.write(caller, entry, tx);
    });
    const isLocked = 'failed' in attempt && hasLocked(attempt.failed);
    const user = isLocked ? await this.#users.findByUsername(request.username) : undefined;
    if (user) {
      this.#notifications.notify(user.id, 'locked-out', caller);
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

  async #isOver(login: LiveLogin): Promise<boolean> {
    return endOf(login, await this.#limits()) <= this.#clock.now();
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
