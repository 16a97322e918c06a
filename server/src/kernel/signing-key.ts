import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** What a key is called: SHA-256 of its public half as SPKI, as `openssl pkey -pubout -outform DER | sha256sum` prints it. */
export function fingerprintOf(publicKey: KeyObject): string {
  return createHash('sha256').update(spkiOf(publicKey)).digest('hex');
}

export function spkiOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** Undefined for what is no Ed25519 key, or none of this fingerprint. */
export function publicKeyOf(id: string, spki: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && fingerprintOf(key) === id ? key : undefined;
  } catch {
    return undefined;
  }
}

const PEM = /-----BEGIN PRIVATE KEY-----[^]*?-----END PRIVATE KEY-----/g;

/** The Ed25519 keys of a PEM text, in order; none where anything in it is something else. */
export function readSigningKeys(text: string): KeyObject[] {
  try {
    const keys = (text.match(PEM) ?? []).map((pem) => createPrivateKey(pem));
    return keys.every(({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519') ? keys : [];
  } catch {
    return [];
  }
}
