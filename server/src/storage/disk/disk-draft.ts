import { createHash, type Hash } from 'node:crypto';
import { rename, unlink, type FileHandle } from 'node:fs/promises';

import type { Draft, Stored } from '../byte-store.ts';
import { diskFailure, onDisk } from './disk-failure.ts';
import { inFolder, withFolder } from './folder-walk.ts';

/** Small pieces are written together: each write is a trip to another thread. */
const BATCH_BYTES = 512 * 1024;

interface Options {
  token: string;
  /** The open file, and the file itself. */
  handle: FileHandle;
  file: string;
  /** How much of it is there. */
  size: number;
  root: string;
  folder: readonly string[];
  name: string;
}

/** A file that grows beside the tree, and is moved into it by one rename. */
export class DiskDraft implements Draft {
  readonly token: string;
  readonly #on: Options;
  readonly #hash: Hash | undefined;
  #kept: number;
  #batch: Uint8Array[] = [];
  #batchBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(options: Options) {
    this.#on = options;
    this.token = options.token;
    this.#kept = options.size;
    this.#hash = options.size === 0 ? createHash('sha256') : undefined;
  }

  get kept(): number {
    return this.#kept + this.#batchBytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#batch.push(bytes);
    this.#batchBytes += bytes.length;
    if (this.#batchBytes >= BATCH_BYTES) {
      await this.#send();
    }
  }

  async pause(): Promise<number> {
    try {
      await this.#flush();
    } finally {
      await this.#on.handle.close();
    }
    return this.#kept;
  }

  async commit(): Promise<Stored> {
    await this.#flush();
    const { handle, file, root, folder, name } = this.#on;
    const { size } = await onDisk(() => handle.stat());
    await withFolder(root, folder, (parent) => rename(file, inFolder(parent, name)), { makes: true });
    await handle.close();
    return { size, checksum: this.#hash?.digest('hex') };
  }

  async abort(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#on.handle.close().catch(() => undefined);
    await unlink(this.#on.file).catch(() => undefined);
  }

  async #flush(): Promise<void> {
    await this.#send();
    await this.#written();
  }

  /** One batch is on its way while the next comes in; its hash is made meanwhile. */
  async #send(): Promise<void> {
    await this.#written();
    const batch = this.#batch;
    const position = this.#kept;
    if (batch.length === 0) {
      return;
    }
    this.#kept += this.#batchBytes;
    this.#batch = [];
    this.#batchBytes = 0;
    this.#writing = writeAll(this.#on.handle, batch, position).catch((error: unknown) => {
      this.#failure = diskFailure(error);
    });
    for (const bytes of batch) {
      this.#hash?.update(bytes);
    }
  }

  async #written(): Promise<void> {
    await this.#writing;
    if (this.#failure !== undefined) {
      throw this.#failure as Error;
    }
  }
}

/** The system may take less than it is given, such as when the disk fills up. */
async function writeAll(handle: FileHandle, batch: Uint8Array[], position: number): Promise<void> {
  const total = batch.reduce((sum, bytes) => sum + bytes.length, 0);
  const { bytesWritten } = await handle.writev(batch, position);
  if (bytesWritten < total) {
    const rest = Buffer.concat(batch).subarray(bytesWritten);
    for (let done = 0; done < rest.length;) {
      const more = await handle.write(rest, done, rest.length - done, position + bytesWritten + done);
      done += more.bytesWritten;
    }
  }
}
