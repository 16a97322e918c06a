import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import { AppError } from '../../kernel/app-error.ts';
import { inFolder, withFolder } from '../../storage/disk/folder-walk.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { storedNames } from '../../storage/stored-path.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Works in the folder that holds what the path names, step by step and without following a link. */
export function atPath<Value>(
  root: string,
  path: string,
  work: (folder: FileHandle, name: string) => Promise<Value>,
): Promise<Value> {
  const names = storedNames(path);
  const name = names.at(-1);
  if (name === undefined) {
    throw new AppError('file.path_invalid');
  }
  return withFolder(root, names.slice(0, -1), (folder) => work(folder, name));
}

/** A file below the root, whatever links another program has put there. */
export async function openInside(
  root: string,
  path: string,
  { flags = O_RDONLY, mode }: { flags?: number; mode?: number } = {},
): Promise<FileHandle> {
  const handle = await atPath(root, path, (folder, name) =>
    open(inFolder(folder, name), flags | O_NOFOLLOW | O_NONBLOCK, mode),
  );
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    throw new StorageError(stats.isDirectory() ? 'is_a_folder' : 'not_a_file');
  }
  return handle;
}

export async function readInside(root: string, path: string): Promise<Readable> {
  return (await openInside(root, path)).createReadStream();
}
