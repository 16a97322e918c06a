import type { Readable } from 'node:stream';

import { AppError } from '../../../kernel/app-error.ts';
import type { FileStat } from '../../../protocols/files/file-tree.ts';
import type { ServedFile } from '../../../protocols/ssh-server/sftp/tree-server.ts';

const REGULAR = 0o100_644;

/** A file of a space that is read: as one stream while it is read in order, begun anew where it is not. */
export class ReadSpaceFile implements ServedFile {
  readonly #stat: FileStat;
  readonly #begin: (offset: number) => Promise<Readable>;
  #source: Readable | undefined;
  #pieces: AsyncIterator<Buffer> | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(stat: FileStat, begin: (offset: number) => Promise<Readable>) {
    this.#stat = stat;
    this.#begin = begin;
  }

  async stat(): Promise<FileStat> {
    return this.#stat;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (offset >= this.#stat.size) {
      return Buffer.alloc(0);
    }
    if (!this.#pieces || offset !== this.#at) {
      this.#source?.destroy();
      this.#source = await this.#begin(offset);
      this.#pieces = (this.#source as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
      this.#rest = Buffer.alloc(0);
      this.#at = offset;
    }
    const taken: Buffer[] = [];
    for (let missing = length; missing > 0;) {
      if (this.#rest.length === 0) {
        const piece = await this.#pieces.next();
        if (piece.done === true) {
          break;
        }
        this.#rest = piece.value;
      }
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      taken.push(part);
      missing -= part.length;
    }
    const bytes = Buffer.concat(taken);
    this.#at += bytes.length;
    if (this.#at >= this.#stat.size) {
      // To its end, so that it counts as read.
      await this.#pieces.next();
    }
    return bytes;
  }

  async write(): Promise<void> {
    throw new AppError('file.unsupported');
  }

  async close(): Promise<void> {
    this.#source?.destroy();
  }

  async abandon(): Promise<void> {
    this.#source?.destroy();
  }
}

/** A file of a space that is written: from beginning to end, and there once it is whole. */
export class WrittenSpaceFile implements ServedFile {
  readonly #stored: Promise<void>;
  #at = 0;
  /** What waits to be taken, and what tells that it was. */
  #piece: { bytes: Uint8Array; taken: () => void } | undefined;
  #end: 'open' | 'whole' | 'broken' = 'open';
  #wake: () => void = () => undefined;
  #failure: unknown;

  constructor(store: (source: AsyncIterable<Uint8Array>) => Promise<void>) {
    this.#stored = store(this.#source());
    // Asked for when it is closed; a write that finds it fails with it.
    this.#stored.catch((error: unknown) => {
      this.#failure = error;
      this.#piece?.taken();
    });
  }

  async stat(): Promise<FileStat> {
    return { size: this.#at, uid: 0, gid: 0, mode: REGULAR, modifiedAt: Math.floor(Date.now() / 1000) };
  }

  async read(): Promise<Uint8Array> {
    throw new AppError('file.unsupported');
  }

  async write(offset: number, bytes: Uint8Array): Promise<void> {
    if (offset !== this.#at) {
      throw new AppError('file.unsupported');
    }
    this.#refuseFailed();
    await new Promise<void>((taken) => {
      this.#piece = { bytes, taken };
      this.#wake();
    });
    this.#refuseFailed();
    this.#at += bytes.length;
  }

  async close(): Promise<void> {
    this.#finish('whole');
    await this.#stored;
  }

  async abandon(): Promise<void> {
    this.#finish('broken');
    await this.#stored.catch(() => undefined);
  }

  #refuseFailed(): void {
    if (this.#failure !== undefined) {
      throw this.#failure as Error;
    }
  }

  #finish(end: 'whole' | 'broken'): void {
    this.#end = end;
    this.#wake();
  }

  async *#source(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      while (this.#piece) {
        const { bytes, taken } = this.#piece;
        this.#piece = undefined;
        // Its own memory: what stores it gives that back.
        yield new Uint8Array(bytes);
        taken();
      }
      if (this.#end === 'whole') {
        return;
      }
      if (this.#end === 'broken') {
        throw new AppError('file.upload_broken');
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
