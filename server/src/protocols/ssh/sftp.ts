import { decodeName, encodeName, isFileName } from '@jadegate/contract/files/file-path';
import type { Client, ClientChannel } from 'ssh2';

import { FileError, isFileError } from '../files/file-error.ts';
import {
  isFolder,
  MAX_ENTRIES,
  type FileEntry,
  type FileStat,
  type Handle,
  type ScannedFile,
  type TargetTree,
  type TransferLimits,
} from '../files/file-tree.ts';
import { noAttributes, OPEN, ownerFields, permissionFields, text, TYPE, type Field } from './sftp-packet.ts';
import { EndReached, SftpWire } from './sftp-wire.ts';

/** What every server must take. */
const SAFE_BYTES = 32_768;
/** Few and large reads cost least. Larger writes than this do not: each is put together here first. */
const MAX_READ_BYTES = 261_120;
const MAX_WRITE_BYTES = 131_072;

const POSIX_RENAME = 'posix-rename@openssh.com';
const STATVFS = 'statvfs@openssh.com';
const LIMITS = 'limits@openssh.com';
const COPY_DATA = 'copy-data';

/** Opens the file system of a target on a connection that is logged in. */
export async function openSftp(client: Client): Promise<Sftp> {
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    const refuse = (error: unknown) => reject(new FileError('unavailable', error));
    const onClose = () => refuse(undefined);
    client.once('close', onClose);
    try {
      client.subsys('sftp', (error, opened) => {
        client.off('close', onClose);
        if (error) {
          refuse(error);
        } else {
          resolve(opened);
        }
      });
    } catch (error) {
      refuse(error);
    }
  });
  const wire = await SftpWire.open(channel);
  return new Sftp(wire, await limitsOf(wire));
}

async function limitsOf(wire: SftpWire): Promise<TransferLimits> {
  if (!wire.extensions.has(LIMITS)) {
    return { readBytes: SAFE_BYTES, writeBytes: SAFE_BYTES };
  }
  const reader = await wire.askFor(TYPE.extendedReply, TYPE.extended, [text(LIMITS)]);
  reader.uint64();
  // Without a number there is no limit.
  const next = (most: number) => Math.max(SAFE_BYTES, Math.min(most, Number(reader.uint64()) || most));
  return { readBytes: next(MAX_READ_BYTES), writeBytes: next(MAX_WRITE_BYTES) };
}

/** Who owns a file, out of the line that a target would print for it: `-rw-r--r--    1 alice    staff …` */
const LONG_NAME = /^[\w-]{10}[+.@]?\s+\d+\s+(\S{1,64})\s+(\S{1,64})\s+\d/;

/** A few names stand beside all files of a folder: each is kept once, without the line it was cut out of. */
class OwnerNames {
  readonly #names = new Map<string, string>();

  in(line: Buffer): { owner: string; group: string } {
    const [, owner = '', group = ''] = LONG_NAME.exec(decodeName(line.subarray(0, 256))) ?? [];
    return { owner: this.#kept(owner), group: this.#kept(group) };
  }

  #kept(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) {
      return known;
    }
    const own = Buffer.from(name).toString();
    this.#names.set(own, own);
    return own;
  }
}

const UNKNOWN = { size: 0, uid: 0, gid: 0, modifiedAt: 0, owner: '', group: '' };

/** The files of a target. */
export class Sftp implements TargetTree {
  readonly #wire: SftpWire;
  readonly limits: TransferLimits;
  readonly traffic = { input: 0, output: 0 };

  constructor(wire: SftpWire, limits: TransferLimits) {
    this.#wire = wire;
    this.limits = limits;
  }

  get isOver(): boolean {
    return this.#wire.over.aborted;
  }

  /** Aborted when the connection to the files is gone. */
  get over(): AbortSignal {
    return this.#wire.over;
  }

  close(): void {
    this.#wire.close();
  }

  async list(folder: string): Promise<FileEntry[]> {
    const entries: FileEntry[] = [];
    for await (const piece of this.scan(folder)) {
      entries.push(...piece);
      if (entries.length > MAX_ENTRIES) {
        throw new FileError('too_many');
      }
    }
    return entries;
  }

