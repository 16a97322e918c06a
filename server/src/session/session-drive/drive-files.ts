import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, rename, rmdir, unlink, type FileHandle } from 'node:fs/promises';

import { isFileName } from '@jadegate/contract/files/file-path';
import { LIMITS } from '@jadegate/contract/limits';

import { AppError } from '../../kernel/app-error.ts';
import { FileError, isFileError, type FileFailure } from '../../protocols/files/file-error.ts';
import type { FileEntry, FileStat, FileTree, ScannedFile } from '../../protocols/files/file-tree.ts';
import { lookAt, scanFolder } from '../../storage/disk/folder-scan.ts';
import { entriesIn, inFolder, withFolder } from '../../storage/disk/folder-walk.ts';
import { reachOf } from '../../storage/disk/tree-walk.ts';
import { StorageError, type StorageFailure } from '../../storage/storage-error.ts';
import { storedNames } from '../../storage/stored-path.ts';
import { shareHandle } from './drive-scan.ts';
import { atPath, openInside } from './open-inside.ts';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW, S_IFREG, S_IFDIR, S_IFLNK } =
  constants;
const OPEN = {
  read: O_RDONLY,
  overwrite: O_WRONLY | O_CREAT | O_TRUNC,
  create: O_RDWR | O_CREAT | O_EXCL,
  continue: O_WRONLY,
};
const TYPES = { file: S_IFREG, folder: S_IFDIR, link: S_IFLNK, other: 0 };
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

const KINDS: Partial<Record<StorageFailure, FileFailure>> = {
  not_found: 'not_found',
  exists: 'exists',
  not_a_folder: 'not_a_folder',
  is_a_folder: 'is_a_folder',
  not_a_file: 'not_a_file',
  too_many: 'too_many',
  disk_full: 'no_space',
};

interface Options {
  /** The folder; it holds no way out, whatever links another program puts into it. */
  root: string;
  group: number | undefined;
  /** Levels that its folders may go down. */
  depth: number;
  /** Throws when the space would not take that much more. */
  refuseFull: (bytes: number) => Promise<void>;
  /** Told what we do ourselves, before and after. */
  watch: { claim: (path: string) => void; hold: (path: string) => void; release: (path: string) => void };
}

interface OpenFile {
  path: string;
  handle: FileHandle;
  isWritten: boolean;
  /** Nobody has seen it whole. */
  isNew: boolean;
  /** How far the file may grow without asking whether there is room. */
  granted: number;
  asking: Promise<void> | undefined;
}

/** Room is asked for in such steps. */
const STEP = 1_048_576;

/** A folder of this machine as the files of a session. Links are seen and never followed. */
export class DriveFiles implements FileTree {
  readonly limits = { readBytes: 262_144, writeBytes: 262_144 };
  readonly canCopy = false;
  readonly #options: Options;
  readonly #over = new AbortController();
  readonly #open = new Map<number, OpenFile>();
  #next = 1;

