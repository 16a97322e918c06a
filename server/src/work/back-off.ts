import { randomInt } from 'node:crypto';

/** Waits that double, each a little off, so that what failed together does not come back together. */
export function doublingBackOff(firstMs: number, longestMs: number): (attempt: number) => number {
  return (attempt) => {
    const whole = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 30));
    return Math.round(whole / 2 + randomInt(Math.ceil(whole / 2) + 1));
  };
}
