import type { PendingStage } from '@jadegate/contract/endpoint';

import type { Database, Tx } from '../../db/database.ts';
import { ReadCache } from '../../db/read-cache.ts';
import { loginOf, type Actor, type Caller, type Identity } from '../../kernel/actor.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { hashToken } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { User } from '../user/user.service.ts';
import type { FactorWindowService } from './factor-window.service.ts';
import { LockoutService } from './lockout.service.ts';
import { endOf, lifetimeMs, PENDING_MS, type LoginLimits } from './login-lifetime.ts';
import { LoginRepository, type LiveLogin } from './login.repository.ts';
import { SignInLog } from './sign-in-log.ts';
import type { SignInRequest } from './sign-in-request.ts';
import type { SignInRulesService } from './sign-in-rules.service.ts';
import { SignIn, type SignedIn, type SignInDependencies } from './sign-in.ts';

export type { SignInRequest } from './sign-in-request.ts';
export type { SignedIn } from './sign-in.ts';
export type { SignInProof, SourceProof } from './sign-in-proof.ts';

/** A sliding lifetime is written at most this often, not on every request. */
const SLIDE_STEP_MS = MINUTE_MS;
interface Dependencies extends SignInDependencies {
  /** How long a login may go on however much it is used. */
  limits: () => Promise<LoginLimits>;
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
  readonly #signIn: SignIn;
  readonly #log: SignInLog;
  readonly #rules: SignInRulesService;
  readonly #factorWindows: FactorWindowService;
  readonly #limits: Dependencies['limits'];
  readonly #audit: AuditService;
  readonly #clock: Clock;

  constructor(dependencies: Dependencies) {
    const { database, rules, limits, audit, clock } = dependencies;
    this.#database = database;
    this.#logins = new LoginRepository(database.db);
    this.#live = new ReadCache(database);
    this.#lockouts = new LockoutService(database, clock);
    this.#signIn = new SignIn(dependencies);
    this.#log = new SignInLog(dependencies);
    this.#rules = rules;
    this.#factorWindows = dependencies.factorWindows;
    this.#limits = limits;
    this.#audit = audit;
    this.#clock = clock;
  }

  signIn(caller: Caller, request: SignInRequest): Promise<SignedIn> {
    return this.#signIn.attempt(caller, request);
  }

  noteRefused(...refused: Parameters<SignInLog['noteRefused']>): Promise<void> {
    return this.#log.noteRefused(...refused);
  }

  /** The identity source that a login came by; empty where it came by none. */
  sourceOf(loginId: string): Promise<string> {
    return this.#logins.findSource(loginId);
  }

  async logout(actor: Actor): Promise<void> {
    await this.#database.transact(async (tx) => {
      await this.#logins.end(loginOf(actor), this.#clock.now(), tx);
      await this.#audit.write(
        actor,
        { action: 'login.ended', object: { type: 'user', id: actor.userId, name: actor.username } },
        tx,
      );
    });
  }

  /** Ends every login of a person, or every one but this; the next asks for a code again. */
  async endAllOf(userId: string, tx: Tx, exceptLoginId?: string): Promise<void> {
    await this.#logins.endAllOf(userId, exceptLoginId, this.#clock.now(), tx);
    await this.#factorWindows.endAllOf(userId, tx);
  }

  /** Ends one login, whoever's it is. */
  end(loginId: string, tx: Tx): Promise<void> {
    return this.#logins.end(loginId, this.#clock.now(), tx);
  }

  /** Ends the logins that came by a source: all, those of one session there, or those of one person. */
  endBySource(
    sourceId: string,
    which: { sid?: string; userId?: string },
    tx: Tx,
  ): Promise<{ id: string; user_id: string }[]> {
    return this.#logins.endBySource(sourceId, which, this.#clock.now(), tx);
  }

  owedStep(user: User): Promise<PendingStage | undefined> {
    return this.#rules.owedStep(user);
  }

  requiresSecondFactor(user: User): Promise<boolean> {
    return this.#rules.requiresSecondFactor(user);
  }

  requiresPasskey(user: User): Promise<boolean> {
    return this.#rules.requiresPasskey(user);
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

function identity(login: LiveLogin): Identity {
  return {
    userId: login.user_id,
    username: login.username,
    type: login.type,
    loginId: login.id,
    owes: login.stage === 'full' ? undefined : login.stage,
  };
}