  constructor(options: Options) {
    this.#options = options;
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Resolves when no file is open any more. What was on its way in is taken away. */
  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all(
      [...this.#open].map(async ([id, { path, isNew }]) => {
        await this.#closeFile(id);
        if (isNew) {
          await this.#at(path, (folder, name) => unlink(inFolder(folder, name))).catch(() => undefined);
        }
      }),
    );
  }

  list(folder: string): Promise<FileEntry[]> {
    return this.#do(async () => {
      const found = await withFolder(this.#options.root, storedNames(folder), entriesIn);
      return found
        .filter(({ name }) => isFileName(name))
        .map(({ name, stats }) => ({ name, owner: '', group: '', ...statOf(stats) }));
    });
  }

  async *scan(folder: string): AsyncGenerator<ScannedFile[], void> {
    const pieces = scanFolder(this.#options.root, storedNames(folder));
    try {
      for (;;) {
        const piece = await this.#do(() => pieces.next());
        if (piece.done === true) {
          return;
        }
        yield piece.value
          .filter(({ name }) => isFileName(name))
          .map(({ name, kind }) => ({ name, mode: TYPES[kind] }));
      }
    } finally {
      await pieces.return();
    }
  }

  complete(folder: string, entries: readonly ScannedFile[]): Promise<FileEntry[]> {
    return this.#do(async () => {
      const found = await withFolder(this.#options.root, storedNames(folder), (handle) =>
        lookAt(handle, entries),
      );
      return found.map(({ name, stats }) => ({ name, owner: '', group: '', ...statOf(stats) }));
    });
  }

  stat(path: string): Promise<FileStat> {
    return this.lstat(path);
  }

  lstat(path: string): Promise<FileStat> {
    return this.#do(async () => {
      const names = storedNames(path);
      return names.length === 0
        ? statOf(await lstat(this.#options.root))
        : this.#at(path, async (folder, name) => statOf(await lstat(inFolder(folder, name))));
    });
  }

  async find(path: string): Promise<FileStat | undefined> {
    try {
      return await this.lstat(path);
    } catch (error) {
      if (isFileError(error, 'not_found', 'not_a_folder')) {
        return undefined;
      }
      throw error;
    }
  }

  async realpath(path: string): Promise<string> {
    return path === '.' ? '/' : path;
  }

  mkdir(path: string): Promise<void> {
    this.#options.watch.claim(path);
    return this.#do(async () => {
      this.#refuseDeep(path);
      await this.#options.refuseFull(LIMITS.folderBytes);
      await this.#at(path, async (folder, name) => {
        const at = inFolder(folder, name);
        await mkdir(at, { mode: FOLDER_MODE });
        const made = await open(at, O_RDONLY | O_NOFOLLOW);
        try {
          await this.#share(made);
        } finally {
          await made.close();
        }
      });
    });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.lstat(from);
    if (await this.find(to)) {
      throw new FileError('exists');
    }
    await this.replace(from, to);
  }

  replace(from: string, to: string): Promise<void> {
    const claim = () => [from, to].forEach((path) => this.#options.watch.claim(path));
    claim();
    return this.#do(async () => {
      this.#refuseDeep(to, await this.#reach(from));
      await this.#at(from, (folder, name) =>
        this.#at(to, (into, newName) => rename(inFolder(folder, name), inFolder(into, newName))),
      );
      claim();
    });
  }

  /** Who may read and write a drive is not the affair of its files. */
  async chmod(path: string): Promise<void> {
    await this.lstat(path);
  }

  async chown(): Promise<void> {
    throw new FileError('unsupported');
  }

  async readlink(): Promise<string> {
    throw new FileError('unsupported');
  }

  async symlink(): Promise<void> {
    throw new FileError('unsupported');
  }

  removeFile(path: string): Promise<void> {
    this.#options.watch.claim(path);
    return this.#do(() => this.#at(path, (folder, name) => unlink(inFolder(folder, name))));
  }

  async removeFolder(path: string): Promise<void> {
    this.#options.watch.claim(path);
    try {
      await this.#do(() => this.#at(path, (folder, name) => rmdir(inFolder(folder, name))));
    } catch (error) {
      throw isFileError(error, 'exists') ? new FileError('not_empty', error) : error;
    }
  }

  openFile(path: string, how: 'read' | 'overwrite' | 'create' | 'continue'): Promise<Uint8Array> {
    return this.#do(async () => {
      if (how === 'create' || how === 'overwrite') {
        this.#refuseDeep(path);
      }
      const handle = await openInside(this.#options.root, path, { flags: OPEN[how], mode: FILE_MODE });
      try {
        const { size } = await handle.stat();
        const isWritten = how !== 'read';
        if (isWritten) {
          await this.#share(handle);
          this.#options.watch.hold(path);
        }
        const id = this.#next++;
        this.#open.set(id, {
          path,
          handle,
          isWritten,
          isNew: how === 'create',
          granted: size,
          asking: undefined,
        });
        return Buffer.from(String(id));
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  async closeFile(handle: Uint8Array): Promise<void> {
    await this.#closeFile(Number(Buffer.from(handle).toString()));
  }

  readAt(handle: Uint8Array, offset: number, length: number): Promise<Buffer> {
    return this.#do(async () => {
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await this.#opened(handle).handle.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    });
  }

  writeAt(handle: Uint8Array, offset: number, pieces: readonly Uint8Array[]): Promise<void> {
    return this.#do(async () => {
      const file = this.#opened(handle);
      const end = pieces.reduce((sum, { length }) => sum + length, offset);
      await this.#askForRoom(file, end);
      const { bytesWritten } = await file.handle.writev([...pieces], offset);
      if (offset + bytesWritten < end) {
        throw new FileError('no_space');
      }
    });
  }

  async copyAt(): Promise<void> {
    throw new FileError('unsupported');
  }

  async isFull(): Promise<boolean> {
    return false;
  }

  /** One after the other: what was granted to one piece holds for the next. */
  async #askForRoom(file: OpenFile, end: number): Promise<void> {
    while (end > file.granted) {
      file.asking ??= this.#options
        .refuseFull(end - file.granted)
        .then(() => {
          file.granted = end + STEP;
        })
        .finally(() => (file.asking = undefined));
      await file.asking;
    }
  }

  #refuseDeep(path: string, below = 0): void {
    const limit = this.#options.depth;
    if (storedNames(path).length + below > limit) {
      throw new AppError('storage.too_deep', { params: { limit } });
    }
  }

  /** Levels below it; 0 for a file. */
  async #reach(path: string): Promise<number> {
    const { depth } = await withFolder(this.#options.root, storedNames(path), (folder) =>
      reachOf(folder, this.#options.depth),
    ).catch((error: unknown) => {
      if (error instanceof StorageError && (error.kind === 'not_a_folder' || error.kind === 'not_found')) {
        return { depth: 0 };
      }
      throw error;
    });
    return depth;
  }

  #opened(handle: Uint8Array): OpenFile {
    const file = this.#open.get(Number(Buffer.from(handle).toString()));
    if (!file) {
      throw new FileError('closed');
    }
    return file;
  }

  async #closeFile(id: number): Promise<void> {
    const file = this.#open.get(id);
    this.#open.delete(id);
    await file?.handle.close().catch(() => undefined);
    if (file?.isWritten) {
      this.#options.watch.release(file.path);
    }
  }

  async #share(handle: FileHandle): Promise<void> {
    if (this.#options.group !== undefined) {
      await shareHandle(handle, this.#options.group);
    }
  }

  #at<Value>(path: string, work: (folder: FileHandle, name: string) => Promise<Value>): Promise<Value> {
    return atPath(this.#options.root, path, work);
  }

  async #do<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.isOver) {
      throw new AppError('file.drive_closed');
    }
    try {
      return await work();
    } catch (error) {
      throw error instanceof StorageError ? inWordsOfFiles(error) : error;
    }
  }
}

function inWordsOfFiles(error: StorageError): Error {
  const kind = KINDS[error.kind];
  const isBadName = error.kind === 'path_invalid' || error.kind === 'name_too_long';
  return isBadName
    ? new AppError('file.path_invalid', { cause: error })
    : (alreadySaid(error) ?? new FileError(kind ?? 'failed', error));
}

/** What is thrown while a folder is open comes back wrapped. */
function alreadySaid({ cause }: StorageError): Error | undefined {
  return cause instanceof FileError || cause instanceof AppError ? cause : undefined;
}

function statOf(stats: Stats): FileStat {
  const { size, uid, gid, mode, mtimeMs } = stats;
  return { size: stats.isFile() ? size : 0, uid, gid, mode, modifiedAt: Math.floor(mtimeMs / 1000) };
}
