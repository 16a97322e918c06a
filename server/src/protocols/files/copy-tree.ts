import { isFileError, FileError } from './file-error.ts';
import { isFolder, isLink, isRegular, type FileTree, type Handle } from './file-tree.ts';
import { readPipelined, writePipelined } from './transfer.ts';
import type { Walked } from './walk-tree.ts';

/** Copied by the target in one request: while it does, it answers nothing else on this connection. */
const COPIED_AT_ONCE = 32 * 1_048_576;
const PERMISSIONS = 0o777;

/** Everything that can be copied: neither a folder that nobody may read, nor a device or a pipe. */
export function refuseUncopyable(found: readonly Walked[]): void {
  for (const { stat, isClosed } of found) {
    if (isClosed) {
      throw new FileError('permission');
    }
    if (!isFolder(stat) && !isLink(stat) && !isRegular(stat)) {
      throw new FileError('not_a_file');
    }
  }
}

/**
 * Copies what was found, folders before what they hold, to where `placeOf` says, where nothing may be yet. Links stay
 * links. `onStep` is told before each entry and after each piece of a file, and stops the copy by throwing.
 */
export async function copyTree(
  tree: FileTree,
  found: readonly Walked[],
  { placeOf, onStep }: { placeOf: (path: string) => string; onStep: () => void },
): Promise<void> {
  for (const { path, stat } of found) {
    onStep();
    if (isFolder(stat)) {
      await tree.mkdir(placeOf(path));
    } else if (isLink(stat)) {
      await tree.symlink(await tree.readlink(path), placeOf(path));
    } else {
      await copyFile(tree, path, placeOf(path), { ...stat, onStep });
    }
  }
  // Afterwards, from the bottom: a folder that may not be written could not be filled.
  for (const { path, stat } of found.toReversed()) {
    if (isFolder(stat)) {
      await tree.chmod(placeOf(path), stat.mode & PERMISSIONS);
    }
  }
}

interface CopiedFile {
  mode: number;
  size: number;
  onStep: () => void;
}

async function copyFile(
  tree: FileTree,
  from: string,
  to: string,
  { mode, size, onStep }: CopiedFile,
): Promise<void> {
  const source = await tree.openFile(from, 'read');
  try {
    const target = await tree.openFile(to, 'create', mode & PERMISSIONS);
    try {
      // The files of /proc say that they are empty and are not: those are read.
      const isCopied =
        tree.canCopy && size > 0 && (await copyByTarget(tree, source, target, { size, onStep }));
      if (!isCopied) {
        await copyThroughUs(tree, source, target, { path: to, onStep });
      }
    } finally {
      await tree.closeFile(target);
    }
  } finally {
    await tree.closeFile(source);
  }
}

/** False when the target cannot after all, such as from one file system to another. */
async function copyByTarget(
  tree: FileTree,
  source: Handle,
  target: Handle,
  { size, onStep }: { size: number; onStep: () => void },
): Promise<boolean> {
  for (let at = 0; at < size; at += COPIED_AT_ONCE) {
    try {
      await tree.copyAt(source, target, at, Math.min(COPIED_AT_ONCE, size - at));
    } catch (error) {
      if (at === 0 && isFileError(error, 'unsupported')) {
        return false;
      }
      throw error;
    }
    onStep();
  }
  return true;
}

async function copyThroughUs(
  tree: FileTree,
  source: Handle,
  target: Handle,
  { path, onStep }: { path: string; onStep: () => void },
): Promise<void> {
  const pieces = readPipelined(tree, source, { start: 0 });
  const { cause } = await writePipelined(tree, target, pieces, { path, offset: 0, onBytes: onStep });
  if (cause !== undefined) {
    throw cause instanceof Error ? cause : new FileError('failed', cause);
  }
}
