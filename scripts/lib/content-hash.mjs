import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.mjs';

/**
 * One hash over the names and contents of files. `paths` are files or folders below the checkout; a path that does
 * not exist counts as empty. `skip` leaves files out by their path. It reads one file after the other in this thread:
 * there are thousands of small ones, nothing else goes on at a start, and handing each to another thread takes four times as long.
 */
export function contentHash(paths, skip = () => false) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesBelow(path)
      .filter((name) => !skip(name))
      .sort(byName)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** The same order in every locale. */
const byName = (a, b) => (a < b ? -1 : 1);

function filesBelow(path) {
  try {
    const entries = readdirSync(join(root, path), { withFileTypes: true, recursive: true });
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
