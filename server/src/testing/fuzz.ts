/** Numbers that look random and are the same in every run: what a fuzzer finds can be found again. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  /** From 0 up to, and not including, the limit. */
  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  of<One>(choices: readonly One[]): One {
    return choices[this.below(choices.length)] as One;
  }
}
