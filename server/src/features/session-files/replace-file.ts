import { randomBytes } from 'node:crypto';

import { baseName, joinPath, parentPath } from '@jadegate/contract/file-path';

import { isSftp, SftpError } from '../../protocols/ssh/sftp-error.ts';
import { isFolder, isRegular, type FileStat } from '../../protocols/ssh/sftp-packet.ts';
import type { Handle, Sftp } from '../../protocols/ssh/sftp.ts';

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
export async function beginDraft(sftp: Sftp, path: string): Promise<Draft> {
  const before = await sftp.find(path, 'stat');
  if (before && isFolder(before)) {
    throw new SftpError('is_a_folder');
  }
  const target = before ? await sftp.realpath(path) : path;
  if (before && !isRegular(before)) {
    throw new SftpError('not_a_file');
  }
  const mark = randomBytes(6).toString('hex');
  const beside = joinPath(parentPath(target), `.${baseName(target).slice(0, KEPT_CHARACTERS)}.${mark}.part`);
  try {
    // While it is not complete nobody but the account itself reads it; a new file then gets the usual permissions.
    const handle = await sftp.openFile(beside, 'create', before && 0o600);
    return { path: beside, target, before, handle };
  } catch (error) {
    if (!before || !isSftp(error, 'permission', 'failed')) {
      throw error;
    }
    return { path: target, target, before, handle: await sftp.openFile(target, 'overwrite') };
  }
}

/** Puts a complete draft in its place, with the permissions and the owner of what it replaces. */
export async function finishDraft(sftp: Sftp, draft: Draft): Promise<void> {
  const { path, target, before, handle } = draft;
  await sftp.closeFile(handle);
  if (path === target) {
    return;
  }
  if (before) {
    const { uid, gid } = await sftp.stat(path);
    if (uid !== before.uid || gid !== before.gid) {
      // Another owner cannot always be given; the content is what was asked for.
      await sftp.chown(path, before).catch(() => undefined);
    }
    await sftp.chmod(path, before.mode & PERMISSIONS);
  }
  await sftp.replace(path, target);
}

/** Removes what was written of a draft. Never fails: the reason for dropping it is what counts. */
export async function dropDraft(sftp: Sftp, { path, target, handle }: Draft): Promise<void> {
  await sftp.closeFile(handle);
  if (path !== target) {
    await sftp.removeFile(path).catch(() => undefined);
  }
}
