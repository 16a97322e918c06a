import { isSftp, SftpError } from './sftp-error.ts';
import { isFolder, isLink, isRegular } from './sftp-packet.ts';
import { readPipelined, writePipelined } from './sftp-transfer.ts';
import type { Walked } from './sftp-walk.ts';
import type { Handle, Sftp } from './sftp.ts';

/** Copied by the target in one request: while it does, it answers nothing else on this connection. */
const COPIED_AT_ONCE = 32 * 1_048_576;
const PERMISSIONS = 0o777;

/** Everything that can be copied: neither a folder that nobody may read, nor a device or a pipe. */
export function refuseUncopyable(found: readonly Walked[]): void {
  for (const { stat, isClosed } of found) {
    if (isClosed) {
      throw new SftpError('permission');
    }
    if (!isFolder(stat) && !isLink(stat) && !isRegular(stat)) {
      throw new SftpError('not_a_file');
    }
  }
}

/**
 * Copies what was found, folders before what they hold, to where `placeOf` says, where nothing may be yet. Links stay
 * links. `onStep` is told before each entry and after each piece of a file, and stops the copy by throwing.
 */
export async function copyTree(
  sftp: Sftp,
  found: readonly Walked[],
  { placeOf, onStep }: { placeOf: (path: string) => string; onStep: () => void },
): Promise<void> {
  for (const { path, stat } of found) {
    onStep();
    if (isFolder(stat)) {
      await sftp.mkdir(placeOf(path));
    } else if (isLink(stat)) {
      await sftp.symlink(await sftp.readlink(path), placeOf(path));
    } else {
      await copyFile(sftp, path, placeOf(path), { ...stat, onStep });
    }
  }
  // Afterwards, from the bottom: a folder that may not be written could not be filled.
  for (const { path, stat } of found.toReversed()) {
    if (isFolder(stat)) {
      await sftp.chmod(placeOf(path), stat.mode & PERMISSIONS);
    }
  }
}

interface CopiedFile {
  mode: number;
  size: number;
  onStep: () => void;
}

async function copyFile(
  sftp: Sftp,
  from: string,
  to: string,
  { mode, size, onStep }: CopiedFile,
): Promise<void> {
  const source = await sftp.openFile(from, 'read');
  try {
    const target = await sftp.openFile(to, 'create', mode & PERMISSIONS);
    try {
      // The files of /proc say that they are empty and are not: those are read.
      const isCopied =
        sftp.canCopy && size > 0 && (await copyByTarget(sftp, source, target, { size, onStep }));
      if (!isCopied) {
        await copyThroughUs(sftp, source, target, { path: to, onStep });
      }
    } finally {
      await sftp.closeFile(target);
    }
  } finally {
    await sftp.closeFile(source);
  }
}

/** False when the target cannot after all, such as from one file system to another. */
async function copyByTarget(
  sftp: Sftp,
  source: Handle,
  target: Handle,
  { size, onStep }: { size: number; onStep: () => void },
): Promise<boolean> {
  for (let at = 0; at < size; at += COPIED_AT_ONCE) {
    try {
      await sftp.copyAt(source, target, at, Math.min(COPIED_AT_ONCE, size - at));
    } catch (error) {
      if (at === 0 && isSftp(error, 'unsupported')) {
        return false;
      }
      throw error;
    }
    onStep();
  }
  return true;
}

async function copyThroughUs(
  sftp: Sftp,
  source: Handle,
  target: Handle,
  { path, onStep }: { path: string; onStep: () => void },
): Promise<void> {
  const pieces = readPipelined(sftp, source, { start: 0 });
  const { cause } = await writePipelined(sftp, target, pieces, { path, offset: 0, onBytes: onStep });
  if (cause !== undefined) {
    throw cause instanceof Error ? cause : new SftpError('failed', cause);
  }
}
