import { createHash } from 'node:crypto';

import type { ByteStore, StoredEntry } from './byte-store.ts';
import { putStream } from './put-stream.ts';
import { StorageError } from './storage-error.ts';
import { isTooLong } from './stored-path.ts';

/** Of a path that is too long to be moved. */
const TOLD_CHARACTERS = 200;

export interface MovedTree {
  files: number;
  bytes: number;
  /** What stayed: something else stands in its place, or it is no file. */
  kept: string[];
}

/**
 * Moves everything from one store to another. A file goes from the first when it was read back from the second and is the
 * same; so it can be broken off anywhere and begun again. Nothing is replaced.
 */
export async function moveTree(
  from: ByteStore,
  to: ByteStore,
  tell: (moved: Readonly<MovedTree>) => void = () => undefined,
): Promise<MovedTree> {
  const moved: MovedTree = { files: 0, bytes: 0, kept: [] };
  for await (const entry of from.walk('/')) {
    if (isTooLong(entry.path)) {
      // From before there were bounds: where it begins is enough to find it, and to tell of it once.
      const start = `${entry.path.slice(0, TOLD_CHARACTERS)}…`;
      if (moved.kept.at(-1) !== start) {
        moved.kept.push(start);
      }
    } else if (entry.kind === 'folder') {
      await to.makeFolder(entry.path);
    } else if (entry.kind === 'file' && (await moveFile(from, to, entry))) {
      moved.files += 1;
      moved.bytes += entry.size;
      tell(moved);
    } else {
      moved.kept.push(entry.path);
    }
  }
  if (moved.kept.length === 0) {
    // Only folders are left.
    for (const { path } of await from.list('/')) {
      await from.remove(path);
    }
  }
  return moved;
}

async function moveFile(from: ByteStore, to: ByteStore, { path }: StoredEntry): Promise<boolean> {
  const checksum = await checksumOf(from, path);
  if ((await to.stat(path)) === undefined) {
    const { body } = await from.read(path);
    await putStream(to, path, body).finally(() => body.destroy());
    if ((await checksumOf(to, path)) !== checksum) {
      await to.remove(path);
      throw new StorageError('failed', new Error('what was read back is not what was stored'));
    }
  } else if ((await checksumOf(to, path)) !== checksum) {
    return false;
  }
  await from.remove(path);
  return true;
}

/** Undefined when it is no file. */
async function checksumOf(store: ByteStore, path: string): Promise<string | undefined> {
  const entry = await store.stat(path);
  if (entry?.kind !== 'file') {
    return undefined;
  }
  const hash = createHash('sha256');
  for await (const bytes of (await store.read(path)).body as AsyncIterable<Uint8Array>) {
    hash.update(bytes);
  }
  return hash.digest('hex');
}
