import type { Worker } from 'node:worker_threads';

import { runInBackground } from '../../kernel/defects.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { Answer, AnswerTask } from '../../protocols/collector/read-answer.ts';

interface Waiting {
  resolve: (answer: Answer | undefined) => void;
  timer: NodeJS.Timeout;
}

/** A thread that does not even start. */
const START_MS = 60_000;

/**
 * Reads answers in a thread of its own: what a host prints is its own affair, and must not hold up the event loop, which
 * carries other people's terminals. The thread starts with the first answer and is thrown away when one is too much for it.
 */
export class AnswerReader {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  /** How long a thread takes to start on a machine that has much to do says nothing about an answer. */
  #isReady = false;
  readonly #patienceMs: number;
  #last = 0;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Undefined when it cannot be read in reasonable time. */
  read(task: AnswerTask): Promise<Answer | undefined> {
    const id = ++this.#last;
    const thread = this.#running();
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve, timer: this.#giveUpLater() });
      thread.postMessage({ id, task });
    });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#drop();
    await thread?.terminate();
  }

  #running(): Worker {
    if (!this.#thread) {
      const thread = spawnThread(import.meta.url, './read-answer.thread', undefined);
      thread.on('message', (said: 'ready' | { id: number; answer: Answer }) => {
        if (this.#thread !== thread) {
          return;
        }
        if (said === 'ready') {
          this.#beginToCount();
        } else {
          this.#settle(said.id, said.answer);
        }
      });
      thread.on('error', () => this.#thread === thread && this.#drop());
      thread.unref();
      this.#thread = thread;
    }
    return this.#thread;
  }

  #giveUpLater(): NodeJS.Timeout {
    return setTimeout(() => this.#drop(), this.#isReady ? this.#patienceMs : START_MS);
  }

  #beginToCount(): void {
    this.#isReady = true;
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.timer = this.#giveUpLater();
    }
  }

  #settle(id: number, answer: Answer | undefined): void {
    const waiting = this.#waiting.get(id);
    if (waiting) {
      clearTimeout(waiting.timer);
      this.#waiting.delete(id);
      waiting.resolve(answer);
    }
  }

  /** Whoever waited has no answer; the next one gets a new thread. */
  #drop(): void {
    runInBackground(this.#thread?.terminate(), 'the thread of answers');
    this.#thread = undefined;
    this.#isReady = false;
    for (const id of this.#waiting.keys()) {
      this.#settle(id, undefined);
    }
  }
}
