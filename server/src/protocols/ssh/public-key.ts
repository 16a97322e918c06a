import { createHash, createPublicKey } from 'node:crypto';

import { isPrivateKey } from '@jadegate/contract/identity/ssh-key';
import ssh2 from 'ssh2';

/** A public key that people may sign in with. */
export interface PublicKey {
  algorithm: string;
  blob: Buffer;
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: string;
}

/** Why a text is none. */
type PublicKeyProblem =
  | { problem: 'private' }
  | { problem: 'unreadable' }
  | { problem: 'algorithm'; algorithm: string }
  | { problem: 'rsa_size' };

/** Below, a key can be broken; above, checking its signature is a way to keep this process busy. */
export const RSA_BITS = { min: 2048, max: 8192 };
const MAX_EXPONENT_BYTES = 4;
/** Whoever knows a key with an exponent of 1 can sign for it. */
const LEAST_EXPONENT = 3;
const ED25519_BYTES = 32;

/** What follows the name of the algorithm in the bytes of a key: the check of each part. */
const FORMS: Record<string, (parts: readonly Buffer[]) => boolean> = {
  'ssh-ed25519': ([key, ...rest]) => key?.length === ED25519_BYTES && rest.length === 0,
  'ssh-rsa': ([exponent, modulus, ...rest]) =>
    exponent !== undefined &&
    exponent.length <= MAX_EXPONENT_BYTES &&
    Number(`0x0${exponent.toString('hex')}`) >= LEAST_EXPONENT &&
    modulus !== undefined &&
    rest.length === 0,
  'ecdsa-sha2-nistp256': isPointOn('nistp256'),
  'ecdsa-sha2-nistp384': isPointOn('nistp384'),
  'ecdsa-sha2-nistp521': isPointOn('nistp521'),
  'sk-ssh-ed25519@openssh.com': ([key, application, ...rest]) =>
    key?.length === ED25519_BYTES && isApplication(application) && rest.length === 0,
  'sk-ecdsa-sha2-nistp256@openssh.com': ([curve, point, application, ...rest]) =>
    curve?.toString('latin1') === 'nistp256' &&
    isOnP256(point) &&
    isApplication(application) &&
    rest.length === 0,
};

/** Reads a line of a `.pub` file, or the form that PuTTY writes. Never says anything of a text that is a private key. */
export function readPublicKey(text: string): PublicKey | PublicKeyProblem {
  if (isPrivateKey(text)) {
    return { problem: 'private' };
  }
  const encoded = encodedKeyOf(text.trim());
  const blob = Buffer.from(encoded ?? '', 'base64');
  const [name, ...parts] = partsOf(blob) ?? [];
  // A text that decodes to bytes but is not what they encode to is not the key it looks like.
  if (name === undefined || blob.toString('base64').replace(/=+$/, '') !== encoded?.replace(/=+$/, '')) {
    return { problem: 'unreadable' };
  }
  const algorithm = name.toString('latin1');
  const isRight = Object.hasOwn(FORMS, algorithm) ? FORMS[algorithm] : undefined;
  if (!isRight) {
    return /^[\w@.+-]{1,64}$/.test(algorithm)
      ? { problem: 'algorithm', algorithm }
      : { problem: 'unreadable' };
  }
  if (!isRight(parts)) {
    return { problem: 'unreadable' };
  }
  if (algorithm === 'ssh-rsa' && !isRsaSizeFair(parts[1])) {
    return { problem: 'rsa_size' };
  }
  // What signatures are checked with later must know it, too. Keys on a device it does not know; they are checked here.
  if (!algorithm.startsWith('sk-') && ssh2.utils.parseKey(`${algorithm} ${encoded}`) instanceof Error) {
    return { problem: 'unreadable' };
  }
  return { algorithm, blob, fingerprint: fingerprintOf(blob) };
}

export function fingerprintOf(blob: Buffer): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/** Options before the key, as in `authorized_keys`, are not taken: they would be promised and not kept. */
function encodedKeyOf(text: string): string | undefined {
  const framed = /^---- BEGIN SSH2 PUBLIC KEY ----\r?\n([\s\S]*?)\r?\n---- END SSH2 PUBLIC KEY ----$/.exec(
    text,
  );
  if (framed) {
    // Header lines, which may go on with a backslash at their end, stand before the key.
    const body = (framed[1] ?? '').replace(/\\\r?\n/g, '').split(/\r?\n/);
    return body.filter((line) => !line.includes(':')).join('');
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [type, key] = lines[0]?.trim().split(/[ \t]+/) ?? [];
  const isWhole = lines.length === 1 && key !== undefined && type === typeOf(key);
  return isWhole ? key : undefined;
}

function typeOf(key: string): string | undefined {
  return partsOf(Buffer.from(key, 'base64'))?.[0]?.toString('latin1');
}

/** The parts that the bytes consist of, or undefined where they are no such row of parts. */
function partsOf(blob: Buffer): Buffer[] | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < blob.length) {
    const end = at + 4 <= blob.length ? at + 4 + blob.readUInt32BE(at) : Infinity;
    if (end > blob.length) {
      return undefined;
    }
    parts.push(blob.subarray(at + 4, end));
    at = end;
  }
  return parts.length > 1 ? parts : undefined;
}

function isPointOn(wanted: string): (parts: readonly Buffer[]) => boolean {
  return ([curve, point, ...rest]) =>
    curve?.toString('latin1') === wanted && point?.[0] === 4 && rest.length === 0;
}

/** `ssh:` and what may follow: whom the device signs for. */
function isApplication(application: Buffer | undefined): boolean {
  return application !== undefined && /^ssh:[\x20-\x7E]{0,200}$/.test(application.toString('latin1'));
}

function isOnP256(point: Buffer | undefined): boolean {
  if (point?.length !== 65 || point[0] !== 4) {
    return false;
  }
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

function isRsaSizeFair(modulus: Buffer | undefined): boolean {
  const bits = BigInt(`0x0${modulus?.toString('hex') ?? ''}`).toString(2).length;
  return bits >= RSA_BITS.min && bits <= RSA_BITS.max;
}
