import { randomBytes } from 'node:crypto';

import { baseName, joinPath, parentPath } from '@jadegate/contract/files/file-path';

import { isFileError, FileError } from '../../protocols/files/file-error.ts';
import {
  isFolder,
  isRegular,
  type FileStat,
  type FileTree,
  type Handle,
} from '../../protocols/files/file-tree.ts';

/** Names may have 255 bytes; the mark and the random part need some of them. */
const KEPT_CHARACTERS = 40;
const PERMISSIONS = 0o7777;

/** A file that is being written beside its place, or in it where nothing may be put beside it. */
export interface Draft {
  /** Where the bytes go. */
  path: string;
  /** Where the file will be. */
  target: string;
  before: FileStat | undefined;
  handle: Handle;
}

/**
 * Begins a file under another name in the same folder, so that nobody sees half of it. A link stays and what it leads
 * to is replaced. Where the folder takes no new file but the file itself may be written, it is written in place.
 */
export async function beginDraft(tree: FileTree, path: string): Promise<Draft> {
  const before = await tree.find(path, 'stat');
  if (before && isFolder(before)) {
    throw new FileError('is_a_folder');
  }
  const target = before ? await tree.realpath(path) : path;
  if (before && !isRegular(before)) {
    throw new FileError('not_a_file');
  }
  const mark = randomBytes(6).toString('hex');
  const beside = joinPath(parentPath(target), `.${baseName(target).slice(0, KEPT_CHARACTERS)}.${mark}.part`);
  try {
    // While it is not complete nobody but the account itself reads it; a new file then gets the usual permissions.
    const handle = await tree.openFile(beside, 'create', before && 0o600);
    return { path: beside, target, before, handle };
  } catch (error) {
    if (!before || !isFileError(error, 'permission', 'failed')) {
      throw error;
    }
    return { path: target, target, before, handle: await tree.openFile(target, 'overwrite') };
  }
}

/** Puts a complete draft in its place, with the permissions and the owner of what it replaces. */
export async function finishDraft(tree: FileTree, draft: Draft): Promise<void> {
  const { path, target, before, handle } = draft;
  await tree.closeFile(handle);
  if (path === target) {
    return;
  }
  if (before) {
    const { uid, gid } = await tree.stat(path);
    if (uid !== before.uid || gid !== before.gid) {
      // Another owner cannot always be given; the content is what was asked for.
      await tree.chown(path, before).catch(() => undefined);
    }
    await tree.chmod(path, before.mode & PERMISSIONS);
  }
  await tree.replace(path, target);
}

/** Removes what was written of a draft. Never fails: the reason for dropping it is what counts. */
export async function dropDraft(tree: FileTree, { path, target, handle }: Draft): Promise<void> {
  await tree.closeFile(handle);
  if (path !== target) {
    await tree.removeFile(path).catch(() => undefined);
  }
}
