import type { Worker } from 'node:worker_threads';

import { ConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { JudgeAnswer, JudgeTask } from './judge-task.ts';

/** A thread that does not even start. */
const START_MS = 60_000;

/**
 * Patterns at work in a thread of their own, one task after another. One that takes too long ends with the thread, and the
 * next gets a new one: whoever writes patterns, or types lines for them, holds up nobody's terminal.
 */
export class JudgeThread {
  readonly #turns = new ConcurrencyLimiter(1);
  readonly #patienceMs: number;
  #thread: Promise<Worker | undefined> | undefined;
  #isClosed = false;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Undefined when there was no answer in time. The task is made for the thread that will get it. */
  ask(task: (thread: Worker) => JudgeTask): Promise<JudgeAnswer | undefined> {
    return this.#turns.take(async () => {
      const thread = this.#isClosed ? undefined : await (this.#thread ??= begin());
      const answer =
        thread && (await heard(thread, this.#patienceMs, () => thread.postMessage(task(thread))));
      if (answer === undefined) {
        this.#thread = undefined;
        await thread?.terminate();
      }
      return answer as JudgeAnswer | undefined;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#thread)?.terminate();
  }
}

/** How long a thread takes to start on a busy machine says nothing about a pattern. */
async function begin(): Promise<Worker | undefined> {
  const thread = spawnThread(import.meta.url, './judge.thread', undefined);
  thread.unref();
  thread.on('error', () => undefined);
  if ((await heard(thread, START_MS)) !== undefined) {
    return thread;
  }
  await thread.terminate();
  return undefined;
}

/** The next thing it says. */
function heard(thread: Worker, withinMs: number, ask?: () => void): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (said: unknown) => {
      clearTimeout(timer);
      thread.off('message', settle);
      thread.off('exit', gone);
      resolve(said);
    };
    const gone = () => settle(undefined);
    const timer = setTimeout(gone, withinMs);
    thread.on('message', settle);
    thread.on('exit', gone);
    ask?.();
  });
}
