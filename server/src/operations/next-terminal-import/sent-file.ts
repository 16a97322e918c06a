import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { LIMITS } from '@jadegate/contract/limits';

import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/id.ts';
import { makePrivateFolder } from '../../kernel/private-files.ts';
import { MEGABYTE } from '../../kernel/size.ts';
import { SQLITE_MARK } from './open-origin.ts';

/** How often it is asked whether there is room. */
const ROOM_EVERY_BYTES = 64 * MEGABYTE;

/** The file that somebody sends for an import. It lies under our own name, and nothing of it is looked at but its beginning. */
export class SentFile {
  readonly #folder: string;
  readonly #refuseFullDisk: () => Promise<void>;

  constructor(folder: string, refuseFullDisk: () => Promise<void>) {
    this.#folder = folder;
    this.#refuseFullDisk = refuseFullDisk;
  }

  pathOf(id: string): string {
    return path.join(this.#folder, `sent-${id}`);
  }

  /** There once it is whole, and not before. Of several at once the last counts. */
  async receive(id: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    makePrivateFolder(this.#folder);
    const part = `${this.pathOf(id)}.${newId()}`;
    try {
      await pipeline(
        this.#bounded(source),
        createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
      );
      await rename(part, this.pathOf(id));
      await syncFolder(this.#folder);
    } catch (error) {
      await rm(part, { force: true });
      throw error instanceof AppError ? error : brokenBy(error);
    }
  }

  /** With whatever broke off on its way. */
  async removeAll(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((one) => one.startsWith('sent-'))) {
      await rm(path.join(this.#folder, name), { force: true });
    }
  }

  async *#bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0);
    let bytes = 0;
    let askedAt = -ROOM_EVERY_BYTES;
    for await (const piece of source) {
      if (bytes - askedAt >= ROOM_EVERY_BYTES) {
        await this.#refuseFullDisk();
        askedAt = bytes;
      }
      bytes += piece.length;
      if (head.length < SQLITE_MARK.length) {
        head = Buffer.concat([head, piece]).subarray(0, SQLITE_MARK.length);
      }
      const most = head.toString('latin1') === SQLITE_MARK ? LIMITS.oldDatabaseBytes : LIMITS.oldBackupBytes;
      if (bytes > most) {
        throw new AppError('next_terminal.too_large', { params: { most: most / MEGABYTE } });
      }
      yield piece;
    }
    if (bytes === 0) {
      throw new AppError('next_terminal.file_broken');
    }
  }
}

function brokenBy(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new AppError('storage.disk_full', { cause })
    : new AppError('next_terminal.file_broken', { cause });
}

/** The new name is there also after the machine lost its power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
