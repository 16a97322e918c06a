import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { Mutex } from '../../kernel/mutex.ts';

/** A second one waits so long for the first, and so many wait at once. */
const PATIENCE_MS = 15 * SECOND_MS;
const MOST_WAITING = 4;
/** For one whose answer may be incomplete: somebody waits for it. */
export const LOOK_MS = 5 * SECOND_MS;

/** How long one may take. */
export class WalkDeadline {
  readonly #clock: Clock;
  readonly #endsAt: number;

  constructor(clock: Clock, withinMs: number) {
    this.#clock = clock;
    this.#endsAt = clock.now() + withinMs;
  }

  get isOver(): boolean {
    return this.#clock.now() > this.#endsAt;
  }

  /** For what is done whole or not at all. */
  refuseOver(): void {
    if (this.isOver) {
      throw new AppError('storage.too_long');
    }
  }
}

/** What looks through whole trees for a person: one at a time, and none for ever. */
export class TreeWalkLimiter {
  readonly #clock: Clock;
  readonly #locks = new Map<string, Mutex>();
  readonly #patienceMs: number;

  constructor({ clock, patienceMs = PATIENCE_MS }: { clock: Clock; patienceMs?: number }) {
    this.#clock = clock;
    this.#patienceMs = patienceMs;
  }

  async run<Value>(
    userId: string,
    withinMs: number,
    work: (time: WalkDeadline) => Promise<Value>,
  ): Promise<Value> {
    const lock = this.#locks.get(userId) ?? new Mutex();
    this.#locks.set(userId, lock);
    if (lock.waiting >= MOST_WAITING) {
      throw new AppError('storage.walking');
    }
    await lock.acquire(this.#patienceMs).catch((cause: unknown) => {
      throw new AppError('storage.walking', { cause });
    });
    try {
      return await work(new WalkDeadline(this.#clock, withinMs));
    } finally {
      if (lock.waiting === 0) {
        this.#locks.delete(userId);
      }
      lock.release();
    }
  }
}
