import { afterEach, expect, it, vi } from 'vitest';

import { MINUTE_MS, SECOND_MS, SystemClock } from './clock.ts';

const NOW = 1_800_000_000_000;

afterEach(() => void vi.useRealTimers());

/** Asked now, answered after a while, by a database that is ahead of the machine. */
function told(clock: SystemClock, aheadMs: number, tookMs = 0): number | undefined {
  vi.useFakeTimers({ now: NOW });
  vi.setSystemTime(NOW + tookMs);
  return clock.follow(NOW + aheadMs + tookMs / 2, NOW);
}

it('goes by the database where the machine is wrong, either way, and comes back when that is put right', () => {
  const clock = new SystemClock();
  for (const aheadMs of [10 * MINUTE_MS, -10 * MINUTE_MS]) {
    expect(told(clock, aheadMs)).toBe(aheadMs);
    expect(clock.now()).toBe(NOW + aheadMs);
    expect(told(clock, 0)).toBe(0);
    expect(clock.now()).toBe(NOW);
  }
});

it('is left alone by small differences and by a database that is slow to answer', () => {
  const clock = new SystemClock();
  expect(told(clock, SECOND_MS - 1)).toBeUndefined();
  expect(told(clock, 0, 20 * SECOND_MS)).toBeUndefined();
  expect(clock.now()).toBe(NOW + 20 * SECOND_MS);
  // Found out in spite of that.
  expect(told(clock, 10 * MINUTE_MS, 20 * SECOND_MS)).toBe(10 * MINUTE_MS);
});
