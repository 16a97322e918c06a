import { MINUTE_MS, type Clock } from './clock.ts';

interface Options {
  /** So many at once, and as many in each period after that. */
  max: number;
  periodMs?: number;
  clock: Clock;
  /** Beyond this the keys that were used longest ago are forgotten. */
  maxKeys?: number;
}

const MAX_KEYS = 10_000;

/** How much each key may do in a period, in the memory of this process. What was used comes back evenly. */
export class RateLimit {
  readonly #max: number;
  readonly #periodMs: number;
  readonly #clock: Clock;
  readonly #maxKeys: number;
  /** What is used of each and when that was true, those of longest ago first. */
  readonly #used = new Map<string, { amount: number; at: number }>();

  constructor({ max, periodMs = MINUTE_MS, clock, maxKeys = MAX_KEYS }: Options) {
    this.#max = max;
    this.#periodMs = periodMs;
    this.#clock = clock;
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#used.size;
  }

  /** Whether there is none now. Takes none. */
  isSpent(key: string): boolean {
    return this.#usedNow(key, this.#clock.now()) + 1 > this.#max;
  }

  /** Takes one; answers undefined, or after how many milliseconds there is one again. */
  take(key: string): number | undefined {
    const now = this.#clock.now();
    const amount = this.#usedNow(key, now);
    if (amount + 1 > this.#max) {
      return Math.ceil(((amount + 1 - this.#max) * this.#periodMs) / this.#max);
    }
    this.#used.delete(key);
    this.#used.set(key, { amount: amount + 1, at: now });
    this.#forgetOld(now);
    return undefined;
  }

  #usedNow(key: string, now: number): number {
    const before = this.#used.get(key);
    const elapsed = before ? Math.max(0, now - before.at) : 0;
    return Math.max(0, (before?.amount ?? 0) - (elapsed * this.#max) / this.#periodMs);
  }

  #forgetOld(now: number): void {
    for (const [key, { at }] of this.#used) {
      if (now - at < this.#periodMs && this.#used.size <= this.#maxKeys) {
        return;
      }
      this.#used.delete(key);
    }
  }
}
