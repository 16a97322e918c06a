import { parentPort, type Worker } from 'node:worker_threads';

import { runInBackground } from './defects.ts';

interface Question<Task> {
  id: number;
  task: Task;
}

interface Answered<Answer> {
  id: number;
  answer?: Answer;
  failure?: string;
}

/** A thread that listens says so: how long it takes to start on a busy machine says nothing about a question. */
const READY = 'ready';
/** One that does not even start. */
const START_MS = 60_000;

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
}

interface ThreadCallsOptions {
  /** One that takes longer than this for a question is thrown away, with all that wait for it. */
  withinMs?: number;
  /** Told when the thread is gone, with everything it knew. */
  onGone?: () => void;
}

/** Questions to a thread. It is started by the first of them, and again by the next after it was lost. */
export class ThreadCalls<Task, Answer> {
  readonly #start: () => Worker;
  readonly #options: ThreadCallsOptions;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #thread: Worker | undefined;
  #isReady = false;
  #next = 1;

  constructor(start: () => Worker, options: ThreadCallsOptions = {}) {
    this.#start = start;
    this.#options = options;
  }

  ask(task: Task): Promise<Answer> {
    const id = this.#next++;
    const thread = (this.#thread ??= this.#begin());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, timer: this.#giveUpLater(thread) });
      thread.postMessage({ id, task } satisfies Question<Task>);
    });
  }

  /** `last` is asked of a thread that runs, before it ends. */
  async close(last?: Task): Promise<void> {
    const thread = this.#thread;
    if (thread && last !== undefined) {
      await this.ask(last).catch(() => undefined);
    }
    await thread?.terminate();
  }

  #begin(): Worker {
    const thread = this.#start();
    let cause: unknown;
    thread.unref();
    thread.on('message', (said: typeof READY | Answered<Answer>) => {
      if (said === READY) {
        this.#beginToCount(thread);
      } else {
        this.#settle(said);
      }
    });
    thread.on('error', (error) => (cause = error));
    thread.on('exit', () => this.#lose(thread, cause));
    return thread;
  }

  #giveUpLater(thread: Worker): NodeJS.Timeout | undefined {
    const { withinMs } = this.#options;
    if (withinMs === undefined) {
      return undefined;
    }
    const giveUp = () => {
      runInBackground(thread.terminate(), 'a thread that took too long');
      this.#lose(thread, new Error('it took too long'));
    };
    return setTimeout(giveUp, this.#isReady ? withinMs : START_MS);
  }

  #beginToCount(thread: Worker): void {
    if (this.#thread === thread) {
      this.#isReady = true;
      for (const waiting of this.#waiting.values()) {
        clearTimeout(waiting.timer);
        waiting.timer = this.#giveUpLater(thread);
      }
    }
  }

  #settle({ id, answer, failure }: Answered<Answer>): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    if (failure === undefined) {
      waiting?.resolve(answer as Answer);
    } else {
      waiting?.reject(new Error(failure));
    }
  }

  #lose(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) {
      return;
    }
    this.#thread = undefined;
    this.#isReady = false;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error('the thread ended', { cause }));
    }
    this.#waiting.clear();
    this.#options.onGone?.();
  }
}

/** The other side, in the thread: one question after another. `onAsked` hears of each as soon as it comes. */
export function serveThreadCalls<Task>(
  answer: (task: Task) => unknown,
  onAsked: (task: Task) => void = () => undefined,
): void {
  let last = Promise.resolve();
  const reply = async ({ id, task }: Question<Task>): Promise<Answered<unknown>> => {
    try {
      return { id, answer: await answer(task) };
    } catch (error) {
      return { id, failure: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort?.on('message', (question: Question<Task>) => {
    onAsked(question.task);
    last = last.then(async () => parentPort?.postMessage(await reply(question)));
  });
  parentPort?.postMessage(READY);
}
