import { HOUR_MS, type Clock } from './clock.ts';
import { familyTime } from './family-time.ts';

/** A day that is over changes only when its rows are removed. */
const PAST_MS = HOUR_MS;

interface Kept<Figures> {
  figures: Promise<Figures>;
  until: number;
}

interface Day {
  /** YYYY-MM-DD in the zone in use. */
  date: string;
  from: number;
  to: number;
}

export interface CountedDay<Figures> extends Day {
  figures: Figures;
}

/** Oldest first, the last is today. Days begin at midnight of the zone in use, whatever clocks do between. */
export function daysUntil(now: number, days: number): Day[] {
  const today = new Date(now);
  const dayAt = (back: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - back).getTime();
  return Array.from({ length: days }, (_, index) => {
    const back = days - 1 - index;
    const from = dayAt(back);
    return { date: familyTime(from).slice(0, 'YYYY-MM-DD'.length), from, to: dayAt(back - 1) };
  });
}

/** The figures of the last days. Those of days that are over are kept for a while, and asked for once by all who wait. */
export class DayCounts<Figures> {
  readonly #clock: Clock;
  readonly #count: (from: number, to: number) => Promise<Figures>;
  readonly #kept = new Map<number, Kept<Figures>>();

  constructor(clock: Clock, count: (from: number, to: number) => Promise<Figures>) {
    this.#clock = clock;
    this.#count = count;
  }

  read(days: number): Promise<CountedDay<Figures>[]> {
    const now = this.#clock.now();
    this.#forgetOld(now);
    return Promise.all(
      daysUntil(now, days).map(async (day, index) => {
        const { from, to } = day;
        const figures = await (index === days - 1 ? this.#count(from, to) : this.#readPast(from, to, now));
        return { ...day, figures };
      }),
    );
  }

  #readPast(from: number, to: number, now: number): Promise<Figures> {
    const known = this.#kept.get(from);
    if (known) {
      return known.figures;
    }
    const figures = this.#count(from, to);
    this.#kept.set(from, { figures, until: now + PAST_MS });
    // One that failed is not kept.
    figures.catch(() => this.#kept.delete(from));
    return figures;
  }

  #forgetOld(now: number): void {
    for (const [day, { until }] of this.#kept) {
      if (until <= now) {
        this.#kept.delete(day);
      }
    }
  }
}
