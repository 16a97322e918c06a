// Checked against a slow reference that walks every minute around the days on which clocks are put forward or back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { nextTime, nextTimes } from './cron-times.ts';
import { readCron, type Cron } from './cron.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function cronOf(text: string): Cron {
  const read = readCron(text);
  if (read.fault) {
    throw new Error(`${text}: ${read.fault.rule}`);
  }
  return read.cron;
}
const runs = (text: string, zone: string, from: string, count: number) =>
  nextTimes(cronOf(text), Date.parse(from), zone, count).map((time) => new Date(time).toISOString());

/** Forward, back, by half an hour, over midnight, a whole day left out, and never. */
const PLACES = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2019-02-17'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Taipei', '2026-06-01'],
] as const;

interface Minute {
  at: number;
  /** What the clock shows, as if it were UTC. */
  wall: number;
}

function minutesAround(zone: string, day: string): Minute[] {
  const from = Date.parse(`${day}T00:00:00Z`) - 2 * DAY_MS;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return Array.from({ length: (4 * DAY_MS) / MINUTE_MS }, (_, index) => {
    const at = from + index * MINUTE_MS;
    return { at, wall: Date.parse(`${format.format(at).replace(' ', 'T')}Z`) };
  });
}
const TABLES = PLACES.map(([zone, day]) => minutesAround(zone, day));

interface Wanted {
  minutes: number[];
  hours: number[];
  weekdays: number[];
}

function slowTimes(table: readonly Minute[], { minutes, hours, weekdays }: Wanted): number[] {
  const isWanted = (wall: number) => {
    const date = new Date(wall);
    return (
      minutes.includes(date.getUTCMinutes()) &&
      hours.includes(date.getUTCHours()) &&
      weekdays.includes(date.getUTCDay())
    );
  };
  if (hours.length === 24) {
    return table.filter(({ wall }) => isWanted(wall)).map(({ at }) => at);
  }
  const first = table[0]?.wall ?? 0;
  const last = table.at(-1)?.wall ?? 0;
  const times = new Set<number>();
  for (let wall = first; wall <= last; wall += MINUTE_MS) {
    const shown = isWanted(wall)
      ? (table.find((one) => one.wall === wall) ?? table.find((one) => one.wall > wall))
      : undefined;
    if (shown) {
      times.add(shown.at);
    }
  }
  return [...times].toSorted((a, b) => a - b);
}

const some = (max: number, most: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max }), { minLength: 1, maxLength: most });
const all = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the times of a schedule', () => {
  it('are those that somebody finds who looks at the clock every minute', () => {
    const wanted = fc.record({
      minutes: some(59, 4),
      hours: fc.oneof(some(4, 3), some(23, 3), fc.constant(all(24))),
      weekdays: fc.oneof(fc.constant(all(7)), some(6, 3)),
    });
    fc.assert(
      fc.property(fc.constantFrom(...PLACES), wanted, fc.nat(2000), (place, want, skip) => {
        const [zone] = place;
        const table = TABLES[PLACES.indexOf(place)] ?? [];
        const text = `0 ${want.minutes.join()} ${want.hours.join()} ? * ${want.weekdays.join()}`;
        const after = table[skip]?.at ?? 0;
        const until = (table.at(-1)?.at ?? 0) - DAY_MS;
        const slow = slowTimes(table, want).filter((time) => time > after && time < until);
        const quick = nextTimes(cronOf(text), after, zone, slow.length);
        expect(quick, `${zone} ${text}`).toEqual(slow);
      }),
      { numRuns: 150 },
    );
  });

  it('that the clock skips run once, in the moment it is put forward', () => {
    expect(runs('0 30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    // Two of them at once are still one run.
    expect(runs('0 10,50 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:10:00.000Z',
    ]);
  });

  it('that come twice run the first time only', () => {
    expect(runs('0 30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
    // Also for who asks during the second time.
    expect(runs('* * 2 * * *', 'Europe/Berlin', '2026-10-25T01:10:00Z', 1)).toEqual([
      '2026-10-26T01:00:00.000Z',
    ]);
  });

  it('go on through an hour that comes twice where every hour counts', () => {
    expect(runs('0 */30 * * * *', 'Europe/Berlin', '2026-10-25T00:10:00Z', 4)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ]);
  });

  it('are meant in the zone of the schedule, or in that of the settings', () => {
    expect(runs('0 0 9 * * *', 'Asia/Taipei', '2026-01-01T00:00:00Z', 1)).toEqual([
      '2026-01-01T01:00:00.000Z',
    ]);
    expect(runs('TZ=Asia/Tokyo 0 0 9 * * *', 'Asia/Taipei', '2025-12-31T12:00:00Z', 1)).toEqual([
      '2026-01-01T00:00:00.000Z',
    ]);
  });

  it('may be years away', () => {
    expect(runs('0 0 0 29 2 *', 'UTC', '2096-03-01T00:00:00Z', 1)).toEqual(['2104-02-29T00:00:00.000Z']);
    expect(runs('0 0 * 1 1 *', 'UTC', '2026-01-01T23:00:00Z', 1)).toEqual(['2027-01-01T00:00:00.000Z']);
  });

  it('of an interval are counted from the last one', () => {
    const cron = cronOf('@every 90s');
    expect(nextTime(cron, 1_000_500, 'UTC')).toBe(1_090_000);
  });
});
