import { createPublicKey } from 'node:crypto';

import ssh2 from 'ssh2';

import { isSignedBySk, isSkAlgorithm, SK_ALGORITHMS } from './sk-key.ts';
import { WireReader } from './wire.ts';

/** How people may sign, the strongest first: SHA-1 and DSA are not among them. */
export const SIGNATURE_ALGORITHMS = [
  'ssh-ed25519',
  ...SK_ALGORITHMS,
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
] as const;

/**
 * Smaller ones are within reach of an attacker, and checking larger ones costs us more than it costs the one who asks. With
 * an exponent of 1 a message is its own signature.
 */
const RSA_BITS = { min: 2048, max: 8192 };
const LEAST_EXPONENT = 3n;
const MAX_KEY_BYTES = 4096;

/**
 * Whether `signature` over `blob` was made with the key, all as ssh2 hands it to a context of public-key
 * authentication. ssh2 itself checks nothing: whoever accepts such a context without asking here lets anybody in.
 */
export function verifySignature(
  key: { algo: string; data: Buffer },
  blob: Buffer,
  signature: Buffer,
  hashAlgo?: string,
): boolean {
  if (key.data.length > MAX_KEY_BYTES || new WireReader(key.data).text() !== key.algo) {
    return false;
  }
  return isSkAlgorithm(key.algo)
    ? isSignedBySk(key.data, blob, signature)
    : isSignedByPlainKey(key, blob, signature, hashAlgo);
}

function isSignedByPlainKey(
  { algo, data }: { algo: string; data: Buffer },
  blob: Buffer,
  signature: Buffer,
  hashAlgo: string | undefined,
): boolean {
  const isRsa = algo === 'ssh-rsa';
  // Without a name of its own the signature of an RSA key is one with SHA-1.
  const isKnown = isRsa
    ? hashAlgo === 'sha256' || hashAlgo === 'sha512'
    : (SIGNATURE_ALGORITHMS as readonly string[]).includes(algo) && hashAlgo === undefined;
  const parsed = isKnown ? ssh2.utils.parseKey(`${algo} ${data.toString('base64')}`) : undefined;
  if (!parsed || parsed instanceof Error || (isRsa && !isRsaFair(parsed.getPublicPEM()))) {
    return false;
  }
  // Its type does not tell that an error, such as about a signature of the wrong form, comes back as a value.
  const verdict: unknown = parsed.verify(blob, signature, hashAlgo);
  return verdict === true;
}

function isRsaFair(pem: string): boolean {
  try {
    const { modulusLength: bits = 0, publicExponent = 0n } = createPublicKey(pem).asymmetricKeyDetails ?? {};
    return publicExponent >= LEAST_EXPONENT && bits >= RSA_BITS.min && bits <= RSA_BITS.max;
  } catch {
    return false;
  }
}
