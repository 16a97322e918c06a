import type { Logger } from './logger.ts';

/** Something failed for which nobody was there: a mistake of ours. */
interface Defect {
  error: unknown;
  /** What was being done. */
  what: string;
}

type Listener = (defect: Defect) => void;

/** Lines in the log; all of them are counted. What fails in a loop must not fill the disk as well. */
const LINES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** What went wrong in this process and belongs to no request, session or job. It is counted, and ends nothing. */
class Defects {
  readonly #listeners = new Set<Listener>();
  #count = 0;

  /** Since the process began. */
  get count(): number {
    return this.#count;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Where nobody listens, nobody would ever learn of it: there it fails as it would have without an owner. */
  report(error: unknown, what: string): void {
    this.#count += 1;
    if (this.#listeners.size === 0) {
      throw error;
    }
    this.#listeners.forEach((listener) => listener({ error, what }));
  }
}

export const defects = new Defects();

/** For work that nobody waits for. Whatever can be expected to fail in it is its own affair; the rest is a defect. */
export function runInBackground(work: Promise<unknown> | undefined, what: string): void {
  work?.catch((error: unknown) => defects.report(error, what));
}

/** Writes each of them down with where it came from. Answers what ends that. */
export function logDefects(logger: Logger, now: () => number = () => performance.now()): () => void {
  let lines = 0;
  let since = -Infinity;
  return defects.subscribe(({ error, what }) => {
    if (now() - since >= MINUTE_MS) {
      since = now();
      lines = 0;
    }
    lines += 1;
    if (lines <= LINES_PER_MINUTE) {
      // Not the error itself: what libraries hang on theirs may hold what must not be written down.
      logger.error({ what, stack: stackOf(error), count: defects.count }, 'a defect: please report it');
    }
  });
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return `thrown: ${typeof error}`;
  }
  const stack = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stackOf(error.cause)}` : stack;
}
