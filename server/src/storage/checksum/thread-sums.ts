import { createHash } from 'node:crypto';

import { runInBackground } from '../../kernel/defects.ts';
import type { FileSum, Summing } from '../../kernel/file-sum.ts';
import type { Checksum, Checksums } from './checksums.ts';
import { SharedBlocks } from './shared-blocks.ts';

/** Each block costs a message: so much is put together first. */
const BLOCK_BYTES = 512 * 1024;
/** What one client may have waiting for its sums. */
const MOST_WAITING = 8 * 1024 * 1024;

/** Sums of one client's files, made in threads: on the main one they cost up to half of all that a transfer does. */
export class ThreadSums implements Summing {
  readonly #checksums: Checksums;
  #waiting = 0;
  #onCaughtUp: () => void = () => undefined;

  constructor(checksums: Checksums) {
    this.#checksums = checksums;
  }

  get isBehind(): boolean {
    return this.#waiting > MOST_WAITING;
  }

  onCaughtUp(listener: () => void): void {
    this.#onCaughtUp = listener;
  }

  /** For one who waits by themselves. */
  async caughtUp(): Promise<void> {
    while (this.isBehind) {
      await new Promise<void>((resolve) => this.onCaughtUp(resolve));
    }
  }

  begin(): FileSum {
    return new ThreadSum({
      begin: () => this.#checksums.begin(),
      add: async (sum, bytes) => {
        this.#waiting += bytes.length;
        await sum.add(bytes);
        const wasBehind = this.isBehind;
        this.#waiting -= bytes.length;
        if (wasBehind && !this.isBehind) {
          this.#onCaughtUp();
        }
      },
    });
  }
}

interface Thread {
  begin(): Checksum;
  /** Never fails. */
  add(sum: Checksum, bytes: Uint8Array): Promise<void>;
}

class ThreadSum implements FileSum {
  readonly #thread: Thread;
  readonly #blocks = new SharedBlocks(() => BLOCK_BYTES);
  /** Absent while all of it is here. */
  #sum: Checksum | undefined;

  constructor(thread: Thread) {
    this.#thread = thread;
  }

  add(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0;) {
      rest = this.#blocks.put(rest);
      if (this.#blocks.isFull) {
        this.#sum ??= this.#thread.begin();
        runInBackground(this.#send(this.#sum), 'the sum of a file');
      }
    }
  }

  async end(): Promise<string> {
    if (!this.#sum) {
      // Most files are small, and no thread is woken for them.
      return createHash('sha256').update(this.#blocks.take()).digest('hex');
    }
    runInBackground(this.#send(this.#sum), 'the sum of a file');
    return (await this.#sum.end()) ?? '';
  }

  drop(): void {
    this.#blocks.drop();
    if (this.#sum) {
      runInBackground(this.#sum.forget(), 'the sum of a file that nobody wants');
    }
  }

  async #send(sum: Checksum): Promise<void> {
    const block = this.#blocks.take();
    await this.#thread.add(sum, block);
    this.#blocks.giveBack(block);
  }
}