  async *scan(folder: string): AsyncGenerator<FileEntry[], void> {
    const handle = await this.#refine(this.#handle(TYPE.opendir, [encodeName(folder)]), async () => {
      const found = await this.stat(folder);
      return isFolder(found) ? undefined : 'not_a_folder';
    });
    const owners = new OwnerNames();
    try {
      for (;;) {
        const reader = await this.#wire.askFor(TYPE.name, TYPE.readdir, [handle]);
        const piece: FileEntry[] = [];
        for (let left = reader.uint32(); left > 0; left--) {
          const name = decodeName(reader.bytes());
          const { owner, group } = owners.in(reader.bytes());
          const stat = reader.stat();
          // A target could name what lies elsewhere; `.` and `..` are of no use either.
          if (isFileName(name)) {
            piece.push({ name, ...stat, owner, group });
          }
        }
        yield piece;
      }
    } catch (error) {
      if (!(error instanceof EndReached)) {
        throw error;
      }
    } finally {
      await this.closeFile(handle);
    }
  }

  /** The target has said everything with the names. */
  async complete(_folder: string, entries: readonly ScannedFile[]): Promise<FileEntry[]> {
    return entries.map((entry) => ({ ...UNKNOWN, ...entry }));
  }

  /** Follows links. */
  async stat(path: string): Promise<FileStat> {
    return (await this.#wire.askFor(TYPE.attrs, TYPE.stat, [encodeName(path)])).stat();
  }

  async lstat(path: string): Promise<FileStat> {
    return (await this.#wire.askFor(TYPE.attrs, TYPE.lstat, [encodeName(path)])).stat();
  }

  /** Undefined when there is nothing. */
  async find(path: string, look: 'stat' | 'lstat' = 'lstat'): Promise<FileStat | undefined> {
    try {
      return await this[look](path);
    } catch (error) {
      if (isFileError(error, 'not_found')) {
        return undefined;
      }
      throw error;
    }
  }

  async realpath(path: string): Promise<string> {
    const reader = await this.#wire.askFor(TYPE.name, TYPE.realpath, [encodeName(path)]);
    reader.uint32();
    return decodeName(reader.bytes());
  }

  /** One level. */
  async mkdir(path: string): Promise<void> {
    await this.#refine(this.#do(TYPE.mkdir, [encodeName(path), ...noAttributes]), async () =>
      (await this.find(path)) ? 'exists' : undefined,
    );
  }

  /** Never replaces what is there. */
  async rename(from: string, to: string): Promise<void> {
    await this.lstat(from);
    if (await this.find(to)) {
      throw new FileError('exists');
    }
    await this.#do(TYPE.rename, [encodeName(from), encodeName(to)]);
  }

  /** Puts a file in the place of another, at once where the target can. */
  async replace(from: string, to: string): Promise<void> {
    const paths = [encodeName(from), encodeName(to)];
    if (this.#wire.extensions.has(POSIX_RENAME)) {
      await this.#do(TYPE.extended, [text(POSIX_RENAME), ...paths]);
      return;
    }
    if (await this.find(to)) {
      await this.removeFile(to);
    }
    await this.#do(TYPE.rename, paths);
  }

  async chmod(path: string, mode: number): Promise<void> {
    await this.#do(TYPE.setstat, [encodeName(path), ...permissionFields(mode)]);
  }

  async chown(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
    await this.#do(TYPE.setstat, [encodeName(path), ...ownerFields(uid, gid)]);
  }

  /** Where a link leads, as it is written. */
  async readlink(path: string): Promise<string> {
    const reader = await this.#wire.askFor(TYPE.name, TYPE.readlink, [encodeName(path)]);
    reader.uint32();
    return decodeName(reader.bytes());
  }

  /** The target of the link comes first, as OpenSSH has it and everybody since. */
  async symlink(leadsTo: string, path: string): Promise<void> {
    await this.#do(TYPE.symlink, [encodeName(leadsTo), encodeName(path)]);
  }

  /** A file, or a link itself. */
  async removeFile(path: string): Promise<void> {
    await this.#do(TYPE.remove, [encodeName(path)]);
  }

  async removeFolder(path: string): Promise<void> {
    await this.#refine(this.#do(TYPE.rmdir, [encodeName(path)]), async () =>
      (await this.#hasEntries(path)) ? 'not_empty' : undefined,
    );
  }

  async #hasEntries(folder: string): Promise<boolean> {
    for await (const piece of this.scan(folder)) {
      if (piece.length > 0) {
        return true;
      }
    }
    return false;
  }

  async openFile(
    path: string,
    how: 'read' | 'overwrite' | 'create' | 'continue',
    mode?: number,
  ): Promise<Handle> {
    const flags = {
      read: OPEN.read,
      overwrite: OPEN.write | OPEN.create | OPEN.truncate,
      create: OPEN.write | OPEN.create | OPEN.exclusive,
      continue: OPEN.write,
    };
    const attributes = mode === undefined ? noAttributes : permissionFields(mode);
    return this.#refine(this.#handle(TYPE.open, [encodeName(path), flags[how], ...attributes]), async () => {
      const found = await this.find(path, 'stat');
      return found && isFolder(found) ? 'is_a_folder' : found && how === 'create' ? 'exists' : undefined;
    });
  }

  /** Never fails: what matters was said by the last write. */
  async closeFile(handle: Handle): Promise<void> {
    await this.#wire.ask(TYPE.close, [handle]).catch(() => undefined);
  }

  /** Fewer bytes than asked for are possible; none means the end. */
  async readAt(handle: Handle, offset: number, length: number): Promise<Buffer> {
    try {
      const reader = await this.#wire.askFor(TYPE.data, TYPE.read, [handle, BigInt(offset), length]);
      const bytes = reader.bytes();
      if (bytes.length > length) {
        throw new FileError('failed', new Error('more bytes than were asked for'));
      }
      this.traffic.output += bytes.length;
      return bytes;
    } catch (error) {
      if (error instanceof EndReached) {
        return Buffer.alloc(0);
      }
      throw error;
    }
  }

  async writeAt(handle: Handle, offset: number, pieces: readonly Uint8Array[]): Promise<void> {
    await this.#do(TYPE.write, [handle, BigInt(offset), pieces]);
    this.traffic.input += pieces.reduce((sum, { length }) => sum + length, 0);
  }

  /** The target can copy bytes from file to file without sending them here. */
  get canCopy(): boolean {
    return this.#wire.extensions.has(COPY_DATA);
  }

  async copyAt(from: Handle, to: Handle, offset: number, length: number): Promise<void> {
    const at = BigInt(offset);
    await this.#do(TYPE.extended, [text(COPY_DATA), from, at, BigInt(length), to, at]);
  }

  /** Whether the disk that holds the folder is full, where the target tells. */
  async isFull(folder: string): Promise<boolean> {
    if (!this.#wire.extensions.has(STATVFS)) {
      return false;
    }
    const fields = [text(STATVFS), encodeName(folder)];
    const reader = await this.#wire.askFor(TYPE.extendedReply, TYPE.extended, fields);
    const [, , , , available = 1n, , freeFiles = 1n] = Array.from({ length: 7 }, () => reader.uint64());
    return available === 0n || freeFiles === 0n;
  }

  async #do(type: number, fields: readonly Field[]): Promise<void> {
    await this.#wire.askFor(TYPE.status, type, fields);
  }

  async #handle(type: number, fields: readonly Field[]): Promise<Handle> {
    return (await this.#wire.askFor(TYPE.handle, type, fields)).bytes();
  }

  /** Version 3 has one word for most failures; a look tells which it was. */
  async #refine<Value>(
    doing: Promise<Value>,
    look: () => Promise<FileError['kind'] | undefined>,
  ): Promise<Value> {
    try {
      return await doing;
    } catch (error) {
      const kind = isFileError(error, 'failed', 'not_found')
        ? await look().catch(() => undefined)
        : undefined;
      throw kind === undefined ? error : new FileError(kind, error);
    }
  }
}
