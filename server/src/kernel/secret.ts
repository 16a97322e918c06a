import { inspect } from 'node:util';

/** A value that must not be printed. Reading it takes `expose()`, so a search finds every reader. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  expose(): string {
    return this.#value;
  }

  toString(): string {
    return '<secret>';
  }

  toJSON(): string {
    return '<secret>';
  }

  [inspect.custom](): string {
    return '<secret>';
  }
}
