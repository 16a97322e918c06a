import { randomUUID } from 'node:crypto';
import { constants, existsSync, readFileSync, statSync } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { Keyring } from '../../kernel/keyring.ts';

/**
 * Where the keys that seal secrets live: the setting `JADEGATE_MASTER_KEY`, or a file in the data directory that
 * only its owner can read. A lost key means lost secrets, so a new one is made only while there is nothing to open.
 */
export interface MasterKey {
  load(): Keyring;
  /** Undefined when the key comes from the settings: then a person changes it, not the program. */
  save?(keyring: Keyring): Promise<void>;
}

export class MasterKeyError extends Error {}

const FILE_NAME = 'master.key';

export async function openMasterKey(options: {
  dataDir: string;
  masterKey?: string | undefined;
  mayCreate: boolean;
}): Promise<MasterKey> {
  const { masterKey, dataDir } = options;
  if (masterKey) {
    return { load: () => Keyring.parse(masterKey) };
  }
  const file = path.join(dataDir, FILE_NAME);
  const save = (keyring: Keyring) => writePrivately(file, keyring.serialise(), rename);
  if (!existsSync(file)) {
    if (!options.mayCreate) {
      throw new MasterKeyError(
        `${file} is missing, but the database holds secrets that only it can open; restore it`,
      );
    }
    await writePrivately(file, Keyring.generate().serialise(), placeIfAbsent);
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new MasterKeyError(`${file} can be read by others; run: chmod 600 ${file}`);
  }
  return { load: () => Keyring.parse(readFileSync(file, 'utf8')), save };
}

/** Written beside, flushed, then moved over: a crash leaves the old key or the new one, never half of either. */
async function writePrivately(
  file: string,
  text: string,
  place: (draft: string, file: string) => Promise<void>,
): Promise<void> {
  const draft = `${file}.new-${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await place(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Of two processes that make the first key at once, both go on with the one that was placed first. */
async function placeIfAbsent(draft: string, file: string): Promise<void> {
  try {
    // Not every file system knows links.
    await link(draft, file).catch((error: unknown) =>
      isTaken(error) ? Promise.reject(error as Error) : copyFile(draft, file, constants.COPYFILE_EXCL),
    );
  } catch (error) {
    if (!isTaken(error)) {
      throw error;
    }
  }
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST';
}
