import { joinPath } from '@jadegate/contract/files/file-path';

import { isFileError } from './file-error.ts';
import { isFolder, type FileTree } from './file-tree.ts';

/** Removals on their way at once. */
const AT_ONCE = 16;

interface RemoveOptions {
  /** Told after each thing that is gone. */
  onRemoved?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Removes a file, a link or a folder with everything in it, however deep. Links are removed, never followed. What
 * somebody else removes meanwhile is as good as removed. The first failure stops it; what is gone stays gone.
 */
export async function removeTree(tree: FileTree, path: string, options: RemoveOptions = {}): Promise<void> {
  const { onRemoved, signal } = options;
  const removeOne = async (doing: Promise<void>) => {
    try {
      await doing;
    } catch (error) {
      if (!isFileError(error, 'not_found')) {
        throw error;
      }
    }
    onRemoved?.();
  };
  const root = await tree.lstat(path);
  if (!isFolder(root)) {
    await removeOne(tree.removeFile(path));
    return;
  }
  // A list instead of recursion: a tree may be deeper than the stack.
  const folders = [path];
  for (let at = 0; at < folders.length; at++) {
    signal?.throwIfAborted();
    const folder = folders[at] ?? path;
    const entries = await tree.list(folder);
    const files = entries.filter((entry) => !isFolder(entry));
    folders.push(...entries.filter(isFolder).map(({ name }) => joinPath(folder, name)));
    for (let from = 0; from < files.length; from += AT_ONCE) {
      signal?.throwIfAborted();
      const batch = files.slice(from, from + AT_ONCE);
      await Promise.all(batch.map(({ name }) => removeOne(tree.removeFile(joinPath(folder, name)))));
    }
  }
  for (const folder of folders.toReversed()) {
    signal?.throwIfAborted();
    await removeOne(tree.removeFolder(folder));
  }
}
