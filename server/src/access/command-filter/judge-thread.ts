import { ConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts';
import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { JudgeAnswer, JudgeTask } from './judge-task.ts';

/**
 * Patterns at work in a thread of their own, one task after another. One that takes too long ends with the thread, and the
 * next gets a new one: whoever writes patterns, or types lines for them, holds up nobody's terminal.
 */
export class JudgeThread {
  readonly #turns = new ConcurrencyLimiter(1);
  readonly #thread: ThreadCalls<JudgeTask, JudgeAnswer>;
  /** The filters that the thread has by their number. */
  readonly #known = new Set<number>();
  #isClosed = false;

  constructor(patienceMs: number) {
    const start = () => spawnThread(import.meta.url, './judge.thread', undefined);
    this.#thread = new ThreadCalls(start, { withinMs: patienceMs, onGone: () => this.#known.clear() });
  }

  /** Undefined when there was no answer in time. The task is made for what the thread that will get it knows. */
  ask(task: (known: Set<number>) => JudgeTask): Promise<JudgeAnswer | undefined> {
    return this.#turns.take(async () =>
      this.#isClosed ? undefined : this.#thread.ask(task(this.#known)).catch(() => undefined),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread.close();
  }
}
