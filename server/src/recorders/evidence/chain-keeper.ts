import { runInBackground } from '../../kernel/defects.ts';
import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';
import type { ChainAnswer, ChainTask } from './chain-task.ts';
import type { ChainEnd, ChainHead, ChainOptions, RecordingChain } from './chain.ts';

export interface SigningPair {
  /** Its fingerprint. */
  id: string;
  /** PEM. */
  privateKey: string;
}

/** Within ten seconds something must be signed: so long until it is begun. */
const SIGN_AFTER_MS = 9000;

type Asked =
  | { kind: 'link'; grown: { file: string; to: number }[] }
  | { kind: 'note'; facts: { account: string } }
  | { kind: 'end'; end: ChainEnd };

type Thread = ThreadCalls<ChainTask, ChainAnswer | undefined>;

/**
 * Signs recordings while they are made, in a thread that reads what was written and hashes it: the terminals' own thread
 * does nothing for it but to say how far their files have come.
 */
export class ChainKeeper {
  readonly #thread: Thread;
  #next = 1;

  constructor() {
    this.#thread = new ThreadCalls(() => spawnThread(import.meta.url, './chain.thread', undefined));
  }

  /** What is said at the beginning is signed when this returns, or it throws. */
  async open(options: ChainOptions, key: SigningPair): Promise<RecordingChain> {
    const chain = this.#next++;
    const { folder, begin, clock, wall } = options;
    const time = { at: clock.now(), wall: wall.now() };
    const reached = await this.#thread.ask({ kind: 'open', chain, folder, begin, key, time });
    return new OpenChain(this.#thread, chain, options, { key: key.id, links: 0, hash: '', ...reached });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}

class OpenChain implements RecordingChain {
  readonly #thread: Thread;
  readonly #chain: number;
  readonly #options: ChainOptions;
  readonly #grown = new Map<string, number>();
  #head: ChainHead;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(thread: Thread, chain: number, options: ChainOptions, head: ChainHead) {
    this.#thread = thread;
    this.#chain = chain;
    this.#options = options;
    this.#head = head;
  }

  get head(): ChainHead {
    return this.#head;
  }

  grew(file: string, bytes: number): void {
    if (!this.#isOver) {
      this.#grown.set(file, bytes);
      this.#timer ??= setTimeout(() => runInBackground(this.#link(), 'signing a recording'), SIGN_AFTER_MS);
      this.#timer.unref();
    }
  }

  async finished(file: string, bytes: number): Promise<void> {
    this.grew(file, bytes);
    await this.#link();
  }

  note(facts: { account: string }): void {
    runInBackground(this.#ask({ kind: 'note', facts }), 'signing a recording');
  }

  async close(end: ChainEnd): Promise<void> {
    await this.#link();
    await this.#ask({ kind: 'end', end });
    this.#stop();
  }

  drop(): void {
    if (!this.#isOver) {
      this.#stop();
      runInBackground(this.#thread.ask({ kind: 'drop', chain: this.#chain }), 'a recording that broke off');
    }
  }

  /** All that has grown, in one step. */
  async #link(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const grown = [...this.#grown].map(([file, to]) => ({ file, to }));
    this.#grown.clear();
    if (grown.length > 0) {
      await this.#ask({ kind: 'link', grown });
    }
  }

  /** Never fails: whoever records is told by `onFailure`. */
  async #ask(task: Asked): Promise<void> {
    if (this.#isOver) {
      return;
    }
    const { clock, wall } = this.#options;
    const time = { at: clock.now(), wall: wall.now() };
    try {
      const reached = await this.#thread.ask({ ...task, chain: this.#chain, time });
      this.#head = { ...this.#head, ...reached };
    } catch (error) {
      if (!this.#isOver) {
        this.drop();
        this.#options.onFailure(error);
      }
    }
  }

  #stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#grown.clear();
  }
}
