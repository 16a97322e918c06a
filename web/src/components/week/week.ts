/**
 * A week of time windows as the grid works on it: per weekday the minutes that are chosen. Minutes rather than cells,
 * so that a stored range off the half hour survives until somebody paints over it.
 */
import {
  DAY_MINUTES,
  parseRanges,
  RANGE_SEPARATOR,
  type DayWindow,
  type MinuteRange,
} from '@jadegate/contract/time-window';

/** Monday first, as the grid shows them; 0 is Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

const CELL_MINUTES = 30;
export const CELLS_PER_DAY = DAY_MINUTES / CELL_MINUTES;

/** One entry per row of the grid. The ranges of a row are in order, apart from each other, and within the day. */
export type Week = readonly (readonly MinuteRange[])[];

type CellState = 'on' | 'partly' | 'off';

/** A place on the grid: `row` counts from Monday, `cell` from midnight. */
export interface Place {
  row: number;
  cell: number;
}

export const EMPTY_WEEK: Week = WEEKDAYS.map(() => []);
/** Monday to Friday, nine to six. */
export const OFFICE_WEEK: Week = WEEKDAYS.map((day) =>
  day === 0 || day === 6 ? [] : [{ from: 9 * 60, to: 18 * 60 }],
);
export const FULL_WEEK: Week = WEEKDAYS.map(() => [{ from: 0, to: DAY_MINUTES }]);

function merge(ranges: readonly MinuteRange[]): MinuteRange[] {
  const merged: MinuteRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) {
      last.to = Math.max(last.to, to);
    } else {
      merged.push({ from, to });
    }
  }
  return merged;
}

/** The week that windows describe, or undefined when one of them is not of the known form. */
export function readWeek(windows: readonly DayWindow[]): Week | undefined {
  const days: MinuteRange[][] = WEEKDAYS.map(() => []);
  for (const { key, value } of windows) {
    const row = WEEKDAYS.findIndex((day) => day === key);
    const ranges = parseRanges(value);
    if (row === -1 || ranges === undefined) {
      return undefined;
    }
    for (const { from, to } of ranges) {
      days[row]?.push({ from, to: Math.min(to, DAY_MINUTES) });
      if (to > DAY_MINUTES) {
        days[(row + 1) % WEEKDAYS.length]?.push({ from: 0, to: to - DAY_MINUTES });
      }
    }
  }
  return days.map(merge);
}

/** `HH:mm`; midnight at the end of the day is `00:00`. */
function clock(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
}

/** What is sent: one entry per weekday, or none at all when nothing is chosen, which means any time. */
export function writeWeek(week: Week): DayWindow[] {
  if (week.every((ranges) => ranges.length === 0)) {
    return [];
  }
  return WEEKDAYS.map((key, row) => ({
    key,
    value: (week[row] ?? []).map(({ from, to }) => `${clock(from)}~${clock(to)}`).join(RANGE_SEPARATOR),
  }));
}

export function cellState(week: Week, { row, cell }: Place): CellState {
  const start = cell * CELL_MINUTES;
  const end = start + CELL_MINUTES;
  const touching = (week[row] ?? []).filter(({ from, to }) => from < end && to > start);
  if (touching.length === 0) {
    return 'off';
  }
  return touching.some(({ from, to }) => from <= start && to >= end) ? 'on' : 'partly';
}

/** True when some range begins or ends inside a cell. */
export function isOffGrid(week: Week): boolean {
  return week.some((ranges) =>
    ranges.some(({ from, to }) => from % CELL_MINUTES !== 0 || to % CELL_MINUTES !== 0),
  );
}

function isInside({ row, cell }: Place, a: Place, b: Place): boolean {
  const isBetween = (value: number, one: number, other: number) =>
    Math.min(one, other) <= value && value <= Math.max(one, other);
  return isBetween(row, a.row, b.row) && isBetween(cell, a.cell, b.cell);
}

/** Chooses, or takes back, every cell of the rectangle between two corners. */
export function paint(week: Week, a: Place, b: Place, isOn: boolean): Week {
  const start = Math.min(a.cell, b.cell) * CELL_MINUTES;
  const end = (Math.max(a.cell, b.cell) + 1) * CELL_MINUTES;
  return week.map((ranges, row) => {
    if (!isInside({ row, cell: a.cell }, a, b)) {
      return ranges;
    }
    const outside = ranges
      .flatMap(({ from, to }) => [
        { from, to: Math.min(to, start) },
        { from: Math.max(from, end), to },
      ])
      .filter(({ from, to }) => from < to);
    return merge(isOn ? [...outside, { from: start, to: end }] : outside);
  });
}

/** The label of a cell's beginning, or of its end. */
export function cellTime(cell: number): string {
  return clock(cell * CELL_MINUTES);
}
