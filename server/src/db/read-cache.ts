import type { Database } from './database.ts';

/** Commands of the operator write from a process of their own: what they change counts after this long. */
const LIFETIME_MS = 1000;
const MAX_ENTRIES = 1000;

interface Entry<Value> {
  value: Value;
  readAt: number;
  /** How often anything had been written when the reading began. */
  writes: number;
}

/**
 * Answers of the database to a question that is asked all the time, kept as long as this process has written nothing: a
 * right that is taken away is gone with the next request, and no answer is older than the last write. Where other
 * servers share the database nothing is kept. That there is no such thing is never kept either.
 */
export class ReadCache<Value> {
  readonly #database: Pick<Database, 'writes'>;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry<Value>>();

  /** By a clock that nobody can set back. */
  constructor(database: Pick<Database, 'writes'>, now = () => performance.now()) {
    this.#database = database;
    this.#now = now;
  }

  async get(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const writes = this.#database.writes?.();
    if (writes === undefined) {
      return read();
    }
    const known = this.#entries.get(key);
    const readAt = this.#now();
    if (known?.writes === writes && readAt - known.readAt < LIFETIME_MS) {
      return known.value;
    }
    this.#entries.delete(key);
    const value = await read();
    if (value !== undefined) {
      if (this.#entries.size >= MAX_ENTRIES) {
        this.#entries.clear();
      }
      this.#entries.set(key, { value, readAt, writes });
    }
    return value;
  }
}
