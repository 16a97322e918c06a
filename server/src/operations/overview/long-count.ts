/** Where a step of a count ended; without a mark it was the last one. */
export interface CountStep<Mark> {
  count: number;
  mark: Mark | undefined;
}

/** A count that took long is kept this many times as long: however often it is asked, it takes a small part of the time. */
const KEPT_TIMES = 20;

/**
 * Counts a table that may hold years, step by step along an index: no single statement takes long, and others are
 * answered in between. What one step can count is never kept, and so always true.
 */
export class LongCount<Mark> {
  readonly #step: (after: Mark | undefined) => Promise<CountStep<Mark>>;
  #counting: Promise<number> | undefined;
  #kept: { total: number; until: number } | undefined;

  constructor(step: (after: Mark | undefined) => Promise<CountStep<Mark>>) {
    this.#step = step;
  }

  async read(): Promise<number> {
    if (this.#kept && performance.now() < this.#kept.until) {
      return this.#kept.total;
    }
    this.#counting ??= this.#count().finally(() => (this.#counting = undefined));
    return this.#counting;
  }

  async #count(): Promise<number> {
    const begun = performance.now();
    let step = await this.#step(undefined);
    let total = step.count;
    const isShort = step.mark === undefined;
    while (step.mark !== undefined) {
      step = await this.#step(step.mark);
      total += step.count;
    }
    const now = performance.now();
    this.#kept = isShort ? undefined : { total, until: now + KEPT_TIMES * (now - begun) };
    return total;
  }
}
