import { createHash, createPublicKey } from 'node:crypto';

import ssh2 from 'ssh2';

/** A host's public key. */
export interface HostKey {
  /** `ssh-ed25519`, `ssh-rsa`, `ecdsa-sha2-nistp256` … */
  keyType: string;
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: string;
  /** The key as one base64 word, as in known_hosts. */
  publicKey: string;
}

export type HostKeyVerdict = 'trusted' | 'unknown' | 'changed';

/** Whoever connects says what to think of the key the host shows. Nothing of the login is sent before the answer. */
export interface HostKeyPolicy {
  /** Keys of these types are asked for first, so that a host with several keys shows the one that is known. */
  pinned: readonly HostKey[];
  decide(key: HostKey): HostKeyVerdict | Promise<HostKeyVerdict>;
  /** Takes an unknown key in, once the host has proved that it holds it. Without this an unknown key is refused. */
  learn?(key: HostKey): Promise<void>;
}

/** Below, a key can be broken; above, checking its signature is a way to keep this process busy. */
const RSA_BITS = { min: 2048, legacyMin: 1024, max: 16_384 };
const MAX_KEY_BYTES = 8192;

/** Undefined when the bytes are no key, or a key of a size that is not let in. */
export function readHostKey(blob: Buffer, { legacy = false } = {}): HostKey | undefined {
  if (blob.length > MAX_KEY_BYTES || blob.length < 4) {
    return undefined;
  }
  const typeLength = blob.readUInt32BE(0);
  if (typeLength === 0 || typeLength > 64 || blob.length < 4 + typeLength) {
    return undefined;
  }
  const keyType = blob.toString('latin1', 4, 4 + typeLength);
  const publicKey = blob.toString('base64');
  const parsed = ssh2.utils.parseKey(`${keyType} ${publicKey}`);
  if (parsed instanceof Error || (keyType === 'ssh-rsa' && !isRsaSizeFair(parsed.getPublicPEM(), legacy))) {
    return undefined;
  }
  const hash = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { keyType, fingerprint: `SHA256:${hash}`, publicKey };
}

function isRsaSizeFair(pem: string, legacy: boolean): boolean {
  const bits = createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0;
  return bits >= (legacy ? RSA_BITS.legacyMin : RSA_BITS.min) && bits <= RSA_BITS.max;
}
