import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { Keyring } from '../../kernel/keyring.ts';
import { placePrivately, replacePrivately } from '../../kernel/private-write.ts';

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
  const save = (keyring: Keyring) => replacePrivately(file, keyring.serialise());
  if (!existsSync(file)) {
    if (!options.mayCreate) {
      throw new MasterKeyError(
        `${file} is missing, but the database holds secrets that only it can open; restore it`,
      );
    }
    await placePrivately(file, Keyring.generate().serialise());
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new MasterKeyError(`${file} can be read by others; run: chmod 600 ${file}`);
  }
  return { load: () => Keyring.parse(readFileSync(file, 'utf8')), save };
}
