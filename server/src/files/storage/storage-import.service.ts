import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, opendir, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

import { isFileName } from '@jadegate/contract/files/file-path';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { LIMITS } from '@jadegate/contract/limits';
import { Id } from '@jadegate/contract/scalars';

import { AppError } from '../../kernel/app-error.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { asProductError } from './storage-errors.ts';
import type { StorageUploads } from './storage-uploads.ts';

interface Dependencies {
  store: ByteStore;
  uploads: Pick<StorageUploads, 'receive'>;
  /** Throws while the disk of the server is too full to take more. */
  refuseFullDisk: () => void;
}

interface Options {
  isDryRun: boolean;
  /** Keys of files that were brought by an earlier run. */
  known?: ReadonlySet<string> | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * What became of one file. `there`: a file of this name is in the space, which is left as it is; `refused`: a link, a
 * device, or a name or size that is not taken; `full`: the space has no room for it.
 */
export interface BroughtFile {
  kind: 'brought' | 'known' | 'there' | 'refused' | 'full';
  /** In the space. */
  path: string;
  /** Tells it from every other, of all spaces. */
  key: string;
}

/** More no honest space has. */
const MOST_FILES = 200_000;
/** Failures that say something about the store: the whole import ends with them, and goes on later. */
const STORE_FAULTS: readonly StorageError['kind'][] = [
  'disk_full',
  'away',
  'key_refused',
  'bucket_missing',
  'failed',
];

/** Files that lay in a space of another product, file by file, through the same door as those that people send. */
export class StorageImportService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** `root` has a folder for each space, by its old id. Nothing outside it is opened, and no link is followed. */
  async *bring(
    space: { id: string; oldId: string },
    root: string,
    { isDryRun, known, signal }: Options,
  ): AsyncGenerator<BroughtFile> {
    const { id, oldId } = space;
    let count = 0;
    for await (const found of filesBelow(root, oldId)) {
      signal?.throwIfAborted();
      const key = createHash('sha256').update(`${oldId}/${found.path}`).digest('base64url');
      const file = { path: found.path, key };
      count += 1;
      if (count > MOST_FILES || found.kind === 'other') {
        yield { kind: 'refused', ...file };
      } else if (known?.has(key) === true) {
        yield { kind: 'known', ...file };
      } else if (await this.#isThere(`/${id}/${found.path}`)) {
        yield { kind: 'there', ...file };
      } else {
        yield { kind: isDryRun ? 'brought' : await this.#copy(found.absolute, id, found.path), ...file };
      }
      if (count > MOST_FILES) {
        return;
      }
    }
  }

  /** A name that the store does not take is not there, and is refused when it comes to it. */
  async #isThere(place: string): Promise<boolean> {
    try {
      return (await this.#deps.store.stat(place)) !== undefined;
    } catch (error) {
      if (error instanceof StorageError && !STORE_FAULTS.includes(error.kind)) {
        return false;
      }
      return asProductError(() => Promise.reject(error));
    }
  }

  async #copy(absolute: string, storageId: string, name: string): Promise<'brought' | 'refused' | 'full'> {
    const file = await openPlain(absolute);
    if (!file) {
      return 'refused';
    }
    try {
      this.#deps.refuseFullDisk();
      const { size } = await file.stat();
      await asProductError(() =>
        this.#deps.uploads.receive({
          storageId,
          userId: SUPER_ADMIN_ID,
          path: `/${storageId}/${name}`,
          offset: 0,
          size,
          source: file.createReadStream({ autoClose: false }),
        }),
      );
      return 'brought';
    } catch (error) {
      if (!(error instanceof AppError) || isFaultOfStore(error)) {
        throw error;
      }
      return error.code === 'storage.quota' ? 'full' : 'refused';
    } finally {
      await file.close();
    }
  }
}

function isFaultOfStore({ code, cause }: AppError): boolean {
  return code === 'storage.disk_full' || (cause instanceof StorageError && STORE_FAULTS.includes(cause.kind));
}

interface FoundFile {
  kind: 'file' | 'other';
  path: string;
  absolute: string;
}

/** The folder of the space itself must not be a link either; one that is missing has no files. */
async function* filesBelow(root: string, oldId: string): AsyncGenerator<FoundFile> {
  const folder = path.join(root, oldId);
  if (!Id.safeParse(oldId).success || !(await isFolder(folder)) || !(await isInside(root, folder))) {
    return;
  }
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for await (const entry of await opendir(path.join(folder, below))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      const absolute = path.join(folder, name);
      const isTaken = isFileName(entry.name) && name.length <= LIMITS.filePath.max;
      if (entry.isDirectory() && isTaken && name.split('/').length < LIMITS.treeDepth.max) {
        folders.push(name);
      } else {
        yield { kind: entry.isFile() && isTaken ? 'file' : 'other', path: name, absolute };
      }
    }
  }
}

async function isFolder(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => undefined))?.isDirectory() === true;
}

async function isInside(root: string, folder: string): Promise<boolean> {
  return path.dirname(await realpath(folder)) === (await realpath(root));
}

/** Nothing that waits when it is opened, and nothing that a name was changed into meanwhile. */
async function openPlain(absolute: string): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(absolute, flags).catch(() => undefined);
  if (file && !(await file.stat()).isFile()) {
    await file.close();
    return undefined;
  }
  return file;
}
