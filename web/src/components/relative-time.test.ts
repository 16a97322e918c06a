import { NEVER } from '@jadegate/contract/scalars';
import { describe, expect, it } from 'vitest';

import { exactTime, parseTime, relativeTime } from './relative-time.ts';

const NOW = new Date(2026, 10, 15, 12, 0, 0).getTime();
const MINUTE = 60_000;
const DAY = 86_400_000;

describe('parseTime', () => {
  it('reads a family time as local time and shows it unchanged', () => {
    expect(parseTime('2026-11-15 12:00:00')).toBe(NOW);
    expect(exactTime(NOW)).toBe('2026-11-15 12:00:00');
  });

  it('reads a family time in the server’s zone when that is known', () => {
    expect(parseTime('2026-11-15 12:00:00', 'Asia/Taipei')).toBe(Date.UTC(2026, 10, 15, 4));
    expect(parseTime('2026-11-15 12:00:00', 'UTC')).toBe(Date.UTC(2026, 10, 15, 12));
    expect(parseTime('2026-07-15 12:00:00', 'America/New_York')).toBe(Date.UTC(2026, 6, 15, 16));
    expect(parseTime('2026-01-15 12:00:00', 'America/New_York')).toBe(Date.UTC(2026, 0, 15, 17));
  });

  it('reads an ISO time by the zone it names', () => {
    expect(parseTime('2026-11-15T04:00:00Z')).toBe(Date.UTC(2026, 10, 15, 4));
  });

  it('knows never, nothing and nonsense', () => {
    expect([NEVER, '0001-01-01T00:00:00Z', '', 'yesterday'].map((text) => parseTime(text))).toEqual(
      Array(4).fill(undefined),
    );
  });
});

describe('relativeTime', () => {
  it.each([
    [3 * MINUTE, '3 minutes ago', '3 分鐘前'],
    [59 * MINUTE, '59 minutes ago', '59 分鐘前'],
    [2 * 60 * MINUTE, '2 hours ago', '2 小時前'],
    [DAY, '1 day ago', '1 天前'],
    [40 * DAY, '1 month ago', '1 個月前'],
    [800 * DAY, '2 years ago', '2 年前'],
    [-2 * DAY, 'in 2 days', '2 天後'],
  ])('of %i ms is "%s"', (age, english, chinese) => {
    expect(relativeTime(NOW - age, NOW, 'en')).toBe(english);
    expect(relativeTime(NOW - age, NOW, 'zh-TW')).toBe(chinese);
  });

  it('calls neither a moment ago nor a clock that runs ahead a time of its own', () => {
    expect(relativeTime(NOW - 10_000, NOW, 'en')).toBeUndefined();
    expect(relativeTime(NOW + 30_000, NOW, 'en')).toBeUndefined();
  });

  it('never says zero', () => {
    expect(relativeTime(NOW - 50_000, NOW, 'en')).toBe('1 minute ago');
  });
});
