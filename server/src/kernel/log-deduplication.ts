import { MINUTE_MS } from './clock.ts';

/** Names the trouble that an error is part of; undefined where it is news by itself. */
export type TroubleOf = (error: unknown) => string | undefined;
type Write = (line: object, message: string) => void;

interface Trouble {
  timer: NodeJS.Timeout;
  /** How often each was said since it was last told. */
  counts: Map<string, number>;
}

/**
 * Keeps one trouble from filling the log with stacks: the first line about it is written as it is, and from then on a line
 * a minute says how many more there were, until a minute brings none.
 */
export class LogDeduplication {
  readonly #troubleOf: TroubleOf;
  readonly #periodMs: number;
  readonly #troubles = new Map<string, Trouble>();

  constructor(troubleOf: TroubleOf, periodMs = MINUTE_MS) {
    this.#troubleOf = troubleOf;
    this.#periodMs = periodMs;
  }

  /** Whether a line is counted instead of written. `write` is called with the line that tells of it later. */
  takes([line, message]: readonly unknown[], write: Write): boolean {
    const error = typeof line === 'object' && line !== null && 'err' in line ? line.err : undefined;
    const trouble = error === undefined ? undefined : this.#troubleOf(error);
    if (trouble === undefined) {
      return false;
    }
    const known = this.#troubles.get(trouble);
    if (known) {
      const what = String(message);
      known.counts.set(what, (known.counts.get(what) ?? 0) + 1);
      return true;
    }
    const timer = setInterval(() => this.#tell(trouble, write), this.#periodMs).unref();
    this.#troubles.set(trouble, { timer, counts: new Map() });
    return false;
  }

  #tell(trouble: string, write: Write): void {
    const { timer, counts } = this.#troubles.get(trouble) ?? {};
    const more = [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
    if (!counts || more === 0) {
      clearInterval(timer);
      this.#troubles.delete(trouble);
      return;
    }
    write({ trouble, more, what: Object.fromEntries(counts) }, `and ${more} more in the last minute`);
    counts.clear();
  }
}
