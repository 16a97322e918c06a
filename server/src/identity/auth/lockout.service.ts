import type { Database, Tx } from '../../db/database.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { usernameKey } from '../user/user.service.ts';
import { LockoutRepository, type Counted, type Subject } from './lockout.repository.ts';
import { ACCOUNT_RULE, ADDRESS_RULE, FORGET_AFTER_MS, LOGIN_RULE, SHARE_RULE } from './lockout.ts';

/** An attempt that was counted as a failure before it is judged. The subject that it is about stands first. */
export type Attempt = readonly [Counted, ...Counted[]];

/**
 * Attempts to prove who one is, and the waits that follow failures. An attempt is counted before anything of it is
 * looked at and given back when it was none, so that attempts made at once are judged no more often than attempts made
 * one after the other. All of it lies in the database: every process counts the same.
 */
export class LockoutService {
  readonly #database: Database;
  readonly #lockouts: LockoutRepository;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#lockouts = new LockoutRepository(database.db);
    this.#clock = clock;
  }

  /** Both the account and the address must be open. */
  beginLogin({ username, address }: { username: string; address: string }): Promise<Attempt> {
    const from = { key: `address:${addressKey(address)}`, rule: ADDRESS_RULE };
    return this.#begin([accountSubject(username), from]);
  }

  /** By login and by nothing else: what strangers try at the door does not count here, and this does not count there. */
  beginReauthentication(loginId: string): Promise<Attempt> {
    return this.#begin([{ key: `login:${loginId}`, rule: LOGIN_RULE }]);
  }

  beginShare(userId: string): Promise<Attempt> {
    return this.#begin([{ key: `share:${userId}`, rule: SHARE_RULE }]);
  }

  /** It was no failure, but proves nothing either: failures before it stay. */
  async uncount(attempt: Attempt, tx: Tx): Promise<void> {
    for (const counted of attempt) {
      await this.#lockouts.uncount(counted, tx);
    }
  }

  /** It was right: all failures before it are forgotten. */
  async forgive(attempt: Attempt, tx: Tx): Promise<void> {
    for (const { key } of attempt) {
      await this.#lockouts.clear(key, tx);
    }
  }

  clearAccount(username: string, tx: Tx): Promise<void> {
    return this.#lockouts.clear(accountSubject(username).key, tx);
  }

  /** What has to wait now: `account:<name>`, `address:<address>`. Those who are in already are not meant. */
  async listLocked(): Promise<{ subject: string; until: number }[]> {
    const rows = await this.#lockouts.listLocked(this.#clock.now());
    return rows
      .filter(({ subject }) => /^(account|address):/.test(subject))
      .map(({ subject, locked_until: until }) => ({ subject, until }));
  }

  clear(subject: string, tx: Tx): Promise<void> {
    return this.#lockouts.clear(subject, tx);
  }

  sweep(): Promise<void> {
    return this.#lockouts.removeOlderThan(this.#clock.now() - FORGET_AFTER_MS);
  }

  /** Refused attempts are not counted and make no wait longer. */
  async #begin([first, ...others]: readonly [Subject, ...Subject[]]): Promise<Attempt> {
    return this.#database.transact(async (tx) => {
      const attempt: [Counted, ...Counted[]] = [await this.#count(first, tx)];
      for (const other of others) {
        attempt.push(await this.#count(other, tx));
      }
      return attempt;
    });
  }

  async #count(subject: Subject, tx: Tx): Promise<Counted> {
    const now = this.#clock.now();
    const counted = await this.#lockouts.count(subject, now, now - FORGET_AFTER_MS, tx);
    if (!counted) {
      const wait = (await this.#lockouts.lockedUntil(subject.key, tx)) - now;
      const seconds = Math.max(1, Math.ceil(wait / SECOND_MS));
      throw new AppError('login.locked', { params: { seconds } });
    }
    return counted;
  }
}

/** Whether this failure is the one that locked its subject. Locks that follow it are the same story. */
export function hasLocked([{ failures, rule }]: Attempt): boolean {
  return failures === rule.free + 1;
}

function accountSubject(username: string): Subject {
  return { key: `account:${usernameKey(username)}`, rule: ACCOUNT_RULE };
}
