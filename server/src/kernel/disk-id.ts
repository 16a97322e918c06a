import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { newId } from './id.ts';

const FILE = 'disk.id';

/** Names the disk that a data directory lies on, whichever process works with it. It goes where the directory goes. */
export async function diskIdOf(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  try {
    await writeFile(path, `${newId()}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw error;
    }
  }
  const id = (await readFile(path, 'utf8')).trim();
  if (id === '') {
    throw new Error(`${path} is empty: remove it, and it is made anew`);
  }
  return id;
}
