import type { Clock } from './clock.ts';

interface Options {
  /** For how long a key counts as recent. */
  periodMs: number;
  clock: Clock;
  /** Beyond this the oldest are forgotten. */
  maxKeys?: number;
}

const MAX_KEYS = 10_000;

/**
 * What happened lately, so that something which is asked again and again (the pages of a list, the parts of a recording)
 * is written down once per period. A key that was forgotten early costs one entry more.
 */
export class RecentKeys {
  readonly #periodMs: number;
  readonly #clock: Clock;
  readonly #maxKeys: number;
  /** When each was noted, the oldest first. */
  readonly #notedAt = new Map<string, number>();

  constructor({ periodMs, clock, maxKeys = MAX_KEYS }: Options) {
    this.#periodMs = periodMs;
    this.#clock = clock;
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#notedAt.size;
  }

  has(key: string): boolean {
    this.#forgetOld();
    return this.#notedAt.has(key);
  }

  note(key: string): void {
    this.#notedAt.delete(key);
    this.#notedAt.set(key, this.#clock.now());
    this.#forgetOld();
  }

  #forgetOld(): void {
    const limit = this.#clock.now() - this.#periodMs;
    for (const [key, notedAt] of this.#notedAt) {
      if (notedAt > limit && this.#notedAt.size <= this.#maxKeys) {
        return;
      }
      this.#notedAt.delete(key);
    }
  }
}
