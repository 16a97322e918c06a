import type { Stats } from 'node:fs';
import { lstat, readdir, rmdir, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

import { decodeName } from '@jadegate/contract/files/file-path';

import { inChunks } from '../../kernel/in-chunks.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { TreeReach } from '../byte-store.ts';
import { isStorage } from '../storage-error.ts';
import { FolderCursor, isGone } from './folder-cursor.ts';
import { inFolder, withFolder } from './folder-walk.ts';

const AT_ONCE = 16;
/** Looked at together, and told before the next ones are. */
const TOLD_AT_ONCE = 1000;
const MOST_LOOKS = 4;
/** Somebody may go on writing into what is removed: so often what was emptied is emptied again. */
const MOST_REFILLS = 100;

interface WalkedEntry {
  name: string;
  /** From the top on, with a slash before each name. */
  path: string;
  stats: Stats;
}

/** Everything below a folder, folders before what is in them, links not followed; however deep, with a few descriptors. */
export async function* walkTree(top: FileHandle): AsyncGenerator<WalkedEntry, void> {
  const cursor = new FolderCursor(top);
  const levels: { path: string; waiting: Buffer[] }[] = [];
  try {
    for (let at: string | undefined = ''; at !== undefined; at = await nextFolder(cursor, levels)) {
      const waiting: Buffer[] = [];
      for await (const { raw, stats } of statsIn(cursor.folder)) {
        const name = decodeName(raw);
        yield { name, path: `${at}/${name}`, stats };
        if (stats.isDirectory()) {
          waiting.push(raw);
        }
      }
      levels.push({ path: at, waiting });
    }
  } finally {
    await cursor.close();
  }
}

/** How far it reaches down, by names alone; no further than one level more than is asked for. */
export async function reachOf(top: FileHandle, most: number): Promise<TreeReach> {
  const cursor = new FolderCursor(top);
  const levels: { path: string; waiting: Buffer[] }[] = [];
  const reach = { depth: 0, pathBytes: 0 };
  try {
    for (let at: string | undefined = ''; at !== undefined; at = await nextFolder(cursor, levels)) {
      const found = await cursor.entries();
      const longest = found.reduce((bytes, { raw }) => Math.max(bytes, raw.length), 0);
      if (found.length > 0) {
        reach.depth = Math.max(reach.depth, cursor.depth + 1);
        reach.pathBytes = Math.max(reach.pathBytes, Buffer.byteLength(at) + 1 + longest);
      }
      if (reach.depth > most) {
        break;
      }
      levels.push({ path: at, waiting: found.filter(({ isFolder }) => isFolder).map(({ raw }) => raw) });
    }
  } finally {
    await cursor.close();
  }
  return reach;
}

/** Removes what is named, with everything in it, however deep. A link goes, and what it leads to stays. */
export async function removeTree(folder: FileHandle, raw: Buffer, onRemoved: () => void): Promise<void> {
  const cursor = new FolderCursor(folder);
  const remove = async (entry: { raw: Buffer; isFolder: boolean }) => {
    const became = await removeOne(cursor.folder, entry);
    if (became === 'removed') {
      onRemoved();
    }
    return became === 'full';
  };
  /** Of each level down to the open folder, what is not empty. */
  const levels = [(await remove({ raw, isFolder: true })) ? [raw] : []];
  let refills = 0;
  try {
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const next = level.pop();
      if (next) {
        if (await cursor.down(next)) {
          const found = await cursor.entries();
          const full = await inParallel(found, AT_ONCE, remove);
          levels.push(found.filter((_one, index) => full[index]).map((one) => one.raw));
        } else {
          await remove({ raw: next, isFolder: false });
        }
        continue;
      }
      if (cursor.depth === 0) {
        return;
      }
      const left = await cursor.up();
      levels.length = cursor.depth + 1;
      if (left && (await remove({ raw: left, isFolder: true }))) {
        refills += 1;
        if (refills > MOST_REFILLS) {
          throw new Error('what is removed is written into again and again');
        }
        levels.at(-1)?.push(left);
      }
    }
  } finally {
    await cursor.close();
  }
}

/** Removes a folder of ours with everything in it, however deep; one that is gone is fine. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await withFolder(path.dirname(folder), [], (above) =>
      removeTree(above, Buffer.from(path.basename(folder)), () => undefined),
    );
  } catch (error) {
    if (!isStorage(error, 'not_found')) {
      throw error;
    }
  }
}

/** Goes on to a folder that was seen and not yet gone into; undefined when there is none left. Answers its path. */
export async function nextFolder(
  cursor: FolderCursor,
  levels: { path: string; waiting: Buffer[] }[],
): Promise<string | undefined> {
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const next = level.waiting.pop();
    if (next && (await cursor.down(next))) {
      return `${level.path}/${decodeName(next)}`;
    }
    if (!next) {
      levels.pop();
      if (cursor.depth > 0) {
        await cursor.up();
        levels.length = Math.min(levels.length, cursor.depth + 1);
      }
    }
  }
  return undefined;
}

/**
 * What is in it. What goes while it is looked at is not there, unless it only got another name: so names are read once more,
 * a few times at most.
 */
async function* statsIn(folder: FileHandle): AsyncGenerator<{ raw: Buffer; stats: Stats }, void> {
  const seen = new Set<string>();
  for (let looks = 1, isMissing = true; isMissing && looks <= MOST_LOOKS; looks += 1) {
    isMissing = false;
    const names = await readdir(inFolder(folder), { encoding: 'buffer' });
    const fresh = looks === 1 ? names : names.filter((raw) => !seen.has(raw.toString('latin1')));
    for (const some of inChunks(fresh, TOLD_AT_ONCE)) {
      const found = await inParallel(some, AT_ONCE, async (raw) => {
        const stats = await lstat(inFolder(folder, raw)).catch(() => undefined);
        return stats && { raw, stats };
      });
      const there = found.filter((entry) => entry !== undefined);
      isMissing ||= there.length < found.length;
      yield* there;
    }
    if (isMissing) {
      fresh.forEach((raw) => seen.add(raw.toString('latin1')));
    }
  }
}

async function removeOne(
  folder: FileHandle,
  { raw, isFolder }: { raw: Buffer; isFolder: boolean },
): Promise<'removed' | 'gone' | 'full'> {
  const at = inFolder(folder, raw);
  try {
    await (isFolder ? rmdir(at) : unlink(at));
    return 'removed';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (isFolder && (code === 'ENOTEMPTY' || code === 'EEXIST')) {
      return 'full';
    }
    if (isFolder && code === 'ENOTDIR') {
      return removeOne(folder, { raw, isFolder: false });
    }
    if (!isFolder && code === 'EISDIR') {
      return removeOne(folder, { raw, isFolder: true });
    }
    if (isGone(error)) {
      return 'gone';
    }
    throw error;
  }
}
