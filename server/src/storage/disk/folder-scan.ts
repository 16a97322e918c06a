import type { Dir, Dirent } from 'node:fs';
import { lstat, opendir, type FileHandle } from 'node:fs/promises';

import { decodeName } from '@jadegate/contract/files/file-path';

import { inParallel } from '../../kernel/in-parallel.ts';
import type { ScannedEntry } from '../byte-store.ts';
import { onDisk } from './disk-failure.ts';
import { inFolder, withFolder } from './folder-walk.ts';

/** Entries that one turn of the event loop reads. */
const PIECE = 512;
const AT_ONCE = 16;

/** The names in a folder with what they are, piece by piece, links not followed. */
export async function* scanFolder(
  root: string,
  names: readonly string[],
): AsyncGenerator<ScannedEntry[], void> {
  // It keeps the folder open by itself.
  const folder = await withFolder(root, names, (handle) =>
    opendir(inFolder(handle).toString('latin1'), { encoding: 'buffer' as BufferEncoding, bufferSize: PIECE }),
  );
  try {
    for (let piece = await readPiece(folder); piece.length > 0; piece = await readPiece(folder)) {
      yield piece;
    }
  } finally {
    await folder.close();
  }
}

async function readPiece(folder: Dir): Promise<ScannedEntry[]> {
  const piece: ScannedEntry[] = [];
  await onDisk(async () => {
    while (piece.length < PIECE) {
      const entry = (await folder.read()) as Dirent<Buffer> | null;
      if (!entry) {
        return;
      }
      piece.push({ name: decodeName(entry.name), kind: kindOf(entry) });
    }
  });
  return piece;
}

/** What these are now. Those that are gone are left out. */
export async function lookAt(folder: FileHandle, entries: readonly { name: string }[]) {
  const found = await inParallel(entries, AT_ONCE, async ({ name }) => {
    const stats = await lstat(inFolder(folder, name)).catch(() => undefined);
    return stats && { name, stats };
  });
  return found.filter((one) => one !== undefined);
}

export function kindOf(
  entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>,
): ScannedEntry['kind'] {
  if (entry.isFile()) {
    return 'file';
  }
  return entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';
}
