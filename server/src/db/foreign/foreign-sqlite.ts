import type { Worker } from 'node:worker_threads';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { spawnThread } from '../../kernel/thread.ts';
import {
  ForeignDatabaseError,
  type ForeignPage,
  type ForeignTable,
  type FoundTable,
} from './foreign-database.ts';
import type { ForeignSqliteAnswer, ForeignSqlitePage, ForeignSqliteRequest } from './foreign-sqlite-file.ts';

/** Far more than looking through the largest honest file takes. */
const PATIENCE_MS = 5 * MINUTE_MS;

/** A SQLite file that somebody gave, read in a thread of its own, one request at a time. */
export class ForeignSqlite {
  readonly #thread: Worker;

  private constructor(file: string) {
    this.#thread = spawnThread(import.meta.url, './foreign-sqlite.thread', file);
  }

  /** Throws where the file is not whole. */
  static async open(file: string): Promise<ForeignSqlite> {
    const opened = new ForeignSqlite(file);
    try {
      await opened.#ask({ kind: 'open' });
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  async hasTable(table: string): Promise<boolean> {
    return (await this.#ask({ kind: 'has', table })).has === true;
  }

  async tables(): Promise<readonly FoundTable[]> {
    return (await this.#ask({ kind: 'tables' })).tables ?? [];
  }

  async *pages(table: ForeignTable): AsyncIterable<ForeignPage> {
    let after: number | undefined = Number.MIN_SAFE_INTEGER;
    while (after !== undefined) {
      const page: ForeignSqlitePage | undefined = (await this.#ask({ kind: 'page', table, after })).page;
      if (page) {
        yield page;
      }
      after = page?.next;
    }
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  async #ask(request: ForeignSqliteRequest): Promise<ForeignSqliteAnswer & { ok: true }> {
    let timer: NodeJS.Timeout | undefined;
    const thread = this.#thread;
    try {
      const answer = await new Promise<ForeignSqliteAnswer>((resolve, reject) => {
        timer = setTimeout(() => resolve({ ok: false, reason: 'damaged' }), PATIENCE_MS);
        thread.once('message', resolve).once('error', reject);
        thread.once('exit', () => resolve({ ok: false, reason: 'damaged' }));
        thread.postMessage(request);
      });
      if (!answer.ok) {
        throw new ForeignDatabaseError(answer.reason);
      }
      return answer;
    } finally {
      clearTimeout(timer);
      thread.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
    }
  }
}
