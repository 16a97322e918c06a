import type { RecentProof, Reauthentication } from '@jadegate/contract/identity/account';
import { RECENT_PROOF_MINUTES, type Proof } from '@jadegate/contract/proof';

import type { Database, Tx } from '../../db/database.ts';
import { loginOf, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { SecondFactorService } from '../user/second-factor.service.ts';
import type { UserService } from '../user/user.service.ts';
import { hasLocked, LockoutService, type Attempt } from './lockout.service.ts';
import { LoginRepository } from './login.repository.ts';
import type { PasskeyProofs, PasswordJudge } from './sign-in.interface.ts';

const RECENT_MS = RECENT_PROOF_MINUTES * MINUTE_MS;
/** Whoever fails this often at a login that is open is not its person: the login ends. */
const MOST_FAILURES = 10;

interface Dependencies {
  database: Database;
  users: UserService;
  factors: SecondFactorService;
  passwords: Pick<PasswordJudge, 'isPassword'>;
  passkeys: Pick<PasskeyProofs, 'judgeProof'>;
  /** Logins at identity sources of this moment: each stands for a password once. */
  sources: { useFresh(loginId: string): Promise<boolean> };
  audit: AuditService;
  notifications: NotificationService;
  clock: Clock;
}

/** The declaration of an endpoint, of which only what it asks for matters here. */
interface Asking {
  proof?: Proof;
}

/**
 * Asks signed-in people to prove again who they are, as the endpoint says. Failures are counted by login: nobody can
 * keep a person from it by guessing at the door, and guessing here closes nothing but this login.
 */
export class ReauthenticationService {
  readonly #logins: LoginRepository;
  readonly #lockouts: LockoutService;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#logins = new LoginRepository(dependencies.database.db);
    this.#lockouts = new LockoutService(dependencies.database, dependencies.clock);
  }

  /** Whatever is given is judged, also where nothing had to be given. */
  async confirm(
    actor: Actor,
    { proof: asked = 'always' }: Asking,
    given: Reauthentication,
    totpField = 'totp',
  ): Promise<void> {
    const wantsFactor = asked === 'factor' || asked === 'recent-factor';
    if (given.totp !== '' || given.passkey !== undefined) {
      return this.#judge(actor, given, totpField);
    }
    if (given.password !== '' && !wantsFactor) {
      return this.#judge(actor, given, 'password');
    }
    const { seconds, factorSeconds } = await this.recentProof(actor);
    if ((asked === 'recent' && seconds > 0) || (asked === 'recent-factor' && factorSeconds > 0)) {
      return;
    }
    if (asked === 'always' && (await this.#deps.sources.useFresh(loginOf(actor)))) {
      return;
    }
    throw wantsFactor
      ? new AppError('account.factor_required', { fields: [totpField] })
      : new AppError('auth.reauthentication_required', { fields: ['password'] });
  }

  /** Proven where the person is known beside here: counts as what they would have typed. */
  async noteProven(actor: Actor, withFactor: boolean): Promise<void> {
    const { database, clock } = this.#deps;
    await database.transact((tx) => this.#logins.noteProof(loginOf(actor), clock.now(), withFactor, tx));
  }

  async hasRecentProof(loginId: string): Promise<boolean> {
    const found = await this.#logins.findProofs(loginId);
    return (found?.proven_at ?? 0) + RECENT_MS > this.#deps.clock.now();
  }

  async recentProof(actor: Actor): Promise<RecentProof> {
    const now = this.#deps.clock.now();
    const found = await this.#logins.findProofs(loginOf(actor));
    const left = (provenAt: number) => Math.max(0, Math.ceil((provenAt + RECENT_MS - now) / SECOND_MS));
    return { seconds: left(found?.proven_at ?? 0), factorSeconds: left(found?.factor_proven_at ?? 0) };
  }

  /** One try of a proof that may be guessed: counted before it is judged, and forgiven where it was right. */
  async tryOnce<Proven>(actor: Actor, judge: () => Promise<Proven | undefined>): Promise<Proven | undefined> {
    const { database } = this.#deps;
    const attempt = await this.#lockouts.beginReauthentication(loginOf(actor));
    let proven: Proven | undefined;
    try {
      proven = await judge();
    } catch (error) {
      // Nobody has judged it: a directory did not answer.
      await database.transact((tx) => this.#lockouts.uncount(attempt, tx));
      throw error;
    }
    await (proven === undefined
      ? this.#fail(actor, attempt)
      : database.transact((tx) => this.#lockouts.forgive(attempt, tx)));
    return proven;
  }

  async #judge(actor: Actor, given: Reauthentication, field: string): Promise<void> {
    const { database, clock } = this.#deps;
    const isProven = await this.tryOnce(actor, async () => (await this.#isProven(actor, given)) || undefined);
    if (!isProven) {
      throw given.passkey === undefined
        ? new AppError('auth.reauthentication_failed', { fields: [field] })
        : new AppError('passkey.refused');
    }
    const withFactor = given.totp !== '' || given.passkey !== undefined;
    await database.transact((tx) => this.#logins.noteProof(loginOf(actor), clock.now(), withFactor, tx));
  }

  async #isProven(actor: Actor, { password, totp, passkey }: Reauthentication): Promise<boolean> {
    const { users, factors, passwords, passkeys } = this.#deps;
    if (passkey !== undefined) {
      return (await passkeys.judgeProof(actor, passkey)) !== undefined;
    }
    const user = await users.get(actor.userId);
    const hasFactor = user.totp_enabled === 1 || user.passkeys > 0;
    return totp === '' ? passwords.isPassword(user, password) : hasFactor && (await factors.use(actor, totp));
  }

  async #fail(actor: Actor, attempt: Attempt): Promise<void> {
    const { database, notifications } = this.#deps;
    if (hasLocked(attempt)) {
      notifications.notify(actor.userId, 'reauthentication-failed', actor);
    }
    if (attempt[0].failures >= MOST_FAILURES) {
      await database.transact((tx) => this.#endLogin(actor, tx));
    }
  }

  async #endLogin(actor: Actor, tx: Tx): Promise<void> {
    const { audit, clock } = this.#deps;
    await this.#logins.end(loginOf(actor), clock.now(), tx);
    const object = { type: 'user', id: actor.userId, name: actor.username };
    const detail = { reason: 'auth.reauthentication_failed' };
    await audit.write(actor, { action: 'login.ended', object, detail }, tx);
  }
}
