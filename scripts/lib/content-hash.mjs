import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from './root.mjs';

/**
 * One hash over the names and contents of files. `paths` are files or folders below the checkout; a path that does
 * not exist counts as empty. `skip` leaves files out by their path.
 */
export async function contentHash(paths, skip = () => false) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of (await filesBelow(path)).filter((name) => !skip(name)).sort(byName)) {
      hash
        .update(`${file}\0`)
        .update(await readFile(join(root, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** The same order in every locale. */
const byName = (a, b) => (a < b ? -1 : 1);

async function filesBelow(path) {
  try {
    const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch (error) {
    if (error.code === 'ENOTDIR') {
      return [path];
    }
    if (error.code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}
