import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';

import { spawnThread } from '../../kernel/thread.ts';
import type { StoredRecordingsOptions } from '../../recorders/stored-recordings.ts';
import type { Indexed, IndexJob } from './index-recording.ts';
import type { OutputAnswer, OutputQuery } from './output-search.repository.ts';

export interface IndexThreadOptions {
  file: string;
  role: 'writer' | 'reader';
  /** So few pages are looked through without the index; a test wants none. */
  fewPages?: number | undefined;
  /** Where recordings are kept that are not on this disk any more. */
  stored?: StoredRecordingsOptions | undefined;
}

export type IndexTask =
  | { kind: 'index'; jobs: readonly IndexJob[]; maxBytes: number }
  | { kind: 'unfinished'; ids: readonly string[] }
  | { kind: 'ids'; after: string; limit: number }
  | { kind: 'remove'; ids: readonly string[] }
  | { kind: 'clear' }
  | { kind: 'search'; query: OutputQuery }
  | { kind: 'close' };

export interface IndexQuestion {
  id: number;
  task: IndexTask;
}

export interface IndexAnswer {
  id: number;
  result?: unknown;
  failure?: string;
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** One thread with the file open, started when it is first needed. */
class IndexThread {
  readonly #options: IndexThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #next = 1;

  constructor(options: IndexThreadOptions) {
    this.#options = options;
  }

  ask(task: IndexTask): Promise<unknown> {
    const id = this.#next++;
    const thread = (this.#thread ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.postMessage({ id, task } satisfies IndexQuestion);
    });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread) {
      await this.ask({ kind: 'close' }).catch(() => undefined);
      await thread.terminate();
    }
  }

  #start(): Worker {
    const thread = spawnThread(import.meta.url, './output-index.thread', this.#options);
    thread.unref();
    thread.on('message', ({ id, result, failure }: IndexAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failure === undefined) {
        waiting?.resolve(result);
      } else {
        waiting?.reject(new Error(failure));
      }
    });
    let cause: unknown;
    thread.on('error', (error) => (cause = error));
    // Whoever asks next gets a new one.
    thread.on('exit', () => this.#gone(thread, cause));
    return thread;
  }

  #gone(thread: Worker, cause: unknown): void {
    if (this.#thread === thread) {
      this.#thread = undefined;
    }
    for (const { reject } of this.#waiting.values()) {
      reject(new Error('the thread of the search index ended', { cause }));
    }
    this.#waiting.clear();
  }
}

/** The index of what terminals printed, in threads: neither adding nor searching stops the event loop. */
export class OutputIndex {
  readonly #writer: IndexThread;
  readonly #reader: IndexThread;
  #made: Promise<unknown> | undefined;

  constructor(dataDir: string, options: Pick<IndexThreadOptions, 'fewPages' | 'stored'> = {}) {
    const file = join(dataDir, 'search.db');
    this.#writer = new IndexThread({ ...options, file, role: 'writer' });
    this.#reader = new IndexThread({ ...options, file, role: 'reader' });
  }

  /** The writer makes the file: asking it anything is enough. First, so that nobody waits for a long task of it. */
  async #open(): Promise<void> {
    this.#made ??= this.#writer.ask({ kind: 'unfinished', ids: [] });
    try {
      await this.#made;
    } catch (error) {
      this.#made = undefined;
      throw error;
    }
  }

  /** Stops before the index is larger than this; 0 is no limit. */
  async index(jobs: readonly IndexJob[], maxBytes = 0): Promise<Indexed> {
    await this.#open();
    return (await this.#writer.ask({ kind: 'index', jobs, maxBytes })) as Indexed;
  }

  /** Of these sessions, those that are not indexed to their end. */
  async unfinished(ids: readonly string[]): Promise<string[]> {
    return (await this.#writer.ask({ kind: 'unfinished', ids })) as string[];
  }

  async ids(after: string, limit: number): Promise<string[]> {
    return (await this.#writer.ask({ kind: 'ids', after, limit })) as string[];
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#writer.ask({ kind: 'remove', ids });
  }

  async clear(): Promise<void> {
    await this.#writer.ask({ kind: 'clear' });
  }

  async search(query: OutputQuery): Promise<OutputAnswer> {
    await this.#open();
    return (await this.#reader.ask({ kind: 'search', query })) as OutputAnswer;
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#writer.close();
  }
}
