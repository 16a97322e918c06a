import { join } from 'node:path';

import { ThreadCalls } from '../../kernel/thread-calls.ts';
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

/** The index of what terminals printed, in threads: neither adding nor searching stops the event loop. */
export class OutputIndex {
  readonly #writer: ThreadCalls<IndexTask, unknown>;
  readonly #reader: ThreadCalls<IndexTask, unknown>;
  #made: Promise<unknown> | undefined;

  constructor(dataDir: string, options: Pick<IndexThreadOptions, 'fewPages' | 'stored'> = {}) {
    const file = join(dataDir, 'search.db');
    const thread = (role: IndexThreadOptions['role']) => {
      const started: IndexThreadOptions = { ...options, file, role };
      return new ThreadCalls<IndexTask, unknown>(() =>
        spawnThread(import.meta.url, './output-index.thread', started),
      );
    };
    this.#writer = thread('writer');
    this.#reader = thread('reader');
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
    await this.#reader.close({ kind: 'close' });
    await this.#writer.close({ kind: 'close' });
  }
}
