import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, open, opendir, readdir, rename, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { newId } from '../../kernel/id.ts';
import { Mutex } from '../../kernel/mutex.ts';
import { makePrivateFolder } from '../../kernel/private-files.ts';
import type {
  ByteStore,
  Draft,
  ScannedEntry,
  StoredEntry,
  StoredFile,
  StoredRange,
  TreeReach,
} from '../byte-store.ts';
import { Checksums } from '../checksum/checksums.ts';
import { putStream } from '../put-stream.ts';
import { isStorage, StorageError } from '../storage-error.ts';
import { liesIn, storedNames, storedPath } from '../stored-path.ts';
import { DiskDraft } from './disk-draft.ts';
import { diskFailure, onDisk } from './disk-failure.ts';
import { kindOf, lookAt, scanFolder } from './folder-scan.ts';
import { entriesIn, inFolder, withFolder } from './folder-walk.ts';
import { reachOf, removeTree, walkTree } from './tree-walk.ts';

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;

const FOLDER = O_RDONLY | O_DIRECTORY;
const NEW = O_RDWR | O_CREAT | O_EXCL;
const MODE = 0o600;
const READ_BYTES = 256 * 1024;
const TOKEN = /^[A-Za-z0-9-]{1,64}$/;
const PATIENCE_MS = 60_000;

interface Options {
  /** The tree. */
  root: string;
  /** Where files grow until they are whole, on the same volume. */
  drafts: string;
  checksums?: Checksums;
}

/** Files in a folder of this machine, as a tree that other programs can read, too. */
export class DiskStore implements ByteStore {
  readonly #root: string;
  readonly #drafts: string;
  readonly #checksums: Checksums;
  /** Looking whether a place is free and taking it are one step among our own. */
  readonly #placing = new Mutex();

  constructor({ root, drafts, checksums = new Checksums() }: Options) {
    this.#root = root;
    this.#drafts = drafts;
    this.#checksums = checksums;
    makePrivateFolder(root);
    makePrivateFolder(drafts);
  }

  async stat(given: string): Promise<StoredEntry | undefined> {
    const names = storedNames(given);
    const stats = await this.#look(names);
    return stats && entryOf(names, stats);
  }

