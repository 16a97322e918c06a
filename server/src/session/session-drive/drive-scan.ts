import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import { baseName, parentPath } from '@jadegate/contract/files/file-path';

import { FolderCursor, isGone } from '../../storage/disk/folder-cursor.ts';
import { entriesIn, inFolder, withFolder } from '../../storage/disk/folder-walk.ts';
import { nextFolder } from '../../storage/disk/tree-walk.ts';
import { isStorage } from '../../storage/storage-error.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

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

/** How far a look goes. */
export interface ScanBounds {
  depth: number;
  inFolder: number;
  inAll: number;
}

export interface Look {
  scan: Map<string, Seen>;
  /** More is there than a look goes: what is not in the scan may be there all the same. */
  isBeyond: boolean;
}

/**
 * Files and folders below it; links and devices are nobody's. With a group, that group gets to what it could not. Who writes
 * there asks nobody before they do, so a look goes so far and no further.
 */
export async function scanFolder(root: string, bounds: ScanBounds, group?: number): Promise<Look> {
  return withFolder(root, [], async (top) => {
    const look: Look = { scan: new Map(), isBeyond: false };
    const cursor = new FolderCursor(top);
    const levels: { path: string; waiting: Buffer[] }[] = [];
    try {
      for (let path: string | undefined = ''; path !== undefined; path = await nextFolder(cursor, levels)) {
        levels.push({ path, waiting: await lookInto(cursor, path, { look, bounds, group }) });
      }
    } finally {
      await cursor.close();
    }
    return look;
  });
}

/** Answers the folders in it that are to be looked into. */
async function lookInto(
  cursor: FolderCursor,
  path: string,
  { look, bounds, group }: { look: Look; bounds: ScanBounds; group: number | undefined },
): Promise<Buffer[]> {
  const entries = await entriesIn(cursor.folder).catch((error: unknown) => {
    if (isStorage(error, 'too_many')) {
      return undefined;
    }
    // It went, or was put out of the way, while the others were looked at.
    if (cursor.depth > 0 && isGone(error)) {
      return [];
    }
    throw error;
  });
  const found = entries?.filter(({ stats }) => stats.isFile() || stats.isDirectory());
  const isBeyond =
    found === undefined ||
    found.length > bounds.inFolder ||
    look.scan.size + found.length > bounds.inAll ||
    (found.length > 0 && cursor.depth >= bounds.depth);
  if (isBeyond) {
    look.isBeyond = true;
    return [];
  }
  const folders: Buffer[] = [];
  for (const { raw, name, stats } of found) {
    if (group !== undefined) {
      await shareEntry(cursor.folder, raw, stats, group);
    }
    look.scan.set(`${path}/${name}`, seenOf(stats));
    if (stats.isDirectory()) {
      folders.push(raw);
    }
  }
  return folders;
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
