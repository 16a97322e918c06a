import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, type FileHandle } from 'node:fs/promises';

import { decodeName, encodeName } from '@jadegate/contract/files/file-path';

import { inParallel } from '../../kernel/in-parallel.ts';
import { StorageError } from '../storage-error.ts';
import { onDisk } from './disk-failure.ts';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

const FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
const MODE = 0o700;
/** More than anybody looks through; what is asked of the system and sent on is bounded by it. */
const MAX_ENTRIES = 100_000;
const AT_ONCE = 16;
const MOST_LOOKS = 4;

/**
 * A name in an open folder. `/proc/self/fd/N` is the folder that was opened, wherever it has been moved since, as with
 * `openat`: between the look at a folder and its use nobody can put a link in its place. Each step from the root on is
 * opened by itself and refuses a link, so no path ever leads out.
 */
export function inFolder(folder: FileHandle, name: string | Uint8Array = ''): Buffer {
  const raw = typeof name === 'string' ? encodeName(name) : name;
  return Buffer.concat([Buffer.from(`/proc/self/fd/${folder.fd}/`), raw]);
}

/**
 * Opens the folder step by step, makes those that are missing if asked to, and closes it after the work. Where it `lasts`,
 * what was made is there also after the machine lost its power.
 */
export async function withFolder<Value>(
  root: string,
  names: readonly string[],
  work: (folder: FileHandle) => Promise<Value>,
  { makes = false, lasts = false } = {},
): Promise<Value> {
  let folder = await onDisk(() => open(root, FOLDER));
  try {
    for (const name of names) {
      const next = await step(folder, name, { makes, lasts });
      await folder.close();
      folder = next;
    }
    return await onDisk(() => work(folder));
  } finally {
    await folder.close();
  }
}

/** The raw names in it: not all of them need be text. */
async function namesIn(folder: FileHandle): Promise<Buffer[]> {
  const names = await readdir(inFolder(folder), { encoding: 'buffer' });
  if (names.length > MAX_ENTRIES) {
    throw new StorageError('too_many');
  }
  return names;
}

/**
 * What is in it, links not followed. What goes while it is looked at is not there, unless it only got another name: so it
 * is looked at once more, a few times at most.
 */
export async function entriesIn(folder: FileHandle) {
  for (let looks = 1; ; looks++) {
    const found = await inParallel(await namesIn(folder), AT_ONCE, async (raw) => {
      const stats = await lstat(inFolder(folder, raw)).catch(() => undefined);
      return stats && { raw, name: decodeName(raw), stats };
    });
    const there = found.filter((entry) => entry !== undefined);
    if (there.length === found.length || looks === MOST_LOOKS) {
      return there;
    }
  }
}

async function step(
  folder: FileHandle,
  name: string,
  { makes, lasts }: { makes: boolean; lasts: boolean },
): Promise<FileHandle> {
  const at = inFolder(folder, name);
  return onDisk(async () => {
    if (makes && (await isMade(at)) && lasts) {
      await folder.sync();
    }
    return open(at, FOLDER);
  });
}

/** False where it was there already. */
async function isMade(folder: Buffer): Promise<boolean> {
  try {
    await mkdir(folder, { mode: MODE });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
