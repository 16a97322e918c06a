/** Steps one after the other, which somebody may break off between two of them. */
export class InTurn {
  readonly #steps: readonly (() => void | Promise<void>)[];
  #isBrokenOff = false;
  #running: Promise<void> | undefined;

  constructor(steps: readonly (() => void | Promise<void>)[]) {
    this.#steps = steps;
  }

  /** Takes the steps, once. */
  run(): Promise<void> {
    this.#running ??= this.#takeSteps();
    return this.#running;
  }

  /** Begins no further step, and resolves when the one under way is over. Whether it failed is told to who ran it. */
  async breakOff(): Promise<void> {
    this.#isBrokenOff = true;
    await this.#running?.catch(() => undefined);
  }

  async #takeSteps(): Promise<void> {
    for (const step of this.#steps) {
      if (this.#isBrokenOff) {
        return;
      }
      await step();
    }
  }
}
