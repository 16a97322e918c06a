import { parseRanges, type DayWindow } from '@jadegate/contract/time-window';

import { decideAccess, type AccessFacts, type Decision } from './access.policy.ts';

/** Weekly windows repeat after a week; one more day covers a range that goes over midnight. */
const DAYS_AHEAD = 8;
const HALF_HOURS_PER_DAY = 48;

/**
 * The moment at which the decision will change by the clock alone: a grant begins or ends, a window opens or closes.
 * Undefined when it will not. Only the "why" panel shows it: live sessions ask for the decision itself, round by round.
 */
export function nextChange(facts: AccessFacts, at: Date): number | undefined {
  const now = decideAccess(facts, at);
  return moments(facts, at).find((moment) => !isSame(now, decideAccess(facts, new Date(moment))));
}

/** The moment at which the asset can next be used; undefined when that is now or not within a week. */
export function nextOpening(facts: AccessFacts, at: Date): number | undefined {
  return moments(facts, at).find((moment) => decideAccess(facts, new Date(moment)).allowed);
}

/** The moment at which the asset can no longer be used; undefined when that is not within a week. */
export function nextClosing(facts: AccessFacts, at: Date): number | undefined {
  return moments(facts, at).find((moment) => !decideAccess(facts, new Date(moment)).allowed);
}

function isSame(a: Decision, b: Decision): boolean {
  const essence = ({ allowed, flags, limits, decidedBy }: Decision) =>
    JSON.stringify([allowed, flags, limits, decidedBy]);
  return essence(a) === essence(b);
}

/** Every moment after this one at which some grant may begin or cease to count, in order. */
function moments({ grants }: AccessFacts, at: Date): number[] {
  const now = at.getTime();
  const bounds = grants.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  const windows = grants.flatMap((grant) => grant.windows);
  const all = [...bounds, ...windowEdges(windows, at)].filter((moment) => moment !== null && moment > now);
  return [...new Set(all)].filter((moment) => moment !== null).toSorted((a, b) => a - b);
}

function windowEdges(windows: readonly DayWindow[], at: Date): number[] {
  const ranges = windows.flatMap(({ key, value }) =>
    (parseRanges(value) ?? []).map((range) => ({ day: key, ...range })),
  );
  if (ranges.length === 0) {
    return [];
  }
  // From yesterday on, because its last range may still be open.
  const days = Array.from({ length: DAYS_AHEAD + 2 }, (_, index) => index - 1);
  const moment = (day: number, minute: number) =>
    new Date(at.getFullYear(), at.getMonth(), at.getDate() + day, 0, minute).getTime();
  return days.flatMap((day) => {
    const weekday = new Date(at.getFullYear(), at.getMonth(), at.getDate() + day).getDay();
    const edges = ranges
      .filter((range) => range.day === weekday)
      .flatMap(({ from, to }) => [moment(day, from), moment(day, to)]);
    return [...edges, ...clockShifts(day, moment)];
  });
}

/** When the clock is put forward or back, a window may open or close in that moment. */
function clockShifts(day: number, moment: (day: number, minute: number) => number): number[] {
  const start = moment(day, 0);
  if (new Date(start).getTimezoneOffset() === new Date(moment(day + 1, 0)).getTimezoneOffset()) {
    return [];
  }
  return Array.from({ length: HALF_HOURS_PER_DAY + 2 }, (_, index) => start + index * 30 * 60_000);
}
