import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';

export type ChecksumTask =
  | { kind: 'of'; bytes: Uint8Array }
  | { kind: 'add'; file: number; isFirst: boolean; bytes: Uint8Array }
  | { kind: 'end' | 'forget'; file: number };

/** One takes in more than a network brings; the second is for a second file at the same time. */
const THREADS = 2;

type Thread = ThreadCalls<ChecksumTask, string | undefined>;

/**
 * SHA-256 of files that pass through, made beside the event loop, which has the next bytes to receive meanwhile. However
 * many files there are, they share a few threads, which start when the first of them comes.
 */
export class Checksums {
  readonly #threads: readonly Thread[];
  #begun = 0;

  constructor() {
    this.#threads = Array.from(
      { length: THREADS },
      () => new ThreadCalls(() => spawnThread(import.meta.url, './checksums.thread', undefined)),
    );
  }

  /** Of a file that comes in pieces. */
  begin(): Checksum {
    return new Checksum(this.#nextThread(), this.#begun);
  }

  /** Of this alone. */
  of(bytes: Uint8Array): Promise<string | undefined> {
    return this.#nextThread()
      .ask({ kind: 'of', bytes })
      .catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #nextThread(): Thread {
    this.#begun += 1;
    const thread = this.#threads[this.#begun % THREADS];
    if (!thread) {
      throw new Error('there are no threads');
    }
    return thread;
  }
}

/** Of one file, as hexadecimal. A thread that dies takes it with it: then there is none, and no failure. */
class Checksum {
  readonly #thread: Thread;
  readonly #file: number;
  #isBegun = false;
  #isLost = false;

  constructor(thread: Thread, file: number) {
    this.#thread = thread;
    this.#file = file;
  }

  /** The bytes stay as they are until it resolves. */
  async add(bytes: Uint8Array): Promise<void> {
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    await this.#ask({ kind: 'add', file: this.#file, isFirst, bytes });
  }

  end(): Promise<string | undefined> {
    return this.#ask({ kind: 'end', file: this.#file });
  }

  /** Never fails. */
  async forget(): Promise<void> {
    await this.#ask({ kind: 'forget', file: this.#file });
  }

  async #ask(task: ChecksumTask): Promise<string | undefined> {
    if (this.#isLost) {
      return undefined;
    }
    try {
      return await this.#thread.ask(task);
    } catch {
      this.#isLost = true;
      return undefined;
    }
  }
}

export type { Checksum };
