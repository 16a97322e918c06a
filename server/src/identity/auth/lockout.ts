import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';

/** Failures that are free, and how the wait grows after them. An address is shared by an office, so it gets more. */
export interface LockoutRule {
  free: number;
}

export const ACCOUNT_RULE: LockoutRule = { free: 4 };
export const ADDRESS_RULE: LockoutRule = { free: 19 };
/** Of somebody who is signed in and proves it again. Counted by login, so that nobody else's guesses are in it. */
export const LOGIN_RULE: LockoutRule = { free: 4 };
/** Of one person who tries tokens of shares. They are long; this only keeps anybody from trying all day. */
export const SHARE_RULE: LockoutRule = { free: 49 };

const FIRST_LOCK_MS = 30 * SECOND_MS;
/** Long enough to make guessing hopeless, short enough that nobody can shut a person out for a day. */
const LONGEST_LOCK_MS = 15 * MINUTE_MS;
/** Failures older than this are forgotten. */
export const FORGET_AFTER_MS = 12 * HOUR_MS;

export function lockMs(failures: number, rule: LockoutRule): number {
  const over = failures - rule.free;
  return over <= 0 ? 0 : Math.min(FIRST_LOCK_MS * 2 ** (over - 1), LONGEST_LOCK_MS);
}

/** The waits that still grow, by the failure that brings each, and the one that all later failures bring. */
export function waitsOf(rule: LockoutRule): { growing: { failures: number; ms: number }[]; longest: number } {
  const growing = [];
  for (let failures = rule.free + 1; lockMs(failures, rule) < LONGEST_LOCK_MS; failures++) {
    growing.push({ failures, ms: lockMs(failures, rule) });
  }
  return { growing, longest: LONGEST_LOCK_MS };
}
