/** Chance that is the same again for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 2_654_435_761;
  }

  /** Mulberry: the same walk for the same seed. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  happens(chance = 0.5): boolean {
    return this.#next() < chance;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#next() * items.length)] as Item;
  }

  some<Item>(items: readonly Item[], chance = 0.5): Item[] {
    return items.filter(() => this.happens(chance));
  }
}
