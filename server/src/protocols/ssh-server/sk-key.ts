import { createHash, createPublicKey, verify, type KeyObject, type webcrypto } from 'node:crypto';

import { WireReader } from './wire.ts';

/** Keys that live in a security key (openssh/PROTOCOL.u2f). ssh2 lets them through, and cannot read them. */
export const SK_ALGORITHMS = ['sk-ssh-ed25519@openssh.com', 'sk-ecdsa-sha2-nistp256@openssh.com'] as const;
type SkAlgorithm = (typeof SK_ALGORITHMS)[number];

export function isSkAlgorithm(name: string): name is SkAlgorithm {
  return (SK_ALGORITHMS as readonly string[]).includes(name);
}

/** Somebody touched the security key for this very signature. */
const USER_PRESENT = 0x01;
const COORDINATE_BYTES = 32;
const ED25519_SIGNATURE_BYTES = 64;

interface SkKey {
  algorithm: SkAlgorithm;
  key: KeyObject;
  application: Buffer;
}

/** Undefined when the bytes are no such key. */
function readSkKey(blob: Buffer): SkKey | undefined {
  const reader = new WireReader(blob);
  const algorithm = reader.text();
  if (algorithm === undefined || !isSkAlgorithm(algorithm)) {
    return undefined;
  }
  const jwk = algorithm === 'sk-ssh-ed25519@openssh.com' ? readEd25519(reader) : readP256(reader);
  const application = reader.string();
  if (!jwk || !application || !reader.isAtEnd) {
    return undefined;
  }
  try {
    return { algorithm, key: createPublicKey({ format: 'jwk', key: jwk }), application };
  } catch {
    // Not on the curve.
    return undefined;
  }
}

function readEd25519(reader: WireReader): webcrypto.JsonWebKey | undefined {
  const point = reader.string();
  return point?.length === COORDINATE_BYTES
    ? { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') }
    : undefined;
}

function readP256(reader: WireReader): webcrypto.JsonWebKey | undefined {
  const curve = reader.text();
  const point = reader.string();
  const isUncompressed = point?.[0] === 4 && point.length === 1 + 2 * COORDINATE_BYTES;
  if (curve !== 'nistp256' || !point || !isUncompressed) {
    return undefined;
  }
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)];
  return { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
}

/**
 * Whether the security key signed `data` while somebody touched it. The signature is what follows its algorithm and length:
 * the bytes of the curve, then a byte of flags and a counter.
 */
export function isSignedBySk(blob: Buffer, data: Buffer, signature: Buffer): boolean {
  const sk = readSkKey(blob);
  if (!sk) {
    return false;
  }
  const reader = new WireReader(signature);
  const isEd25519 = sk.algorithm === 'sk-ssh-ed25519@openssh.com';
  const signed = isEd25519 ? reader.take(ED25519_SIGNATURE_BYTES) : readEcdsaSignature(reader);
  const flags = reader.byte();
  const counter = reader.take(4);
  if (!signed || flags === undefined || !counter || !reader.isAtEnd || (flags & USER_PRESENT) === 0) {
    return false;
  }
  const message = Buffer.concat([sha256(sk.application), Buffer.from([flags]), counter, sha256(data)]);
  return verify(isEd25519 ? null : 'sha256', message, { key: sk.key, dsaEncoding: 'ieee-p1363' }, signed);
}

/** Two numbers, as the fixed halves that Node takes. */
function readEcdsaSignature(reader: WireReader): Buffer | undefined {
  const halves = [reader.string(), reader.string()].map(
    (number) => number && toFixedLength(number, COORDINATE_BYTES),
  );
  const [r, s] = halves;
  return r && s && Buffer.concat([r, s]);
}

function toFixedLength(number: Buffer, length: number): Buffer | undefined {
  const bare = number[0] === 0 ? number.subarray(1) : number;
  return bare.length > length ? undefined : Buffer.concat([Buffer.alloc(length - bare.length), bare]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
