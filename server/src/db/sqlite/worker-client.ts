import type { Worker } from 'node:worker_threads';

import { spawnThread } from '../../kernel/thread.ts';
import type { WorkerAction, WorkerOptions, WorkerReply, WorkerRows } from './protocol.ts';

export class SqliteError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = 'SqliteError';
    this.code = code;
  }
}

/** The worker thread is gone: nothing can be read or written until the process restarts. */
export const WORKER_GONE = 'JADEGATE_WORKER_GONE';

export interface Found {
  rows: Record<string, unknown>[];
  changes: number;
  /** Nothing was done: it was to be done only if it reads, and does more. */
  isWrite: boolean;
}

interface Pending {
  resolve(found: Found): void;
  reject(error: SqliteError): void;
}

export class WorkerClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #gone: SqliteError | undefined;

  constructor(options: WorkerOptions) {
    this.#worker = spawnThread(import.meta.url, './worker', options);
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', () => this.#fail('the database thread has ended'));
  }

  get load(): number {
    return this.#pending.size;
  }

  refuseGone(): void {
    if (this.#gone) {
      throw this.#gone;
    }
  }

  send(action: WorkerAction): Promise<Found> {
    return new Promise((resolve, reject) => {
      if (this.#gone) {
        reject(this.#gone);
        return;
      }
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, action });
    });
  }

  async close(): Promise<void> {
    await this.send({ kind: 'close' });
    await this.#worker.terminate();
  }

  #settle(reply: WorkerReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('error' in reply) {
      pending?.reject(new SqliteError(reply.error.message, reply.error.code));
    } else {
      pending?.resolve(found(reply.result));
    }
  }

  #fail(message: string): void {
    this.#gone ??= new SqliteError(message, WORKER_GONE);
    for (const pending of this.#pending.values()) {
      pending.reject(this.#gone);
    }
    this.#pending.clear();
  }
}

function found({ columns, values, changes, isWrite }: WorkerRows): Found {
  const rows = values.map((list) => {
    const row: Record<string, unknown> = {};
    // Counted, because this runs for every value of every list.
    for (let index = 0; index < columns.length; index++) {
      row[columns[index] ?? ''] = list[index];
    }
    return row;
  });
  return { rows, changes, isWrite: isWrite === true };
}
