import { newToken } from './id.ts';

interface Held<Value> {
  id: string;
  value: Value;
  expiry: NodeJS.Timeout;
}

/** Keeps one value for each key, for a while, and gives it out once to whoever names it. A new one takes its place. */
export class OneTimeValues<Value> {
  readonly #held = new Map<string, Held<Value>>();
  readonly #forMs: number;

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  /** Answers the name to ask for it by. */
  hold(key: string, value: Value): string {
    this.#forget(key);
    const id = newToken();
    const expiry = setTimeout(() => this.#held.delete(key), this.#forMs).unref();
    this.#held.set(key, { id, value, expiry });
    return id;
  }

  take(key: string, id: string): Value | undefined {
    const held = this.#held.get(key);
    if (held?.id !== id) {
      return undefined;
    }
    this.#forget(key);
    return held.value;
  }

  #forget(key: string): void {
    clearTimeout(this.#held.get(key)?.expiry);
    this.#held.delete(key);
  }
}
