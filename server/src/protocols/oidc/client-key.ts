import { createPrivateKey, type KeyObject } from 'node:crypto';

type Algorithm = Parameters<SubtleCrypto['importKey']>[2];

/** How keys that sign for us are used; others are not taken. */
const ALGORITHMS: Record<string, (key: KeyObject) => Algorithm | undefined> = {
  rsa: () => ({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }),
  ec: (key) =>
    key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
      ? { name: 'ECDSA', namedCurve: 'P-256' }
      : undefined,
  ed25519: () => ({ name: 'Ed25519' }),
};

/** The key that a client proves itself with; undefined where the text holds none that can be used. */
export async function readClientKey(pem: string): Promise<CryptoKey | undefined> {
  try {
    const key = createPrivateKey(pem);
    const algorithm = ALGORITHMS[key.asymmetricKeyType ?? '']?.(key);
    if (algorithm === undefined) {
      return undefined;
    }
    const bytes = new Uint8Array(key.export({ format: 'der', type: 'pkcs8' }));
    return await crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']);
  } catch {
    return undefined;
  }
}
