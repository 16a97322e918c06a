import { isWithin, RANGE_SEPARATOR, type DayWindow } from '@jadegate/contract/time-window';
import { describe, expect, it } from 'vitest';

import {
  cellState,
  EMPTY_WEEK,
  FULL_WEEK,
  isOffGrid,
  paint,
  readWeek,
  WEEKDAYS,
  writeWeek,
  type Week,
} from './week.ts';

const both = (...ranges: string[]) => ranges.join(RANGE_SEPARATOR);
const days = (values: Partial<Record<number, string>>): DayWindow[] =>
  WEEKDAYS.map((key) => ({ key, value: values[key] ?? '' }));

function read(windows: readonly DayWindow[]): Week {
  const week = readWeek(windows);
  if (week === undefined) {
    throw new Error('not a week');
  }
  return week;
}

describe('what is sent', () => {
  it('is nothing when nothing is chosen, and the whole of every day when everything is', () => {
    expect(writeWeek(EMPTY_WEEK)).toEqual([]);
    expect(writeWeek(FULL_WEEK)).toEqual(WEEKDAYS.map((key) => ({ key, value: '00:00~00:00' })));
  });

  it('joins cells that touch, writes midnight as 00:00, and goes from Monday to Sunday', () => {
    let week = paint(EMPTY_WEEK, { row: 0, cell: 18 }, { row: 0, cell: 18 }, true);
    week = paint(week, { row: 0, cell: 19 }, { row: 0, cell: 23 }, true);
    week = paint(week, { row: 0, cell: 47 }, { row: 0, cell: 47 }, true);
    week = paint(week, { row: 6, cell: 0 }, { row: 6, cell: 1 }, true);

    expect(writeWeek(week)).toEqual(days({ 1: both('09:00~12:00', '23:30~00:00'), 0: '00:00~01:00' }));
    expect(writeWeek(week).map(({ key }) => key)).toEqual([1, 2, 3, 4, 5, 6, 0]);
  });
});

describe('what is stored', () => {
  it.each([
    [days({ 1: both('09:00~12:00', '13:00~18:00'), 5: '00:00~00:00' })],
    [days({ 0: '18:30~00:00' })],
    [days({ 2: '09:15~17:45', 3: both('00:01~00:02', '23:59~00:00') })],
    [[]],
  ])('comes back as it was: %j', (windows) => {
    expect(writeWeek(read(windows))).toEqual(windows);
  });

  it('means the same at every quarter of an hour when it runs past midnight, also from Sunday to Monday', () => {
    const windows = [
      { key: 0, value: '22:00~06:15' },
      { key: 3, value: '23:00~01:00' },
    ];
    const written = writeWeek(read(windows));

    for (const weekday of WEEKDAYS) {
      for (let minute = 0; minute < 1440; minute += 15) {
        const at = [weekday, minute] as const;
        expect([...at, isWithin(written, ...at)]).toEqual([...at, isWithin(windows, ...at)]);
      }
    }
  });

  it('is no week when it is not of the known form', () => {
    expect(readWeek([{ key: 1, value: 'mornings' }])).toBeUndefined();
    expect(readWeek([{ key: 9, value: '09:00~10:00' }])).toBeUndefined();
  });
});

describe('ranges off the half hour', () => {
  const week = read(days({ 1: '09:15~17:45' }));

  it('fill their first and last cell only partly', () => {
    expect([17, 18, 19, 34, 35, 36].map((cell) => cellState(week, { row: 0, cell }))).toEqual([
      'off',
      'partly',
      'on',
      'on',
      'partly',
      'off',
    ]);
    expect([isOffGrid(week), isOffGrid(FULL_WEEK)]).toEqual([true, false]);
  });

  it('stay as they are where nobody paints', () => {
    const painted = paint(week, { row: 0, cell: 40 }, { row: 1, cell: 41 }, true);
    expect(writeWeek(painted)).toEqual(days({ 1: both('09:15~17:45', '20:00~21:00'), 2: '20:00~21:00' }));
  });

  it('change only in the cells that are painted', () => {
    const filled = paint(week, { row: 0, cell: 18 }, { row: 0, cell: 18 }, true);
    expect(writeWeek(filled)).toEqual(days({ 1: '09:00~17:45' }));
    const cut = paint(week, { row: 0, cell: 24 }, { row: 0, cell: 25 }, false);
    expect(writeWeek(cut)).toEqual(days({ 1: both('09:15~12:00', '13:00~17:45') }));
  });
});

it('paints a rectangle from any of its corners', () => {
  const corners = [
    [
      { row: 3, cell: 20 },
      { row: 1, cell: 18 },
    ],
    [
      { row: 1, cell: 20 },
      { row: 3, cell: 18 },
    ],
  ] as const;
  for (const [a, b] of corners) {
    expect(writeWeek(paint(EMPTY_WEEK, a, b, true))).toEqual(
      days({ 2: '09:00~10:30', 3: '09:00~10:30', 4: '09:00~10:30' }),
    );
  }
});
