import type { Database, Tx } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { usernameKey } from '../user/user.service.ts';
import { LockoutRepository } from './lockout.repository.ts';
import { ACCOUNT_RULE, ADDRESS_RULE, FORGET_AFTER_MS, lockMs } from './lockout.ts';

/** Who tries, and from where. Both are counted. */
interface Attempt {
  username: string;
  address: string;
}

/** Failed attempts, per account and per address, and the waits that follow them. */
export class LockoutService {
  readonly #lockouts: LockoutRepository;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#lockouts = new LockoutRepository(database.db);
    this.#clock = clock;
  }

  /** The refusal while either of the two is locked. */
  async refusal(attempt: Attempt): Promise<AppError | undefined> {
    const wait = (await this.#lockouts.lockedUntil(subjectsOf(attempt))) - this.#clock.now();
    return wait > 0
      ? new AppError('login.locked', { params: { seconds: Math.ceil(wait / SECOND_MS) } })
      : undefined;
  }

  /** Answers whether this failure is the one that locked the account. Locks that follow it are the same story. */
  async countFailure(attempt: Attempt, tx: Tx): Promise<boolean> {
    const now = this.#clock.now();
    let isAccountLocked = false;
    for (const subject of subjectsOf(attempt)) {
      const failures = await this.#lockouts.addFailure(subject, now, now - FORGET_AFTER_MS, tx);
      const isAccount = subject.startsWith('account:');
      const wait = lockMs(failures, isAccount ? ACCOUNT_RULE : ADDRESS_RULE);
      isAccountLocked ||= isAccount && failures === ACCOUNT_RULE.free + 1;
      if (wait > 0) {
        await this.#lockouts.lock(subject, now + wait, tx);
      }
    }
    return isAccountLocked;
  }

  clear(attempt: Attempt, tx: Tx): Promise<void> {
    return this.#lockouts.clear(subjectsOf(attempt), tx);
  }

  clearAccount(username: string, tx: Tx): Promise<void> {
    return this.#lockouts.clear([accountSubject(username)], tx);
  }

  sweep(): Promise<void> {
    return this.#lockouts.removeOlderThan(this.#clock.now() - FORGET_AFTER_MS);
  }
}

function accountSubject(username: string): string {
  return `account:${usernameKey(username)}`;
}

function subjectsOf({ username, address }: Attempt): string[] {
  return [accountSubject(username), `address:${address}`];
}
