import { createHash, createPublicKey, verify } from 'node:crypto';

import type { EvidenceCrypto, EvidenceKey } from '@jadegate/contract/session/evidence/evidence-crypto';

/** What verifiers need, as Node has it since version 20. */
export const nodeCrypto: EvidenceCrypto = {
  sha256: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
  readKey: async (spki) => readEvidenceKey(spki),
};

/** Undefined for what is no Ed25519 key. */
export function readEvidenceKey(spki: Uint8Array): EvidenceKey | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519'
      ? { isSigned: async (bytes, signature) => verify(null, bytes, key, signature) }
      : undefined;
  } catch {
    return undefined;
  }
}
