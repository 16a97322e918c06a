import { HOUR_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { DayFigures } from './overview.repository.ts';

/** A day that is over changes only when its rows are removed. */
const PAST_MS = HOUR_MS;

interface Kept {
  figures: Promise<DayFigures>;
  until: number;
}

/** The figures of the last days. Those of days that are over are kept for a while, and asked for once by all who wait. */
export class DayCounts {
  readonly #clock: Clock;
  readonly #count: (from: number, to: number) => Promise<DayFigures>;
  readonly #kept = new Map<number, Kept>();

  constructor(clock: Clock, count: (from: number, to: number) => Promise<DayFigures>) {
    this.#clock = clock;
    this.#count = count;
  }

  /** Oldest first, the last is today. Days begin at midnight of the zone in use, whatever clocks do between. */
  read(days: number): Promise<{ date: string; figures: DayFigures }[]> {
    const now = this.#clock.now();
    const today = new Date(now);
    const dayAt = (back: number) =>
      new Date(today.getFullYear(), today.getMonth(), today.getDate() - back).getTime();
    this.#forgetOld(now);
    return Promise.all(
      Array.from({ length: days }, async (_, index) => {
        const back = days - 1 - index;
        const [from, to] = [dayAt(back), dayAt(back - 1)];
        const figures = await (back === 0 ? this.#count(from, to) : this.#readPast(from, to, now));
        return { date: familyTime(from).slice(0, 'YYYY-MM-DD'.length), figures };
      }),
    );
  }

  #readPast(from: number, to: number, now: number): Promise<DayFigures> {
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
