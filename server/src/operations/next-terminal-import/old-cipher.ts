import { createDecipheriv, createHash } from 'node:crypto';

import type { Secret } from '../../kernel/secret.ts';

/** How the old product keeps a secret: AES-256-CBC under a key that is a checksum, with an IV that is a part of it. */
export class OldCipher {
  readonly #key: Buffer;

  constructor(encryptionKey: Secret) {
    // The hexadecimal characters themselves are the key, not the bytes they stand for.
    this.#key = Buffer.from(createHash('md5').update(encryptionKey.expose()).digest('hex'), 'latin1');
  }

  /** Undefined when the key does not open it: the padding or the text does not come out right. */
  open(sealed: string): string | undefined {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(sealed)) {
      return undefined;
    }
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length === 0 || bytes.length % 16 !== 0) {
      return undefined;
    }
    try {
      const decipher = createDecipheriv('aes-256-cbc', this.#key, this.#key.subarray(0, 16));
      const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
      // One wrong key in 256 leaves a padding that looks right; what it leaves is no text.
      return new TextDecoder('utf-8', { fatal: true }).decode(plain);
    } catch {
      return undefined;
    }
  }
}
