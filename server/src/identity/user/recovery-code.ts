import { createHash, randomBytes } from 'node:crypto';

/** Crockford's alphabet: no letter that is taken for a digit, so a code can be read from paper. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 16 letters of 5 bits: 80 bits, far beyond guessing even without the lock-out. */
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

export function newRecoveryCode(): string {
  // 32 divides 256, so every letter is equally likely.
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return letters.join('').replace(GROUP, '$&-');
}

/** The code as it was made, from what was typed; undefined when it cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const letters = typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  const isCode = letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter));
  return isCode ? letters.replace(GROUP, '$&-') : undefined;
}

/** What is kept of a code. Bound to its person, so that one person's code is worth nothing to another. */
export function hashRecoveryCode(userId: string, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('hex');
}
