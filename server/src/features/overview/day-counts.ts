import { HOUR_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { DayFigures } from './overview.repository.ts';

/** A day that is over changes only when its rows are removed. */
const PAST_MS = HOUR_MS;

interface Kept {
  figures: DayFigures;
  until: number;
}

/** The figures of the last days. Those of days that are over are kept for a while. */
export class DayCounts {
  readonly #clock: Clock;
  readonly #count: (from: number, to: number) => Promise<DayFigures>;
  #kept = new Map<number, Kept>();

  constructor(clock: Clock, count: (from: number, to: number) => Promise<DayFigures>) {
    this.#clock = clock;
    this.#count = count;
  }

  /** Oldest first, the last is today. Days begin at midnight of the zone in use, whatever clocks do between. */
  async read(days: number): Promise<{ date: string; figures: DayFigures }[]> {
    const now = new Date(this.#clock.now());
    const dayAt = (back: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
    const kept = new Map<number, Kept>();
    const counted = await Promise.all(
      Array.from({ length: days }, async (_, index) => {
        const back = days - 1 - index;
        const day = dayAt(back);
        const one = await this.#readDay(day.getTime(), dayAt(back - 1).getTime(), now.getTime());
        if (back > 0) {
          kept.set(day.getTime(), one);
        }
        return { date: familyTime(day.getTime()).slice(0, 'YYYY-MM-DD'.length), figures: one.figures };
      }),
    );
    if (kept.size >= this.#kept.size) {
      this.#kept = kept;
    }
    return counted;
  }

  async #readDay(from: number, to: number, now: number): Promise<Kept> {
    const known = this.#kept.get(from);
    return known && known.until > now
      ? known
      : { figures: await this.#count(from, to), until: now + PAST_MS };
  }
}
