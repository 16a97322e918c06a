import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import { baseName, parentPath } from '@jadegate/contract/file-path';

import { entriesIn, inFolder, withFolder } from '../../storage/disk/folder-walk.ts';
import { isStorage } from '../../storage/storage-error.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** What a drive looks like is asked again and again, so it ends somewhere. */
const MAX_ENTRIES = 200_000;
const SHARED_FILE = 0o660;
/** New files belong to the group of their folder. */
const SHARED_FOLDER = 0o2770;
const PERMISSIONS = 0o7777;

export interface Seen {
  isFolder: boolean;
  size: number;
  changedAt: number;
  /** The same for a file that was renamed. */
  file: number;
}

export type Scan = ReadonlyMap<string, Seen>;

export type DriveChange =
  | { action: 'upload' | 'mkdir'; path: string; seen: Seen }
  | { action: 'rm'; path: string }
  | { action: 'rename'; path: string; from: string; seen: Seen };

/** Files and folders below it; links and devices are nobody's. With a group, that group gets to what it could not. */
export async function scanFolder(root: string, group?: number): Promise<Map<string, Seen>> {
  const scan = new Map<string, Seen>();
  const waiting: string[][] = [[]];
  for (let names = waiting.pop(); names && scan.size < MAX_ENTRIES; names = waiting.pop()) {
    const found = await withFolder(root, names, async (folder) => {
      const entries = await entriesIn(folder);
      if (group !== undefined) {
        for (const { raw, stats } of entries) {
          await shareEntry(folder, raw, stats, group);
        }
      }
      return entries;
    }).catch((error: unknown) => {
      // It went, or was put out of the way, while the others were looked at.
      if (names.length > 0 && isStorage(error, 'not_found', 'not_a_folder')) {
        return [];
      }
      throw error;
    });
    for (const { name, stats } of found) {
      if (stats.isFile() || stats.isDirectory()) {
        const inner = [...names, name];
        scan.set(`/${inner.join('/')}`, seenOf(stats));
        if (stats.isDirectory()) {
          waiting.push(inner);
        }
      }
    }
  }
  return scan;
}

function seenOf(stats: Stats): Seen {
  const isFolder = stats.isDirectory();
  return { isFolder, size: isFolder ? 0 : stats.size, changedAt: stats.mtimeMs, file: stats.ino };
}

/** What differs is opened and looked at again: between look and use somebody may put a link in its place. */
async function shareEntry(folder: FileHandle, raw: Buffer, stats: Stats, group: number): Promise<void> {
  if ((!stats.isFile() && !stats.isDirectory()) || isShared(stats, group)) {
    return;
  }
  const handle = await open(inFolder(folder, raw), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  try {
    await shareHandle(handle, group);
  } finally {
    await handle?.close();
  }
}

function isShared({ gid, mode, ...stats }: Stats, group: number): boolean {
  const wanted = (mode & 0o170_000) === 0o040_000 ? SHARED_FOLDER : SHARED_FILE;
  return gid === group && (mode & PERMISSIONS & wanted) === wanted && stats.nlink > 0;
}

/** Lets a group to an open file or folder. A file with a second name may lie elsewhere, too, and is left alone. */
export async function shareHandle(handle: FileHandle | undefined, group: number): Promise<void> {
  const stats = await handle?.stat();
  if (!handle || !stats || (stats.isFile() && stats.nlink > 1)) {
    return;
  }
  await handle.chown(stats.uid, group);
  await handle.chmod(stats.isDirectory() ? SHARED_FOLDER : SHARED_FILE);
}

export function isSame(one: Seen | undefined, other: Seen | undefined): boolean {
  return (
    one?.file === other?.file &&
    one?.size === other?.size &&
    (one?.changedAt === other?.changedAt || (one?.isFolder === true && other?.isFolder === true))
  );
}

/** What was done between two looks, as somebody would tell it: a folder that went is one thing, with all that was in it. */
export function compareScans(before: Scan, after: Scan): DriveChange[] {
  const gone = new Map<number, string>();
  for (const [path, seen] of before) {
    if (after.get(path)?.file !== seen.file) {
      gone.set(seen.file, path);
    }
  }
  const renamed = new Map<string, string>();
  const changes: DriveChange[] = [];
  for (const [path, seen] of inOrder(after)) {
    const old = before.get(path);
    if (old && old.isFolder === seen.isFolder && (seen.isFolder || isSame(old, seen))) {
      continue;
    }
    const from = gone.get(seen.file);
    if (from !== undefined && before.get(from)?.isFolder === seen.isFolder && !old) {
      renamed.set(path, from);
      const above = renamed.get(parentPath(path));
      const cameAlong = above !== undefined && from === `${above}/${baseName(path)}`;
      if (!cameAlong) {
        changes.push({ action: 'rename', path, from, seen });
      }
      if (!seen.isFolder && !isSame(before.get(from), seen)) {
        changes.push({ action: 'upload', path, seen });
      }
    } else {
      changes.push({ action: seen.isFolder ? 'mkdir' : 'upload', path, seen });
    }
  }
  const moved = new Set(renamed.values());
  const removed = new Set<string>();
  for (const [path] of inOrder(before)) {
    if (!after.has(path) && !moved.has(path)) {
      removed.add(path);
      if (!removed.has(parentPath(path))) {
        changes.push({ action: 'rm', path });
      }
    }
  }
  return changes;
}

/** Folders before what is in them. */
function inOrder(scan: Scan): [string, Seen][] {
  return [...scan].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
