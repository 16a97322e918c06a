import { baseName, joinPath } from '@jadegate/contract/files/file-path';

import { isFileError } from './file-error.ts';
import { isFolder, type FileStat, type FileTree } from './file-tree.ts';

export interface Walked {
  /** On the target. */
  path: string;
  /** Seen from the folder in which the selection was made. */
  place: string;
  stat: FileStat;
  /** A folder into which the account may not look. */
  isClosed: boolean;
}

/**
 * These files and folders with everything in them, folders before what they hold, until there are more than `most`. What
 * was selected may be a link and is followed; links inside of folders are told as links, since they may lead anywhere.
 */
export async function* walkTree(
  tree: FileTree,
  paths: readonly string[],
  { most, signal }: { most: number; signal?: AbortSignal | undefined },
): AsyncGenerator<Walked, void> {
  let count = 0;
  for (const path of paths) {
    const waiting: Omit<Walked, 'isClosed'>[] = [
      { path, place: baseName(path) || '_', stat: await tree.stat(path) },
    ];
    // A list instead of recursion: a tree may be deeper than the stack.
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      signal?.throwIfAborted();
      count += 1;
      const { place, stat } = one;
      const inside = isFolder(stat) ? await listOpen(tree, one.path) : [];
      yield { ...one, isClosed: inside === undefined };
      if (count > most) {
        return;
      }
      for (const { name, ...found } of inside ?? []) {
        waiting.push({ path: joinPath(one.path, name), place: `${place}/${name}`, stat: found });
      }
    }
  }
}

/** Undefined for a folder that the account may not read. */
async function listOpen(tree: FileTree, folder: string) {
  try {
    return await tree.list(folder);
  } catch (error) {
    if (isFileError(error, 'permission')) {
      return undefined;
    }
    throw error;
  }
}
