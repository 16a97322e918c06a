import type { PendingStage } from '@jadegate/contract/endpoint';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts';
import { hashToken, newId, newToken } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { EventOutbox } from '../../platform/event/event-outbox.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { SecondFactorService } from '../user/second-factor.service.ts';
import type { User, UserService } from '../user/user.service.ts';
import type { FactorWindowService } from './factor-window.service.ts';
import { hasLocked, LockoutService, type Attempt } from './lockout.service.ts';
import { ACCOUNT_RULE } from './lockout.ts';
import { lifetimeMs, PENDING_MS } from './login-lifetime.ts';
import { LoginRepository } from './login.repository.ts';
import { SignInLog } from './sign-in-log.ts';
import type { SignInProof } from './sign-in-proof.ts';
import { refusalCode } from './sign-in-refusal.ts';
import {
  asActor,
  placeOf,
  hasFactorBeside,
  logged,
  person,
  refusalOf,
  wayOf,
  type Judged,
  type ProvenFactor,
  type Refusal,
  type SignInRequest,
  type Weighed,
} from './sign-in-request.ts';
import type { SignInRulesService } from './sign-in-rules.service.ts';
import type {
  GivenPasskey,
  KeptProof,
  PasskeyProofs,
  PasswordJudge,
  PlacedProof,
} from './sign-in.interface.ts';
import type { SignInAnswer } from './sign-in.policy.ts';

/**
 * Logins that are judged at a time. Each is counted as a failure until it is known to be none: with no more than the
 * free ones under way, right ones that come at once never lock each other out. More would only fight for the processor.
 */
const AT_ONCE = ACCOUNT_RULE.free;

export interface SignedIn {
  loginId: string;
  token: string;
  user: User;
  /** At the web only; elsewhere somebody who owes a step is refused. */
  owes: PendingStage | undefined;
}

export interface SignInDependencies {
  database: Database;
  users: UserService;
  factors: SecondFactorService;
  rules: SignInRulesService;
  factorWindows: FactorWindowService;
  keys: KeptProof;
  approvals: KeptProof;
  sources: KeptProof;
  passkeys: PasskeyProofs;
  tickets: PlacedProof;
  passwords: PasswordJudge;
  /** Whether this account may come in with a password. */
  mayUsePassword: (user: User) => Promise<boolean>;
  audit: AuditService;
  outbox: EventOutbox;
  notifications: NotificationService;
  clock: Clock;
}

/** Given out at a login that had the second factor: nobody can be asked for it again. */
const SKIPS_FACTOR: ReadonlySet<SignInProof['kind']> = new Set(['approval', 'ticket']);

/** One attempt to sign in, from the count of it to the login. */
export class SignIn {
  readonly #deps: SignInDependencies;
  readonly #logins: LoginRepository;
  readonly #lockouts: LockoutService;
  readonly #log: SignInLog;
  /** Apart: a directory that does not answer keeps nobody waiting whose password is judged here. */
  readonly #turns = { here: new ConcurrencyLimiter(AT_ONCE), elsewhere: new ConcurrencyLimiter(AT_ONCE) };

  constructor(dependencies: SignInDependencies) {
    this.#deps = dependencies;
    this.#logins = new LoginRepository(dependencies.database.db);
    this.#lockouts = new LockoutService(dependencies.database, dependencies.clock);
    this.#log = new SignInLog(dependencies);
  }

  async attempt(caller: Caller, request: SignInRequest): Promise<SignedIn> {
    const { proof, username } = request;
    const isHere = proof.kind !== 'password' || (await this.#deps.passwords.isJudgedHere(username));
    return this.#turns[isHere ? 'here' : 'elsewhere'].take(() => this.#judge(caller, request));
  }

  async #judge(caller: Caller, request: SignInRequest): Promise<SignedIn> {
    const { database } = this.#deps;
    const attempt = await this.#begin(caller, request);
    const weighed = await this.#weigh(caller, request);
    const { user, vouching, refusal } = weighed;
    const { answer, factor } = await this.#decide(caller, request, weighed);
    if (answer.kind === 'owes-factor') {
      await database.transact((tx) => this.#lockouts.uncount(attempt, tx));
      throw new AppError('login.totp_required');
    }
    if (answer.kind === 'refused' || !user) {
      const reason = answer.kind === 'refused' ? answer.reason : 'unproven';
      const said = reason === 'unproven' ? refusal : undefined;
      return this.#refuse(caller, request, said ?? refusalOf(reason, request, vouching), attempt);
    }
    const judged = { ...weighed, user, attempt, owes: answer.owes, factor };
    const made = await this.#admit(caller, request, judged);
    return made
      ? { ...made, user, owes: answer.owes }
      : this.#refuse(caller, request, refusalOf('unproven', request, vouching), attempt);
  }

  /** A password is true work also for somebody who does not exist. From where nobody may come, nobody is asked. */
  async #weigh(caller: Caller, { username, door, proof }: SignInRequest): Promise<Weighed> {
    const { users, rules, passwords } = this.#deps;
    if (proof.kind !== 'password') {
      const user = await users.findByUsername(username);
      const standing = await users.standing(user?.id ?? '');
      const { kept, id } = this.#keptProof(proof);
      const isProven = user !== undefined && (await kept.isGood(user.id, id));
      return { user, standing, isProven, vouching: proof.kind === 'source' ? proof : undefined };
    }
    const unproven = { user: undefined, standing: '', isProven: false };
    if (!(await rules.allowsAddress({ door, address: caller.address }))) {
      return unproven;
    }
    const verdict = await passwords.judge(caller, username, proof.password);
    switch (verdict.kind) {
      case 'right':
        return { ...verdict, isProven: true };
      case 'refused':
        return { ...unproven, refusal: { ...verdict, isGuess: false } };
      case 'wrong': {
        const { away: name } = verdict;
        const away = name !== undefined && new AppError('login.failed_source_away', { params: { name } });
        return { ...unproven, ...(away && { refusal: { error: away, isGuess: true } }) };
      }
    }
  }

