import { createHash } from 'node:crypto';

import { runInBackground } from '../../../kernel/defects.ts';
import type { FileSum, Summing } from '../../../protocols/ssh-server/sftp/file-sum.ts';
import type { Checksum, Checksums } from '../../../storage/checksum/checksums.ts';

/** Each piece costs a message: so much is put together first. */
const PIECE_BYTES = 512 * 1024;
/** What one client may have waiting for its sums. */
const MOST_WAITING = 8 * 1024 * 1024;

/** Sums of one client's files, made in threads: on the main one they cost a third of all that a transfer does. */
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
  /** Absent while all of it is here. */
  #sum: Checksum | undefined;
  #piece: Buffer[] = [];
  #bytes = 0;

  constructor(thread: Thread) {
    this.#thread = thread;
  }

  add(bytes: Uint8Array): void {
    this.#piece.push(Buffer.from(bytes));
    this.#bytes += bytes.length;
    if (this.#bytes >= PIECE_BYTES) {
      this.#flush();
    }
  }

  async end(): Promise<string> {
    if (!this.#sum) {
      // Most files are small, and no thread is woken for them.
      const hash = createHash('sha256');
      this.#piece.splice(0).forEach((bytes) => hash.update(bytes));
      return hash.digest('hex');
    }
    this.#flush();
    return (await this.#sum.end()) ?? '';
  }

  drop(): void {
    this.#piece = [];
    if (this.#sum) {
      runInBackground(this.#sum.forget(), 'the sum of a file that nobody wants');
    }
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#piece.splice(0));
    this.#bytes = 0;
    this.#sum ??= this.#thread.begin();
    runInBackground(this.#thread.add(this.#sum, bytes), 'the sum of a file');
  }
}
