import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { Answer, AnswerTask } from '../../protocols/collector/read-answer.ts';

/**
 * Reads answers in a thread of its own: what a host prints is its own affair, and must not hold up the event loop, which
 * carries other people's terminals. The thread starts with the first answer and is thrown away when one is too much for it.
 */
export class AnswerReader {
  readonly #thread: ThreadCalls<AnswerTask, Answer>;

  constructor(patienceMs: number) {
    const start = () => spawnThread(import.meta.url, './read-answer.thread', undefined);
    this.#thread = new ThreadCalls(start, { withinMs: patienceMs });
  }

  /** Undefined when it cannot be read in reasonable time. */
  read(task: AnswerTask): Promise<Answer | undefined> {
    return this.#thread.ask(task).catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