  /** A code is used up only by somebody whom nothing else would keep from being asked for one. */
  async #decide(
    caller: Caller,
    request: SignInRequest,
    { user, isProven, vouching }: Weighed,
  ): Promise<{ answer: SignInAnswer; factor: ProvenFactor }> {
    const { rules, factors, factorWindows, clock } = this.#deps;
    const { proof, totp, passkey } = request;
    const hasFactor = vouching?.hasFactor === true || (proof.kind === 'passkey' && proof.hasFactor);
    const isAsked = hasFactorBeside(user, proof) && !SKIPS_FACTOR.has(proof.kind) && !hasFactor;
    const isWayOpen = vouching !== undefined || (await this.#isWayOpen(caller, user, proof));
    // Whoever came by a source or a passkey has not used the password that must go.
    const isWithout = vouching !== undefined || proof.kind === 'passkey';
    const person = user && isWithout ? { ...user, must_change_password: 0 as const } : user;
    // Whatever code is given is judged, also where none had to be.
    const isGiven = Boolean(totp) || passkey !== undefined;
    const isKept = isAsked && isProven && !isGiven && proof.kind !== 'passkey';
    const keptAt = isKept && user ? await factorWindows.provenAt(placeOf(caller, request, user)) : 0;
    const provenAt = hasFactor ? clock.now() : keptAt;
    const needsCode = proof.kind === 'passkey' && !proof.hasFactor;
    const known = { door: request.door, address: caller.address, person, isProven, isWayOpen, needsCode };
    const unproven = isAsked ? 'missing' : 'unasked';
    const answer = await rules.decide({ ...known, factor: provenAt > 0 ? 'proven' : unproven });
    if (answer.kind !== 'owes-factor' || !user || !isGiven) {
      // Given again it would open what a factor opens: setting up the code that it needs beside it.
      return { answer, factor: { isCodeRight: false, provenAt: needsCode ? clock.now() : provenAt } };
    }
    const name = totp ? undefined : await this.#judgePasskey(caller, user, passkey);
    const isCodeRight = totp ? await factors.use(asActor(caller, user), totp) : name !== undefined;
    return {
      answer: await rules.decide({ ...known, factor: isCodeRight ? 'proven' : 'wrong' }),
      factor: { isCodeRight, passkey: name, provenAt: isCodeRight ? clock.now() : 0 },
    };
  }

  /** One that may have been copied has been told of where it was judged; here it is a wrong one. */
  async #judgePasskey(
    caller: Caller,
    user: User,
    given: GivenPasskey | undefined,
  ): Promise<string | undefined> {
    try {
      return given && (await this.#deps.passkeys.judgeFactor(caller, user.id, given));
    } catch (error) {
      if (error instanceof AppError) {
        return undefined;
      }
      throw error;
    }
  }

  async #isWayOpen({ address }: Caller, user: User | undefined, proof: SignInProof): Promise<boolean> {
    switch (proof.kind) {
      case 'password':
        return !user || (await this.#deps.mayUsePassword(user));
      case 'ticket':
        return this.#deps.tickets.isOpenFrom(proof.ticketId, address);
      default:
        return true;
    }
  }

  #keptProof(proof: Exclude<SignInProof, { kind: 'password' }>): { kept: KeptProof; id: string } {
    switch (proof.kind) {
      case 'key':
        return { kept: this.#deps.keys, id: proof.keyId };
      case 'approval':
        return { kept: this.#deps.approvals, id: proof.approvalId };
      case 'passkey':
        return { kept: this.#deps.passkeys, id: proof.challengeHash };
      case 'source':
        return { kept: this.#deps.sources, id: proof.signInId };
      case 'ticket':
        return { kept: this.#deps.tickets, id: proof.ticketId };
    }
  }

  /** Undefined where the person's password, right to sign in or key changed since it was looked at. */
  async #admit(
    caller: Caller,
    request: SignInRequest,
    { attempt, user, owes, standing, factor, vouching }: Judged,
  ): Promise<{ loginId: string; token: string } | undefined> {
    const { database, users, notifications, factorWindows, audit, clock } = this.#deps;
    const now = clock.now();
    const token = newToken();
    const id = newId(now);
    const remember = request.remember ? 1 : 0;
    const lifetime = owes ? PENDING_MS : lifetimeMs({ remember });
    // Programs come from a new machine each day; the list of tickets says from where.
    const isNewDevice =
      request.proof.kind !== 'ticket' && (await notifications.isNewDevice(user.username, caller));
    const { proof } = request;
    const renewed =
      proof.kind === 'password' && !vouching ? await users.renewedHash(user.id, proof.password) : undefined;
    const isLetIn = await database.transact(async (tx) => {
      if ((await users.standing(user.id, tx)) !== standing) {
        return false;
      }
      if (!(await this.#useProof(caller, request, user, tx))) {
        return false;
      }
      if (renewed !== undefined) {
        await users.setPassword(user.id, renewed, { mustChange: user.must_change_password === 1 }, tx);
      }
      if (factor.isCodeRight && request.proof.kind !== 'passkey') {
        await factorWindows.open(placeOf(caller, request, user), tx);
      }
      // A key cannot be guessed. Were it to forgive, each run of a program would give whoever guesses a password new tries.
      await (request.proof.kind === 'password' || factor.isCodeRight
        ? this.#lockouts.forgive(attempt, tx)
        : this.#lockouts.uncount(attempt, tx));
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
          factor_proven_at: factor.provenAt,
          source_id: vouching?.sourceId ?? '',
          source_sid: vouching?.sid ?? '',
          door: request.door,
        },
        tx,
      );
      // By its own spelling, so that a person's logins are found again whatever was typed.
      const { username } = user;
      const entry = { loginId: id, state: '1', reason: '', source: vouching } as const;
      const shown = { ...logged(request, username), ...(factor.passkey && { passkey: factor.passkey }) };
      await this.#log.write(caller, shown, entry, tx);
      const actor: Actor = { ...asActor(caller, user), loginId: id };
      const detail = {
        ...wayOf(request),
        ...(vouching && { source: vouching.name, rule: vouching.rule }),
        ...(factor.passkey && { passkey: factor.passkey }),
      };
      await audit.write(
        actor,
        {
          action: 'login.succeeded',
          object: person(user.id, user.username),
          ...(Object.keys(detail).length > 0 && { detail }),
        },
        tx,
      );
      return true;
    });
    if (isLetIn && isNewDevice) {
      notifications.notify(user.id, 'new-device-login', caller);
    }
    return isLetIn ? { loginId: id, token } : undefined;
  }

  /** False where it is not good any more: removed, run out or used by somebody else at the same moment. */
  async #useProof(caller: Caller, { proof }: SignInRequest, user: User, tx: Tx): Promise<boolean> {
    if (proof.kind === 'password') {
      return true;
    }
    const { kept, id } = this.#keptProof(proof);
    return (await kept.isGood(user.id, id, tx)) && (await kept.use(caller, id, tx));
  }

  /** Counted before anything is looked at; somebody who is locked out is written down and not judged. */
  async #begin(caller: Caller, request: SignInRequest): Promise<Attempt> {
    const { database, rules } = this.#deps;
    const { username, door } = request;
    try {
      return await this.#lockouts.beginLogin({ username, address: caller.address });
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      const locked = { door, isLocked: true, isProven: false, factor: 'unasked', person: undefined } as const;
      const answer = await rules.decide({ ...locked, address: caller.address });
      const reason = answer.kind === 'refused' ? refusalCode(answer.reason, request.proof) : error.code;
      const failed = { loginId: null, state: '0', reason } as const;
      await database.transact(async (tx) => {
        await this.#log.write(caller, logged(request), failed, tx);
        await this.#log.tellLocked(caller, request, 'tried-again', tx);
      });
      throw reason === error.code ? error : new AppError(reason, { cause: error });
    }
  }

  /** A guess stays counted; what was right as far as it went is given back. */
  async #refuse(
    caller: Caller,
    request: SignInRequest,
    { error, isGuess: isCounted, source }: Refusal,
    attempt: Attempt,
  ): Promise<never> {
    const { database, users, notifications, audit } = this.#deps;
    const { code: reason } = error;
    const isLocked = isCounted && hasLocked(attempt);
    await database.transact(async (tx) => {
      if (!isCounted) {
        await this.#lockouts.uncount(attempt, tx);
      }
      const vouching = source === undefined ? undefined : { name: source, rule: '' };
      const failed = { loginId: null, state: '0', reason, source: vouching } as const;
      await this.#log.write(caller, logged(request), failed, tx);
      const entry = {
        action: 'login.failed',
        object: person('', request.username),
        result: 'failure',
        detail: { reason, ...wayOf(request), ...(source !== undefined && { source }) },
      } as const;
      await audit.write(caller, entry, tx);
      if (isLocked) {
        await this.#log.tellLocked(caller, request, 'locked', tx);
      }
    });
    const user = isLocked ? await users.findByUsername(request.username) : undefined;
    if (user) {
      notifications.notify(user.id, 'locked-out', caller);
    }
    throw error;
  }
}
