import { MINUTE_MS, type Clock } from './clock.ts';

/** What becomes of something that happens again: written, written as the last one, or only counted. */
export type Fold = 'whole' | 'last' | 'counted';

export interface Folded<Sample> {
  key: string;
  /** How many were counted after the one that was written as the last. */
  more: number;
  /** Of the one that was written as the last. */
  sample: Sample;
}

interface Window<Sample> {
  endsAt: number;
  /** How many are written before they are folded. */
  allowed: number;
  seen: number;
  sample: Sample | undefined;
}

interface Options {
  clock: Clock;
  /** How many of a kind are written in a period. */
  max?: number;
  periodMs?: number;
  maxKeys?: number;
}

const MAX = 20;
const MAX_KEYS = 10_000;

/**
 * Keeps what happens again and again from filling a log. The first of a kind in a period are written as they are, the
 * next one as the last, and the rest is counted. A kind that went beyond that gets one a period until it rests: a flood
 * of days leaves three lines a minute.
 */
export class RepeatThrottle<Sample> {
  readonly #clock: Clock;
  readonly #max: number;
  readonly #periodMs: number;
  readonly #maxKeys: number;
  readonly #windows = new Map<string, Window<Sample>>();
  #ended: Folded<Sample>[] = [];

  constructor({ clock, max = MAX, periodMs = MINUTE_MS, maxKeys = MAX_KEYS }: Options) {
    this.#clock = clock;
    this.#max = max;
    this.#periodMs = periodMs;
    this.#maxKeys = maxKeys;
  }

  /** `sample` is asked for only of the last one that is written. */
  record(key: string, sample: () => Sample): Fold {
    const now = this.#clock.now();
    const window = this.#windowOf(key, now);
    window.seen += 1;
    if (window.seen <= window.allowed) {
      return 'whole';
    }
    if (window.seen === window.allowed + 1) {
      window.sample = sample();
      return 'last';
    }
    return 'counted';
  }

  /** What was counted in periods that are over; with `all` also in those that are not. Each is answered once. */
  take({ all = false } = {}): Folded<Sample>[] {
    const now = this.#clock.now();
    for (const [key, window] of this.#windows) {
      if (all || now >= window.endsAt) {
        this.#end(key, window, now);
      }
    }
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }

  #windowOf(key: string, now: number): Window<Sample> {
    const before = this.#windows.get(key);
    if (before && now < before.endsAt) {
      return before;
    }
    if (before) {
      this.#end(key, before, now);
    }
    const window = this.#windows.get(key) ?? this.#open(now, this.#max);
    this.#windows.set(key, window);
    // Whoever makes more kinds than this has them all folded early, and none of them lost.
    for (const [oldest, one] of this.#windows) {
      if (this.#windows.size <= this.#maxKeys) {
        break;
      }
      this.#end(oldest, one, now);
      this.#windows.delete(oldest);
    }
    return window;
  }

  /** A kind that was folded begins its next period at once, with less. */
  #end(key: string, { allowed, seen, sample }: Window<Sample>, now: number): void {
    this.#windows.delete(key);
    if (sample === undefined) {
      return;
    }
    const more = seen - allowed - 1;
    if (more > 0) {
      this.#ended.push({ key, more, sample });
    }
    this.#windows.set(key, this.#open(now, 1));
  }

  #open(now: number, allowed: number): Window<Sample> {
    return { endsAt: now + this.#periodMs, allowed, seen: 0, sample: undefined };
  }
}