  async list(given: string): Promise<StoredEntry[]> {
    const names = storedNames(given);
    const found = await withFolder(this.#root, names, entriesIn);
    return found.map(({ name, stats }) => entryOf([...names, name], stats));
  }

  async *scan(given: string): AsyncGenerator<readonly ScannedEntry[], void> {
    yield* scanFolder(this.#root, storedNames(given));
  }

  async complete(given: string, entries: readonly ScannedEntry[]): Promise<StoredEntry[]> {
    const names = storedNames(given);
    const found = await withFolder(this.#root, names, (folder) => lookAt(folder, entries));
    return found.map(({ name, stats }) => entryOf([...names, name], stats));
  }

  async *walk(given: string): AsyncGenerator<StoredEntry, void> {
    const names = storedNames(given);
    const stats = await this.#look(names);
    if (stats && !stats.isDirectory()) {
      yield entryOf(names, stats);
    } else if (stats) {
      yield* this.#below(names);
    }
  }

  async count(given: string, most: number): Promise<number> {
    const names = storedNames(given);
    const found = await withFolder(this.#root, names, (folder) => readdir(inFolder(folder))).catch(
      goneMeanwhile,
    );
    return Math.min(found.length, most);
  }

  async reach(given: string, most: number): Promise<TreeReach> {
    const names = storedNames(given);
    const stats = await this.#look(names);
    return stats?.isDirectory()
      ? withFolder(this.#root, names, (folder) => reachOf(folder, most))
      : { depth: 0, pathBytes: 0 };
  }

  async read(given: string, range?: StoredRange): Promise<StoredFile> {
    const names = storedNames(given);
    return this.#at(names, async (folder, name) => {
      const at = inFolder(folder, name);
      // Opening alone does something to some devices; what was opened is looked at again.
      refuseOddFile(await lstat(at));
      const handle = await open(at, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        const stats = await handle.stat();
        refuseOddFile(stats);
        const { size, mtimeMs, ino } = stats;
        const { start, end } = range ?? { start: 0, end: size };
        const tag = [ino, size, Math.round(mtimeMs * 1000)].map((part) => part.toString(36)).join('-');
        return { size, modifiedAt: mtimeMs, tag, body: await streamOf(handle, start, Math.min(end, size)) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  async makeFolder(given: string): Promise<void> {
    await withFolder(this.#root, storedNames(given), async () => undefined, { makes: true });
  }

  async begin(given: string): Promise<Draft> {
    return this.#draft(storedNames(given), newId(), { flags: NEW, lasts: true });
  }

  async resume(given: string, token: string): Promise<Draft | undefined> {
    const names = storedNames(given);
    try {
      return TOKEN.test(token) ? await this.#draft(names, token, { flags: O_RDWR, lasts: true }) : undefined;
    } catch (error) {
      if (isStorage(error, 'not_found')) {
        return undefined;
      }
      throw error;
    }
  }

  async discard(_path: string, token: string): Promise<void> {
    if (TOKEN.test(token)) {
      await unlink(path.join(this.#drafts, token)).catch(() => undefined);
    }
  }

  /** What somebody still writes has been touched since. */
  async discardForgotten(known: ReadonlySet<string>, before: number): Promise<number> {
    let count = 0;
    for await (const { name } of await onDisk(() => opendir(this.#drafts))) {
      const file = path.join(this.#drafts, name);
      if (TOKEN.test(name) && !known.has(name)) {
        const stats = await lstat(file).catch(() => undefined);
        if (stats?.isFile() === true && stats.mtimeMs < before) {
          await onDisk(() => unlink(file));
          count += 1;
        }
      }
    }
    return count;
  }

  async move(from: string, to: string): Promise<void> {
    const source = storedNames(from);
    const target = storedNames(to);
    refuseIntoItself(source, target);
    await this.#placing.acquire(PATIENCE_MS);
    try {
      await this.#at(source, async (folder, name) => {
        await lstat(inFolder(folder, name));
        await this.#refuseTaken(target);
        await this.#at(
          target,
          async (into, newName) => rename(inFolder(folder, name), inFolder(into, newName)),
          { makes: true },
        );
      });
    } finally {
      this.#placing.release();
    }
  }

  async copyFile(from: string, to: string): Promise<void> {
    await this.#refuseTaken(storedNames(to));
    const { body } = await this.read(from);
    // What it is a copy of is still there: thousands of small files need not wait for the disk each.
    const begin = (path: string) => this.#draft(storedNames(path), newId(), { flags: NEW, lasts: false });
    await putStream({ begin }, to, body);
  }

  async remove(given: string, onRemoved: () => void = () => undefined): Promise<void> {
    const names = storedNames(given);
    try {
      await this.#at(names, (folder, name) => removeTree(folder, Buffer.from(name), onRemoved));
    } catch (error) {
      if (!isStorage(error, 'not_found')) {
        throw error;
      }
    }
  }

  async #draft(
    names: readonly string[],
    token: string,
    { flags, lasts }: { flags: number; lasts: boolean },
  ): Promise<Draft> {
    const [folder, name] = split(names);
    const file = path.join(this.#drafts, token);
    const before = await this.#look(names);
    if (before && !before.isFile()) {
      throw new StorageError(before.isDirectory() ? 'is_a_folder' : 'not_a_file');
    }
    const handle = await onDisk(() => open(file, flags | O_NOFOLLOW, MODE));
    const { size } = await handle.stat();
    const into = { root: this.#root, folder, name };
    return new DiskDraft({ token, handle, file, size, lasts, ...into, checksums: this.#checksums });
  }

  async #refuseTaken(names: readonly string[]): Promise<void> {
    if (await this.#look(names)) {
      throw new StorageError('exists');
    }
  }

  /** Links not followed; undefined when there is nothing. */
  async #look(names: readonly string[]): Promise<Stats | undefined> {
    try {
      return names.length === 0
        ? await onDisk(() => lstat(this.#root))
        : await this.#at(names, (folder, name) => lstat(inFolder(folder, name)));
    } catch (error) {
      if (isStorage(error, 'not_found', 'not_a_folder')) {
        return undefined;
      }
      throw error;
    }
  }

  #at<Value>(
    names: readonly string[],
    work: (folder: FileHandle, name: string) => Promise<Value>,
    options?: { makes: boolean },
  ): Promise<Value> {
    const [folder, name] = split(names);
    return withFolder(this.#root, folder, (handle) => work(handle, name), options);
  }

  async *#below(names: readonly string[]): AsyncGenerator<StoredEntry, void> {
    const top = await withFolder(this.#root, names, (folder) => open(inFolder(folder), FOLDER)).catch(
      (error: unknown) => {
        if (isStorage(error, 'not_found', 'not_a_folder')) {
          return undefined;
        }
        throw error;
      },
    );
    const above = names.length === 0 ? '' : storedPath(names);
    try {
      for await (const { name, path: below, stats } of top ? walkTree(top) : []) {
        yield { name, path: above + below, ...factsOf(stats) };
      }
    } catch (error) {
      throw error instanceof StorageError ? error : diskFailure(error);
    } finally {
      await top?.close();
    }
  }
}

/** What grows while it is read is not read further. */
async function streamOf(handle: FileHandle, start: number, end: number): Promise<Readable> {
  if (start >= end) {
    await handle.close();
    return Readable.from([]);
  }
  return handle.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES });
}

function split(names: readonly string[]): [folder: readonly string[], name: string] {
  const name = names.at(-1);
  if (name === undefined) {
    throw new StorageError('path_invalid');
  }
  return [names.slice(0, -1), name];
}

function goneMeanwhile(error: unknown): [] {
  if (isStorage(error, 'not_found', 'not_a_folder')) {
    return [];
  }
  throw error;
}

function refuseIntoItself(source: readonly string[], target: readonly string[]): void {
  if (liesIn(source, target)) {
    throw new StorageError(source.length === target.length ? 'exists' : 'into_itself');
  }
}

function refuseOddFile(stats: Stats): void {
  if (stats.isDirectory()) {
    throw new StorageError('is_a_folder');
  }
  if (!stats.isFile()) {
    throw new StorageError('not_a_file');
  }
}

function entryOf(names: readonly string[], stats: Stats): StoredEntry {
  return { name: names.at(-1) ?? '', path: storedPath(names), ...factsOf(stats) };
}

function factsOf(stats: Stats): Pick<StoredEntry, 'kind' | 'size' | 'modifiedAt'> {
  const kind = kindOf(stats);
  return { kind, size: kind === 'file' ? stats.size : 0, modifiedAt: stats.mtimeMs };
}
