import { createHash } from 'node:crypto';
import { rename, unlink, type FileHandle } from 'node:fs/promises';

import { runInBackground } from '../../kernel/defects.ts';
import type { Draft, Stored } from '../byte-store.ts';
import type { Checksum, Checksums } from '../checksum/checksums.ts';
import { SharedBlocks } from '../checksum/shared-blocks.ts';
import { diskFailure, onDisk } from './disk-failure.ts';
import { inFolder, withFolder } from './folder-walk.ts';

/** Small pieces are written together: each write is a trip to another thread. */
const BLOCK_BYTES = 1024 * 1024;
/**
 * Blocks under way at once: with the one that fills up, they bound the memory of an upload. Threads that wait for a busy
 * processor hold up the network less than with a few.
 */
const AT_ONCE = 8;

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
  /** Once it is in its place, it is there also after the machine lost its power. */
  lasts: boolean;
  checksums: Checksums;
}

/** A file that grows beside the tree, and is moved into it by one rename. */
export class DiskDraft implements Draft {
  readonly token: string;
  readonly #options: Options;
  readonly #blocks = new SharedBlocks(() => BLOCK_BYTES);
  readonly #underWay = new Set<Promise<void>>();
  /** Undefined while everything fits into a block, and when the beginning is not known here. */
  #checksum: Checksum | undefined;
  #kept: number;
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(options: Options) {
    this.#options = options;
    this.token = options.token;
    this.#kept = options.size;
  }

  get kept(): number {
    return this.#kept + this.#blocks.length;
  }

  async write(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (rest.length > 0) {
      rest = this.#blocks.put(rest);
      if (this.#blocks.isFull) {
        await this.#hasTurn();
        if (this.#kept === 0) {
          this.#checksum = this.#options.checksums.begin();
        }
        this.#send(this.#blocks.take());
      }
    }
  }

  async pause(): Promise<number> {
    try {
      this.#send(this.#blocks.take());
      await this.#flush();
    } finally {
      await this.#options.handle.close();
      await this.#checksum?.forget();
    }
    return this.#kept;
  }

  async commit(): Promise<Stored> {
    const isSmall = this.#kept === 0;
    const last = this.#blocks.take();
    this.#send(last);
    await this.#flush();
    const { handle, file, root, folder, name, lasts } = this.#options;
    const { size } = await onDisk(() => handle.stat());
    // A thread would take longer to be asked.
    const checksum = isSmall ? createHash('sha256').update(last).digest('hex') : await this.#checksum?.end();
    if (lasts) {
      await onDisk(() => handle.datasync());
    }
    const place = async (parent: FileHandle) => {
      await rename(file, inFolder(parent, name));
      if (lasts) {
        await parent.sync();
      }
    };
    await withFolder(root, folder, place, { makes: true, lasts });
    await handle.close();
    return { size, checksum };
  }

  async abort(): Promise<void> {
    await Promise.all(this.#underWay);
    await this.#options.handle.close().catch(() => undefined);
    await unlink(this.#options.file).catch(() => undefined);
    await this.#checksum?.forget();
  }

  async #flush(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#refuseFailed();
  }

  async #hasTurn(): Promise<void> {
    while (this.#underWay.size >= AT_ONCE) {
      await Promise.race(this.#underWay);
    }
    this.#refuseFailed();
  }

  #send(block: Buffer): void {
    const passing = this.#pass(block, this.#kept);
    this.#kept += block.length;
    this.#underWay.add(passing);
    runInBackground(
      passing.finally(() => this.#underWay.delete(passing)),
      'a draft on the disk',
    );
  }

  /** Never fails: who comes next is told. */
  async #pass(block: Buffer, position: number): Promise<void> {
    const added = this.#checksum?.add(block);
    // One after the other: what a dead process left must have no hole.
    this.#writing = this.#writing.then(() => this.#store(block, position));
    await this.#writing;
    await added;
    this.#blocks.giveBack(block);
  }

  async #store(block: Buffer, position: number): Promise<void> {
    try {
      // The system may take less than it is given, such as when the disk fills up.
      for (let done = 0; done < block.length && this.#failure === undefined;) {
        const rest = block.length - done;
        const { bytesWritten } = await this.#options.handle.write(block, done, rest, position + done);
        done += bytesWritten;
      }
    } catch (error) {
      this.#failure ??= diskFailure(error);
    }
  }

  #refuseFailed(): void {
    if (this.#failure !== undefined) {
      throw this.#failure as Error;
    }
  }
}
