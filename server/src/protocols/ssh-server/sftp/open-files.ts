import type { StorageAction } from '@jadegate/contract/files/storage-log';

import type { Summing } from '../../../kernel/file-sum.ts';
import { OPEN } from '../../ssh/sftp-packet.ts';
import type { WritesBy } from './request-rights.ts';
import { TransferAccount } from './transfer-account.ts';

/** A line for the file log. */
export interface SftpLine {
  action: StorageAction;
  fileName: string;
  isDone: boolean;
  bytes?: number;
  checksum?: string;
}

/** Before its sum is known. */
export type SftpLineToBe = Omit<SftpLine, 'checksum'> & { checksum?: string | Promise<string> };

/** How many files one client may have open. */
const MAX_OPEN = 512;

/** A file or a folder that a client has open. */
export interface OpenFile {
  name: string;
  writesBy: WritesBy | undefined;
  reading: TransferAccount | undefined;
  writing: TransferAccount | undefined;
}

export function openedFolder(name: string): OpenFile {
  return { name, writesBy: undefined, reading: undefined, writing: undefined };
}

export function openedFile(
  name: string,
  { flags, reads, writes }: { flags: number; reads: boolean; writes: boolean },
  writesBy: WritesBy,
  summing: Summing,
): OpenFile {
  const isNew = (flags & (OPEN.truncate | OPEN.exclusive)) !== 0;
  const writing = writes ? new TransferAccount({ isNew, sum: summing.begin() }) : undefined;
  if ((flags & OPEN.append) !== 0) {
    // Where it is written is the target's affair.
    writing?.addUnseen(0);
  }
  return {
    name,
    writesBy: writes ? writesBy : undefined,
    reading: reads ? new TransferAccount({ isNew: false, sum: summing.begin() }) : undefined,
    writing,
  };
}

/** What stands in the log when it is closed. One that never was is done only if it was read to its end. */
export function linesOf({ name, writesBy, reading, writing }: OpenFile, isClosed: boolean): SftpLineToBe[] {
  const line = (action: StorageAction, account: TransferAccount): SftpLineToBe => {
    const isDone = isClosed ? !account.hasFailed : account === reading && account.isWhole;
    const { bytes } = account;
    if (!isDone) {
      account.drop();
    }
    return { action, fileName: name, isDone, bytes, checksum: isDone ? account.checksum() : '' };
  };
  return [
    ...(writing && writesBy ? [line(writesBy, writing)] : []),
    // One that is written is often opened for reading, too, and never read.
    ...(reading && (!writing || reading.bytes > 0) ? [line('download', reading)] : []),
  ];
}

/** The handles of one client, by the name that the target gave them. */
export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();
  /** Asked for, and not answered yet. */
  #opening = 0;

  get isFull(): boolean {
    return this.#files.size + this.#opening >= MAX_OPEN;
  }

  begin(): void {
    this.#opening += 1;
  }

  failed(): void {
    this.#opening -= 1;
  }

  opened(handle: Buffer, file: OpenFile): void {
    this.#opening -= 1;
    this.#files.set(handle.toString('latin1'), file);
  }

  find(handle: Buffer): OpenFile | undefined {
    return this.#files.get(handle.toString('latin1'));
  }

  /** From now on nobody finds it. */
  take(handle: Buffer): OpenFile | undefined {
    const file = this.find(handle);
    this.#files.delete(handle.toString('latin1'));
    return file;
  }

  takeAll(): OpenFile[] {
    const files = [...this.#files.values()];
    this.#files.clear();
    return files;
  }
}
