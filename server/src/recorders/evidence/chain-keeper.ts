import { join } from 'node:path';

import { runInBackground } from '../../kernel/defects.ts';
import { ThreadCalls } from '../../kernel/thread-calls.ts';
import { spawnThread } from '../../kernel/thread.ts';
import { isKeyframe } from '../desktop/keyframe-image.ts';
import type { ChainAnswer, ChainTask, Grown } from './chain-task.ts';
import type { ChainEnd, ChainHead, ChainOptions, RecordingChain } from './chain.ts';
import { LowPriorityHasher } from './low-priority-hasher.ts';

export interface SigningPair {
  /** Its fingerprint. */
  id: string;
  /** PEM. */
  privateKey: string;
}

/** Within ten seconds something must be signed: so long until it is begun. */
const SIGN_AFTER_MS = 9000;

type Asked =
  | { kind: 'link'; grown: Grown[] }
  | { kind: 'note'; facts: { account: string } }
  | { kind: 'end'; end: ChainEnd };

type Thread = ThreadCalls<ChainTask, ChainAnswer | undefined>;

/**
 * Signs recordings while they are made, in a thread that reads what was written and hashes it: the terminals' own thread
 * does nothing for it but to say how far their files have come. Of a file that is complete the hash is made by another
 * thread while the processor has nothing better to do, or by that one when it is time.
 */
export class ChainKeeper {
  readonly #thread: Thread;
  readonly #hasher = new LowPriorityHasher();
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
    const head = { key: key.id, links: 0, hash: '', ...reached };
    return new OpenChain(this.#thread, this.#hasher, chain, options, head);
  }

  async close(): Promise<void> {
    await Promise.all([this.#thread.close(), this.#hasher.close()]);
  }
}

class OpenChain implements RecordingChain {
  readonly #thread: Thread;
  readonly #hasher: LowPriorityHasher;
  readonly #chain: number;
  readonly #options: ChainOptions;
  /** What is not signed yet: how far each file has come. */
  readonly #grown = new Map<string, number>();
  /** How far each file is signed, or will be by what the thread was asked for. */
  readonly #asked = new Map<string, number>();
  /** Who waits until a complete file is signed. */
  readonly #waiting = new Map<string, { to: number; resolve: () => void }>();
  #head: ChainHead;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    thread: Thread,
    hasher: LowPriorityHasher,
    chain: number,
    options: ChainOptions,
    head: ChainHead,
  ) {
    this.#thread = thread;
    this.#hasher = hasher;
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
      this.#timer ??= setTimeout(
        () => runInBackground(this.#signAll(), 'signing a recording'),
        SIGN_AFTER_MS,
      );
      this.#timer.unref();
    }
  }

  finished(file: string, bytes: number): Promise<void> {
    if (this.#isOver) {
      return Promise.resolve();
    }
    this.grew(file, bytes);
    runInBackground(this.#signWhenHashed(file, bytes), 'signing a recording');
    return new Promise((resolve) => {
      this.#waiting.set(file, { to: bytes, resolve });
    });
  }

  note(facts: { account: string }): void {
    runInBackground(this.#ask({ kind: 'note', facts }), 'signing a recording');
  }

  async close(end: ChainEnd): Promise<void> {
    await this.#signAll();
    await this.#ask({ kind: 'end', end });
    this.#stop();
  }

  drop(): void {
    if (!this.#isOver) {
      this.#stop();
      runInBackground(this.#thread.ask({ kind: 'drop', chain: this.#chain }), 'a recording that broke off');
    }
  }

  /** Unless it is signed with everything else meanwhile: then nobody needs the hash any more. */
  async #signWhenHashed(file: string, to: number): Promise<void> {
    const isWanted = () => this.#grown.has(file);
    const from = this.#asked.get(file) ?? 0;
    const path = join(this.#options.folder, file);
    // A picture is signed as it is unpacked, which the other thread knows how to do.
    const sha256 = isKeyframe(file) ? undefined : await this.#hasher.hash({ path, from, to }, isWanted);
    if (isWanted()) {
      await this.#sign([{ file, to, ...(sha256 !== undefined && { hashed: { from, sha256 } }) }]);
    }
  }

  /** All that has grown, in one step. */
  #signAll(): Promise<void> {
    return this.#sign([...this.#grown].map(([file, to]) => ({ file, to })));
  }

  async #sign(grown: Grown[]): Promise<void> {
    for (const { file, to } of grown) {
      this.#grown.delete(file);
      this.#asked.set(file, to);
    }
    if (this.#grown.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    if (grown.length > 0) {
      await this.#ask({ kind: 'link', grown });
    }
    for (const { file, to } of grown) {
      const waiting = this.#waiting.get(file);
      // An earlier part may have been on its way when the file was complete.
      if (waiting && waiting.to <= to) {
        this.#waiting.delete(file);
        waiting.resolve();
      }
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
    for (const { resolve } of this.#waiting.values()) {
      resolve();
    }
    this.#waiting.clear();
  }
}
