import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isWithin, parseRanges, RANGE_SEPARATOR, type DayWindow } from './time-window.ts';

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOfDay = fc.integer({ min: 0, max: 1439 });
const range = fc.tuple(minuteOfDay, minuteOfDay);
const week = fc.array(
  fc.record({ key: fc.integer({ min: 0, max: 6 }), ranges: fc.array(range, { maxLength: 3 }) }),
  { maxLength: 7 },
);

/** Slow and plain: walks every minute that each range covers and ticks it off on a week of 10,080 minutes. */
function minutesCovered(days: { key: number; ranges: [number, number][] }[]): Set<number> {
  const covered = new Set<number>();
  for (const { key, ranges } of days) {
    for (const [from, to] of ranges) {
      let minute = from;
      do {
        covered.add((key * 1440 + minute) % 10_080);
        minute++;
      } while (minute % 1440 !== to);
    }
  }
  return covered;
}

describe('weekly windows', () => {
  it('agree with a walk over every minute, also across midnight and the end of the week', () => {
    fc.assert(
      fc.property(week, fc.integer({ min: 0, max: 6 }), minuteOfDay, (days, weekday, minute) => {
        const windows: DayWindow[] = days.map(({ key, ranges }) => ({
          key,
          value: ranges.map(([from, to]) => `${clock(from)}~${clock(to)}`).join(RANGE_SEPARATOR),
        }));
        const isAlways = days.every(({ ranges }) => ranges.length === 0);
        const expected = isAlways || minutesCovered(days).has(weekday * 1440 + minute);
        expect(isWithin(windows, weekday, minute)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['22:00~00:00', 23 * 60 + 59, true],
    ['22:00~00:00', 0, false],
    ['00:00~00:00', 720, true],
    ['09:00~18:00', 18 * 60, false],
    ['09:00~18:00', 9 * 60, true],
  ])('%s at minute %i on its day: %s', (value, minute, within) => {
    expect(isWithin([{ key: 1, value }], 1, minute)).toBe(within);
  });

  it('go on into the next day when they end before they start', () => {
    const night = [{ key: 6, value: '22:00~06:00' }];
    expect(isWithin(night, 0, 5 * 60)).toBe(true);
    expect(isWithin(night, 0, 6 * 60)).toBe(false);
    expect(isWithin(night, 6, 5 * 60)).toBe(false);
  });

  it.each(['9:00~18:00', '24:00~01:00', '09:00-18:00', '09:00~18:60', 'x', '09:00~18:00,10:00~11:00'])(
    'refuse %j',
    (value) => {
      expect(parseRanges(value)).toBeUndefined();
    },
  );
});
