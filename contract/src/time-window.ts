/**
 * Weekly time windows as the product family writes them: per weekday (0 is Sunday) ranges `HH:mm~HH:mm` joined by `、`.
 * A range holds from its first minute up to, not including, its last. An end of `00:00` is midnight at the end of the
 * day, `00:00~00:00` the whole day, and an end before the start goes on into the next day.
 */
export interface DayWindow {
  key: number;
  value: string;
}

export interface MinuteRange {
  from: number;
  /** Exclusive; beyond 1440 it reaches into the next day. */
  to: number;
}

export const RANGE_SEPARATOR = '\u3001';
export const DAY_MINUTES = 24 * 60;

const RANGE = /^([01]\d|2[0-3]):([0-5]\d)~([01]\d|2[0-3]):([0-5]\d)$/;

/** The ranges of one day, or undefined when the text is not of that form. */
export function parseRanges(value: string): MinuteRange[] | undefined {
  if (value.trim() === '') {
    return [];
  }
  const ranges = value.split(RANGE_SEPARATOR).map((part) => {
    const [, fromHour, fromMinute, toHour, toMinute] = RANGE.exec(part.trim()) ?? [];
    if (fromHour === undefined) {
      return undefined;
    }
    const from = Number(fromHour) * 60 + Number(fromMinute);
    const to = Number(toHour) * 60 + Number(toMinute);
    return { from, to: to > from ? to : to + DAY_MINUTES };
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

/** True when the moment lies in one of the windows. No window at all means: at any time. */
export function isWithin(windows: readonly DayWindow[], weekday: number, minute: number): boolean {
  const rangesOn = (day: number) =>
    windows.filter((window) => window.key === day).flatMap((window) => parseRanges(window.value) ?? []);
  const isEmpty = windows.every((window) => window.value.trim() === '');
  const yesterday = (weekday + 6) % 7;
  return (
    isEmpty ||
    rangesOn(weekday).some(({ from, to }) => from <= minute && minute < to) ||
    rangesOn(yesterday).some(({ to }) => minute < to - DAY_MINUTES)
  );
}
