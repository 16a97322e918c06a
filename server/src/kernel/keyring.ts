import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Authenticated encryption under a ring of 256-bit keys: new values are sealed with the first key, old ones
 * open with whichever key they name. A sealed value is bound to its place (`boundTo`), so that a row copied
 * over another one does not open.
 *
 * Sealed form: `v1.<key id>.<nonce>.<ciphertext and tag>`, base64url.
 */
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** 32 random bytes have about 30 distinct values; a typed or default key has far fewer. */
const MIN_DISTINCT_BYTES = 16;

interface Key {
  id: string;
  bytes: Buffer;
}

export class WeakKeyError extends Error {}

export class Keyring {
  readonly #keys: readonly [Key, ...Key[]];

  private constructor(keys: readonly [Key, ...Key[]]) {
    this.#keys = keys;
  }

  static generate(): Keyring {
    return new Keyring([toKey(randomBytes(KEY_BYTES))]);
  }

  /** Base64 keys separated by commas or white space; the first is the one that seals. */
  static parse(text: string): Keyring {
    const [first, ...others] = text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((part) => toKey(Buffer.from(part, 'base64')));
    if (!first) {
      throw new WeakKeyError('the master key is empty');
    }
    return new Keyring([first, ...others]);
  }

  serialise(): string {
    return this.#keys.map((key) => key.bytes.toString('base64')).join('\n') + '\n';
  }

  /** A ring that seals with a new key and still opens what the old ones sealed. */
  withNewKey(): Keyring {
    return new Keyring([toKey(randomBytes(KEY_BYTES)), ...this.#keys]);
  }

  /** Forgets every key but the sealing one. */
  onlyCurrent(): Keyring {
    return new Keyring([this.#keys[0]]);
  }

  get currentKeyId(): string {
    return this.#keys[0].id;
  }

  has(keyId: string): boolean {
    return this.#keys.some((key) => key.id === keyId);
  }

  seal(plain: string, boundTo: string): string {
    const key = this.#keys[0];
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(boundTo));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return ['v1', key.id, nonce.toString('base64url'), body.toString('base64url')].join('.');
  }

  open(sealed: string, boundTo: string): string {
    const [version, keyId, nonce, body] = sealed.split('.');
    const key = this.#keys.find((candidate) => candidate.id === keyId);
    if (version !== 'v1' || !key || !nonce || !body) {
      throw new Error(`a sealed value names the unknown key ${keyId ?? '(none)'}`);
    }
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'))
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }

  static keyIdOf(sealed: string): string | undefined {
    return sealed.split('.')[1];
  }
}

function toKey(bytes: Buffer): Key {
  if (bytes.length !== KEY_BYTES) {
    throw new WeakKeyError(`a master key must be ${KEY_BYTES} bytes in base64, not ${bytes.length}`);
  }
  if (new Set(bytes).size < MIN_DISTINCT_BYTES) {
    throw new WeakKeyError('the master key is not random; make one with: openssl rand -base64 32');
  }
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}
