import { describe, expect, it } from 'vitest';

import { RecentKeys } from './recent-keys.ts';

function recentKeys(maxKeys?: number) {
  const time = { now: 0 };
  const clock = { now: () => time.now };
  return {
    time,
    recent: new RecentKeys({ periodMs: 100, clock, ...(maxKeys !== undefined && { maxKeys }) }),
  };
}

describe('RecentKeys', () => {
  it('knows a key for one period, and forgets it then', () => {
    const { time, recent } = recentKeys();
    expect(recent.has('a')).toBe(false);
    recent.note('a');
    time.now = 99;
    expect([recent.has('a'), recent.has('b')]).toEqual([true, false]);
    time.now = 100;
    expect(recent.has('a')).toBe(false);
    expect(recent.size).toBe(0);
  });

  it('counts the period from the last time a key was noted', () => {
    const { time, recent } = recentKeys();
    recent.note('a');
    recent.note('b');
    time.now = 60;
    recent.note('a');
    time.now = 120;
    expect([recent.has('a'), recent.has('b')]).toEqual([true, false]);
  });

  it('forgets the oldest when there are too many', () => {
    const { recent } = recentKeys(2);
    for (const key of ['a', 'b', 'a', 'c']) {
      recent.note(key);
    }
    expect(recent.size).toBe(2);
    expect([recent.has('a'), recent.has('b'), recent.has('c')]).toEqual([true, false, true]);
  });
});
