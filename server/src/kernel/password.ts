import { randomBytes } from 'node:crypto';

import { hash, verify } from '@node-rs/argon2';

import { isTakenOverHash, verifyBcrypt } from './bcrypt.ts';

/** argon2id with OWASP's first recommended parameters; about 30 ms of one core, in a thread of its own. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let decoy: Promise<string> | undefined;

/** An unknown account costs the same work as a known one, so that time does not tell them apart. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash === undefined) {
    decoy ??= hashPassword(randomBytes(16).toString('hex'));
    await verify(await decoy, password);
    return false;
  }
  return isTakenOverHash(passwordHash)
    ? verifyBcrypt(passwordHash, password)
    : verify(passwordHash, password);
}

/** About 119 bits in letters and digits that are not mistaken for one another. */
export function newOneTimePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const usable = 256 - (256 % alphabet.length);
  let password = '';
  while (password.length < 20) {
    for (const byte of randomBytes(32)) {
      if (byte < usable && password.length < 20) {
        password += alphabet.charAt(byte % alphabet.length);
      }
    }
  }
  return password;
}
