import type { Cron, CronFields } from './cron.ts';

/**
 * When a schedule comes up next, in a zone whose clock may be put forward or back.
 *
 * - Hours that are named run once a day each: a time of day that the clock skips runs in the moment it was put forward
 *   to, and one that comes twice runs the first time only.
 * - Where every hour counts, as in `0 0 * * * *`, the job follows the clock as it goes: nothing is made up for, and an
 *   hour that comes twice is lived through twice.
 */
const SECOND_MS = 1000;
const DAY_MS = 24 * 3600 * SECOND_MS;
/** 29 February is at most eight years away. */
const FARTHEST_DAYS = 9 * 366;

/** The first time after this one; undefined when there is none within reach. */
export function nextTime(cron: Cron, after: number, zoneOfSettings: string): number | undefined {
  if (cron.kind === 'interval') {
    return Math.floor(after / SECOND_MS) * SECOND_MS + cron.everyMs;
  }
  const clock = wallClock(cron.zone ?? zoneOfSettings);
  return cron.hours.length === 24 ? nextByClock(cron, after, clock) : nextByDay(cron, after, clock);
}

export function nextTimes(cron: Cron, after: number, zoneOfSettings: string, count: number): number[] {
  const times: number[] = [];
  let time = nextTime(cron, after, zoneOfSettings);
  while (time !== undefined && times.length < count) {
    times.push(time);
    time = nextTime(cron, time, zoneOfSettings);
  }
  return times;
}

/** A zone as the difference between its clock and UTC. Times on its clock are written as if they were UTC. */
type WallClock = (at: number) => number;

function nextByDay(cron: CronFields, after: number, offsetAt: WallClock): number | undefined {
  let wall = nextWall(cron, floor(after + offsetAt(after)) + SECOND_MS);
  while (wall !== undefined) {
    const at = momentOf(wall, offsetAt);
    if (at > after) {
      return at;
    }
    // The clock was put back, and this has been already: on to what it has not shown yet.
    const change = changeBetween(after - DAY_MS, after, offsetAt);
    wall = nextWall(cron, Math.max(wall + SECOND_MS, change + offsetAt(change - SECOND_MS)));
  }
  return undefined;
}

function nextByClock(cron: CronFields, after: number, offsetAt: WallClock): number | undefined {
  let at = floor(after) + SECOND_MS;
  for (;;) {
    const offset = offsetAt(at);
    const wall = nextWall(cron, at + offset);
    if (wall === undefined) {
      return undefined;
    }
    const candidate = wall - offset;
    const near = Math.min(candidate, at + DAY_MS);
    if (offsetAt(near) !== offset) {
      at = changeBetween(at, near, offsetAt);
    } else if (near === candidate) {
      return candidate;
    } else {
      // A clock that is put back after the day ahead repeats only times at which nothing comes up.
      at = Math.max(near, candidate - DAY_MS);
    }
  }
}

/** The moment at which the clock shows this for the first time; where it skips it, the moment it is put forward. */
function momentOf(wall: number, offsetAt: WallClock): number {
  const [before, later] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
  const shows = [wall - before, wall - later].filter((at) => at + offsetAt(at) === wall);
  if (shows.length > 0) {
    return Math.min(...shows);
  }
  return changeBetween(wall - DAY_MS - before, wall + DAY_MS - later, offsetAt);
}

/** The first moment, to the second, at which the clock differs from what it was at the beginning. */
function changeBetween(from: number, to: number, offsetAt: WallClock): number {
  const old = offsetAt(from);
  let [low, high] = [floor(from), floor(to)];
  while (high - low > SECOND_MS) {
    const middle = floor((low + high) / 2);
    if (offsetAt(middle) === old) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

/** The first matching time on the clock at or after this one, whether the clock ever shows it or not. */
function nextWall(cron: CronFields, from: number): number | undefined {
  const first = Math.floor(from / DAY_MS) * DAY_MS;
  for (let day = 0; day <= FARTHEST_DAYS; day++) {
    const start = first + day * DAY_MS;
    if (isDay(cron, new Date(start))) {
      const time = nextTimeOfDay(cron, Math.max(0, from - start) / SECOND_MS);
      if (time !== undefined) {
        return start + time * SECOND_MS;
      }
    }
  }
  return undefined;
}

function isDay({ days, months, weekdays, isEitherDay }: CronFields, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) {
    return false;
  }
  const isDayOfMonth = days.has(date.getUTCDate());
  const isWeekday = weekdays.has(date.getUTCDay());
  return isEitherDay ? isDayOfMonth || isWeekday : isDayOfMonth && isWeekday;
}

/** In seconds of the day. */
function nextTimeOfDay({ hours, minutes, seconds }: CronFields, from: number): number | undefined {
  for (const hour of hours) {
    for (const minute of hour * 3600 + 3599 < from ? [] : minutes) {
      const start = hour * 3600 + minute * 60;
      const second = start + 59 < from ? undefined : seconds.find((one) => start + one >= from);
      if (second !== undefined) {
        return start + second;
      }
    }
  }
  return undefined;
}

const floor = (ms: number) => Math.floor(ms / SECOND_MS) * SECOND_MS;

const clocks = new Map<string, WallClock>();
/** More than anybody has use for: names of zones come from outside, in any case of their letters. */
const MOST_CLOCKS = 100;

/** Asking what time it is somewhere takes long to prepare, and the same zones are asked again and again. */
function wallClock(zone: string): WallClock {
  const known = clocks.get(zone);
  if (known) {
    return known;
  }
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const clock = (at: number) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const shown = Date.UTC(
      read('year'),
      read('month') - 1,
      read('day'),
      read('hour'),
      read('minute'),
      read('second'),
    );
    return shown - floor(at);
  };
  if (clocks.size >= MOST_CLOCKS) {
    clocks.clear();
  }
  clocks.set(zone, clock);
  return clock;
}
