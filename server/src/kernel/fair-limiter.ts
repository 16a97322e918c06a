import type { ErrorCode } from '@jadegate/contract/error';

import { AppError } from './app-error.ts';

interface Bounds {
  /** How many of one key work at a time. */
  each: number;
  /** How many of all keys together do. */
  all: number;
  /** How many of one key may stand in line; more are refused. */
  waiting: number;
  refusal: ErrorCode;
}

/**
 * Lets so many work at a time, and so many of each key: the others wait. The first in line whose key has room goes next, so
 * that nobody who asks for much keeps others from asking for a little.
 */
export class FairLimiter {
  readonly #bounds: Bounds;
  readonly #working = new Map<string, number>();
  readonly #line: { key: string; begin: () => void }[] = [];
  #all = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Answers how to leave, which must be called, and counts once. */
  async enter(key: string): Promise<() => void> {
    if (this.#hasRoom(key)) {
      this.#begin(key);
    } else {
      if (this.#line.filter((one) => one.key === key).length >= this.#bounds.waiting) {
        throw new AppError(this.#bounds.refusal);
      }
      await new Promise<void>((begin) => {
        this.#line.push({ key, begin });
      });
    }
    let isIn = true;
    return () => {
      if (isIn) {
        isIn = false;
        this.#end(key);
      }
    };
  }

  #hasRoom(key: string): boolean {
    return this.#all < this.#bounds.all && (this.#working.get(key) ?? 0) < this.#bounds.each;
  }

  #begin(key: string): void {
    this.#all += 1;
    this.#working.set(key, (this.#working.get(key) ?? 0) + 1);
  }

  #end(key: string): void {
    this.#all -= 1;
    const left = (this.#working.get(key) ?? 0) - 1;
    if (left > 0) {
      this.#working.set(key, left);
    } else {
      this.#working.delete(key);
    }
    const at = this.#line.findIndex((one) => this.#hasRoom(one.key));
    const [next] = at === -1 ? [] : this.#line.splice(at, 1);
    if (next) {
      // Counted before it runs: somebody else could ask in between.
      this.#begin(next.key);
      next.begin();
    }
  }
}
