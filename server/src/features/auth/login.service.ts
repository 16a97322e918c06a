import type { LoginRequest, Reauthentication } from '@jadegate/contract/account';
import type { ErrorCode } from '@jadegate/contract/error';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor, Caller, Identity } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { hashToken, newId, newToken } from '../../kernel/id.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { LoginPolicyService } from '../login-policy/login-policy.service.ts';
import type { User, UserService } from '../user/user.service.ts';
import { LockoutService } from './lockout.service.ts';
import { LoginRepository, type LiveLogin } from './login.repository.ts';

/**
 * The door. A login is a random token of which only the hash is stored; it is looked up, with the state of its
 * person, on every request, so that ending it or disabling the person works at once.
 */
const LIFETIME_MS = 2 * HOUR_MS;
const REMEMBERED_MS = 14 * DAY_MS;
/** Time to finish a login that still owes a step. Does not slide. */
const PENDING_MS = 15 * MINUTE_MS;
/** A sliding lifetime is written at most this often, not on every request. */
const SLIDE_STEP_MS = MINUTE_MS;

interface Dependencies {
  database: Database;
  users: UserService;
  policies: LoginPolicyService;
  audit: AuditService;
  clock: Clock;
}

export class LoginService {
  readonly #database: Database;
  readonly #logins: LoginRepository;
  readonly #lockouts: LockoutService;
  readonly #users: UserService;
  readonly #policies: LoginPolicyService;
  readonly #audit: AuditService;
  readonly #clock: Clock;

  constructor({ database, users, policies, audit, clock }: Dependencies) {
    this.#database = database;
    this.#logins = new LoginRepository(database.db);
    this.#lockouts = new LockoutService(database, clock);
    this.#users = users;
    this.#policies = policies;
    this.#audit = audit;
    this.#clock = clock;
  }

  /** Checks in an order that tells an outsider nothing: only who knows the password learns more than "wrong". */
  async login(caller: Caller, request: LoginRequest): Promise<{ token: string; user: User }> {
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
      if (!(await this.#users.useTotp(user, request.totp))) {
        return this.#refuse(caller, request, 'login.totp_wrong', { counts: true });
      }
    }
    const { allowed } = await this.#policies.decide(user.id, caller.address, this.#clock.now());
    if (!allowed) {
      return this.#refuse(caller, request, 'login.policy_refused', { counts: false });
    }
    return { token: await this.#admit(caller, request, user), user };
  }

  async logout(actor: Actor): Promise<void> {
    await this.#database.transact(async (tx) => {
      await this.#logins.end(actor.loginId, this.#clock.now(), tx);
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

  /** The step owed is done: the login counts from now. */
  complete(loginId: string, tx: Tx): Promise<void> {
    return this.#logins.complete(loginId, this.#clock.now() + LIFETIME_MS, tx);
  }

  async authenticate(token: string): Promise<Identity | undefined> {
    const login = await this.#logins.findLive(hashToken(token), this.#clock.now());
    if (login) {
      await this.#slide(login);
    }
    return login && identity(login);
  }

  /** For a ticket: the login it was issued to, if that is still live. */
  async identify(loginId: string): Promise<Identity | undefined> {
    const login = await this.#logins.findLiveById(loginId, this.#clock.now());
    return login && identity(login);
  }

  /** Asks a signed-in person to prove again who they are. Failures count like failed logins. */
  async confirm(actor: Actor, proof: Reauthentication): Promise<void> {
    const locked = await this.#lockouts.refusal(actor);
    if (locked) {
      throw locked;
    }
    const user = await this.#users.get(actor.userId);
    const isProven = proof.totp
      ? user.totp_enabled === 1 && (await this.#users.useTotp(user, proof.totp))
      : await this.#users.isPassword(user, proof.password);
    if (!isProven) {
      await this.#database.transact((tx) => this.#lockouts.countFailure(actor, tx));
      throw new AppError('auth.reauthentication_failed', { fields: [proof.totp ? 'totp' : 'password'] });
    }
    await this.#database.transact((tx) => this.#lockouts.clear(actor, tx));
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

  async #admit(caller: Caller, request: LoginRequest, user: User): Promise<string> {
    const now = this.#clock.now();
    const token = newToken();
    const id = newId(now);
    const isPending = user.must_change_password === 1;
    const lifetime = isPending ? PENDING_MS : request.remember ? REMEMBERED_MS : LIFETIME_MS;
    await this.#database.transact(async (tx) => {
      await this.#lockouts.clear({ username: request.username, address: caller.address }, tx);
      await this.#logins.insert(
        {
          id,
          token_hash: hashToken(token),
          user_id: user.id,
          stage: isPending ? 'change-password' : 'full',
          remember: request.remember ? 1 : 0,
          address: caller.address,
          user_agent: caller.userAgent,
          created_at: now,
          expires_at: now + lifetime,
        },
        tx,
      );
      await this.#log(caller, request, { loginId: id, state: '1', reason: '' }, tx);
      const actor: Actor = { ...caller, userId: user.id, username: user.username, loginId: id };
      await this.#audit.write(
        actor,
        { action: 'login.succeeded', object: person(user.id, user.username) },
        tx,
      );
    });
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
    await this.#database.transact(async (tx) => {
      if (counts) {
        await this.#lockouts.countFailure({ username: request.username, address: caller.address }, tx);
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
    const expiresAt = this.#clock.now() + (login.remember ? REMEMBERED_MS : LIFETIME_MS);
    if (login.stage === 'full' && expiresAt - login.expires_at >= SLIDE_STEP_MS) {
      await this.#logins.extend(login.id, expiresAt);
    }
  }
}

function person(id: string, name: string) {
  return { type: 'user', id, name };
}

function identity(login: LiveLogin): Identity {
  return {
    userId: login.user_id,
    username: login.username,
    type: login.type,
    loginId: login.id,
    isPending: login.stage !== 'full',
  };
}
