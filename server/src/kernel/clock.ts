/** The time, as epoch milliseconds. Tests hand in their own. */
export interface Clock {
  now(): number;
  /** See `monotonicOf`. Clocks of tests move only when they are told to, and need none. */
  steady?(): Clock;
}

/**
 * A clock for something that begins now and is measured: it says the time as the clock does at this moment, and goes on
 * evenly from there, whatever is done to the clock of the machine meanwhile.
 */
export function monotonicOf(clock: Clock): Clock {
  return clock.steady?.() ?? clock;
}

export function monotonicFrom(now: number): Clock {
  const from = performance.now();
  return { now: () => now + Math.round(performance.now() - from) };
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Clocks that are kept right differ by less; what is gained by following such differences is not worth the unrest. */
const TOLERATED_MS = SECOND_MS;

/**
 * The clock of the machine, or that of the database where they differ: several servers judge the same rows, and must
 * agree on how old these are.
 */
export class SystemClock implements Clock {
  #aheadMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  steady(): Clock {
    return monotonicFrom(this.now());
  }

  /**
   * What the database says the time is, asked at a moment of the machine's clock and answered now. Answers by how much
   * the machine is behind where that is news.
   */
  follow(databaseNow: number, askedAt: number): number | undefined {
    const least = databaseNow - Date.now() - TOLERATED_MS;
    const most = databaseNow - askedAt + TOLERATED_MS;
    const fits = (aheadMs: number) => aheadMs >= least && aheadMs <= most;
    if (fits(this.#aheadMs)) {
      return undefined;
    }
    this.#aheadMs = fits(0) ? 0 : Math.round((least + most) / 2);
    return this.#aheadMs;
  }
}

export const systemClock = new SystemClock();
