import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { FileRange } from './range-hash.ts';

/**
 * Hashes parts of files while nobody else wants the processor: a terminal that prints a lot goes first. One after another;
 * what is no longer wanted when its turn comes is left out.
 */
export class LowPriorityHasher {
  readonly #thread = new ThreadCalls<FileRange, string>(() =>
    spawnThread(import.meta.url, './range-hash.thread', undefined),
  );
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** Undefined where it was no longer wanted, or could not be done: whoever then does it himself is told why. */
  hash(range: FileRange, isWanted: () => boolean): Promise<string | undefined> {
    const ask = () => (isWanted() && !this.#isClosed ? this.#thread.ask(range) : undefined);
    const answer = this.#last.then(ask).catch(() => undefined);
    this.#last = answer;
    return answer;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread.close();
  }
}
