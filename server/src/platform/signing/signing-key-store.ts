import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import type { Database } from '../../db/database.ts';
import type { SigningKeyTable } from '../../db/tables/platform.ts';
import { placePrivately, replacePrivately } from '../../kernel/private-write.ts';
import { Secret } from '../../kernel/secret.ts';
import { readSigningKeys } from '../../kernel/signing-key.ts';
import type { VaultService } from '../vault/vault.service.ts';

/** A signing key cannot be used as it lies. What is in it is never said. */
export class SigningKeyError extends Error {}

/** Where the private halves lie: PEM, one or several. The first signs; the others vouch for it and can then be removed. */
export interface SigningKeyStore {
  readonly origin: SigningKeyTable['origin'];
  /** Makes one where there is none. */
  read(): Promise<Secret>;
  /** Undefined where a person changes it, not the program. */
  replace?(keys: Secret): Promise<void>;
}

const FILE_NAME = 'signing.key';

export function newSigningKey(): Secret {
  const { privateKey } = generateKeyPairSync('ed25519');
  return new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/** From the settings: nothing of it is kept anywhere else. */
export function givenSigningKey(keys: Secret): SigningKeyStore {
  return { origin: 'setting', read: async () => keys };
}

/** A file of the data directory, for a server that is alone. */
export function signingKeyFile(dataDir: string): SigningKeyStore {
  const file = path.join(dataDir, FILE_NAME);
  return {
    origin: 'file',
    read: async () => {
      if (!existsSync(file)) {
        await placePrivately(file, newSigningKey().expose());
      }
      if ((statSync(file).mode & 0o077) !== 0) {
        throw new SigningKeyError(`${file} can be read by others; run: chmod 600 ${file}`);
      }
      const text = readFileSync(file, 'utf8');
      if (readSigningKeys(text).length === 0) {
        throw new SigningKeyError(
          `${file} holds no Ed25519 key; restore it, or remove it to have another made`,
        );
      }
      return new Secret(text);
    },
    replace: (keys) => replacePrivately(file, keys.expose()),
  };
}

const OWNER = 'signing-key';
const NAME = 'private';

/** Sealed in the database that several servers share: they have no file in common. */
export function sharedSigningKey(database: Database, vault: VaultService): SigningKeyStore {
  return {
    origin: 'database',
    read: async () => (await vault.get(OWNER, NAME)) ?? vault.putIfAbsent(OWNER, NAME, newSigningKey()),
    replace: (keys) => database.transact((tx) => vault.put(OWNER, NAME, keys, tx)),
  };
}
