import { parentPort, type Worker } from 'node:worker_threads';

interface Question<Task> {
  id: number;
  task: Task;
}

interface Reply<Answer> {
  id: number;
  answer?: Answer;
  failure?: string;
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Questions to a thread. It is started by the first of them, and again by the next after it ended. */
export class ThreadCalls<Task, Answer> {
  readonly #start: () => Worker;
  readonly #onGone: (() => void) | undefined;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #thread: Worker | undefined;
  #next = 1;

  /** `onGone` is told when the thread ended, with everything it knew. */
  constructor(start: () => Worker, onGone?: () => void) {
    this.#start = start;
    this.#onGone = onGone;
  }

  ask(task: Task): Promise<Answer> {
    const id = this.#next++;
    const thread = (this.#thread ??= this.#begin());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.postMessage({ id, task } satisfies Question<Task>);
    });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #begin(): Worker {
    const thread = this.#start();
    thread.unref();
    thread.on('message', ({ id, answer, failure }: Reply<Answer>) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failure === undefined) {
        waiting?.resolve(answer as Answer);
      } else {
        waiting?.reject(new Error(failure));
      }
    });
    thread.on('error', () => undefined);
    thread.on('exit', () => this.#gone(thread));
    return thread;
  }

  #gone(thread: Worker): void {
    if (this.#thread === thread) {
      this.#thread = undefined;
    }
    for (const { reject } of this.#waiting.values()) {
      reject(new Error('the thread ended'));
    }
    this.#waiting.clear();
    this.#onGone?.();
  }
}

/** The other side, in the thread: one question after another. */
export function serveThreadCalls(answer: (task: never) => Promise<unknown>): void {
  let last = Promise.resolve();
  const reply = async ({ id, task }: Question<never>): Promise<Reply<unknown>> => {
    try {
      return { id, answer: await answer(task) };
    } catch (error) {
      return { id, failure: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort?.on('message', (question: Question<never>) => {
    last = last.then(async () => parentPort?.postMessage(await reply(question)));
  });
}
