import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';

import { describe, expect, it } from 'vitest';

import { verifySignature } from './verify-signature.ts';
import { uint32, WireReader, wireString } from './wire.ts';

interface Given {
  keyAlgo: string;
  key: Buffer;
  signature?: Buffer;
  blob?: Buffer;
  hashAlgo?: string;
}

const USERAUTH_REQUEST = 50;
const handlers: ((self: unknown, payload: Buffer) => void)[] = createRequire(import.meta.url)(
  'ssh2/lib/protocol/handlers.js',
);
const sessionID = randomBytes(32);

/** A request as a client sends it, read by ssh2 itself: what it makes of a signature is what has to be verified. */
function asRead(algorithm: string, key: Buffer, signature: (data: Buffer) => Buffer): Required<Given> {
  const request = Buffer.concat([
    Buffer.from([USERAUTH_REQUEST]),
    ...['someone', 'ssh-connection', 'publickey'].map(wireString),
    Buffer.from([1]),
    wireString(algorithm),
    wireString(key),
  ]);
  const made = signature(Buffer.concat([wireString(sessionID), request]));
  let given: Given | undefined;
  handlers[USERAUTH_REQUEST]?.(
    {
      _kex: { sessionID },
      _authsQueue: [],
      _handlers: { USERAUTH_REQUEST: (...told: unknown[]) => (given = told[4] as Given) },
    },
    Buffer.concat([request, wireString(made)]),
  );
  return given as Required<Given>;
}

function isGood({ keyAlgo, key, blob, signature, hashAlgo }: Required<Given>): boolean {
  return verifySignature({ algo: keyAlgo, data: key }, blob, signature, hashAlgo);
}

const signed = (algorithm: string, ...parts: Buffer[]) => Buffer.concat([wireString(algorithm), ...parts]);
const mpint = (bytes: Buffer) => {
  const bare = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return wireString(bare[0] !== undefined && bare[0] >= 0x80 ? Buffer.concat([Buffer.alloc(1), bare]) : bare);
};
const jwkBytes = (key: KeyObject, ...names: ('x' | 'y' | 'n' | 'e')[]) =>
  names.map((name) => Buffer.from(key.export({ format: 'jwk' })[name] ?? '', 'base64url'));
const ecdsaNumbers = (privateKey: KeyObject, hash: string, data: Buffer) => {
  const both = sign(hash, data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return Buffer.concat([mpint(both.subarray(0, both.length / 2)), mpint(both.subarray(both.length / 2))]);
};

/** Of a key of DSA, in the order in which SSH has them. */
function dsaNumbers(spki: Buffer): Buffer[] {
  const found: Buffer[] = [];
  const read = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length;) {
      const [tag = 0, first = 0] = [bytes[at], bytes[at + 1]];
      const lengthBytes = first < 0x80 ? 0 : first - 0x80;
      const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
      const inside = bytes.subarray(at + 2 + lengthBytes, at + 2 + lengthBytes + length);
      if (tag === 0x30) {
        read(inside);
      } else if (tag === 2) {
        found.push(inside);
      } else if (tag === 3) {
        read(inside.subarray(1));
      }
      at += 2 + lengthBytes + length;
    }
  };
  read(spki);
  return found;
}

const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [x = Buffer.alloc(0)] = jwkBytes(ed25519.publicKey, 'x');
const point = Buffer.concat([Buffer.from([4]), ...jwkBytes(p256.publicKey, 'x', 'y')]);

function ed25519Request(forge?: (data: Buffer) => Buffer): Required<Given> {
  const key = Buffer.concat([wireString('ssh-ed25519'), wireString(x)]);
  return asRead('ssh-ed25519', key, (data) =>
    signed('ssh-ed25519', wireString(sign(null, forge?.(data) ?? data, ed25519.privateKey))),
  );
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

function rsaRequest(algorithm: string, hash: string, { privateKey, publicKey } = rsa): Required<Given> {
  const [n = x, e = x] = jwkBytes(publicKey, 'n', 'e');
  const key = Buffer.concat([wireString('ssh-rsa'), mpint(e), mpint(n)]);
  return asRead(algorithm, key, (data) => signed(algorithm, wireString(sign(hash, data, privateKey))));
}

/** Whose signature is the message itself: its exponent is 1, so that it takes no key to make one. */
function openRsaRequest(bits: number, exponent = 1): Required<Given> {
  const n = Buffer.alloc(bits / 8, 0xff);
  const key = Buffer.concat([wireString('ssh-rsa'), mpint(Buffer.from([exponent])), mpint(n)]);
  return asRead('rsa-sha2-256', key, (data) => {
    const info = Buffer.from('3031300d060960864801650304020105000420', 'hex');
    const digest = Buffer.concat([info, createHash('sha256').update(data).digest()]);
    const padding = Buffer.alloc(n.length - digest.length - 3, 0xff);
    const padded = Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), digest]);
    return signed('rsa-sha2-256', wireString(padded));
  });
}

interface SkChange {
  /** Whom it is signed for, where that is not whom the key is for. */
  signedFor?: string;
}

function skRequest(
  kind: 'ed25519' | 'p256',
  flags: number,
  { signedFor = 'ssh:' }: SkChange = {},
): Required<Given> {
  const application = Buffer.from('ssh:');
  const [algorithm, ...parts] =
    kind === 'ed25519'
      ? ['sk-ssh-ed25519@openssh.com', x]
      : ['sk-ecdsa-sha2-nistp256@openssh.com', Buffer.from('nistp256'), point];
  const key = Buffer.concat([algorithm, ...parts, application].map((part) => wireString(part)));
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  return asRead(algorithm, key, (data) => {
    const state = Buffer.concat([Buffer.from([flags]), uint32(7)]);
    const message = Buffer.concat([sha256(Buffer.from(signedFor)), state, sha256(data)]);
    const made =
      kind === 'ed25519'
        ? sign(null, message, ed25519.privateKey)
        : ecdsaNumbers(p256.privateKey, 'sha256', message);
    return signed(algorithm, wireString(made), state);
  });
}

describe('the signature of somebody who logs in', () => {
  it('is checked: made with the key over this very request, and nothing else', () => {
    expect(isGood(ed25519Request())).toBe(true);
    expect(isGood(ed25519Request(() => Buffer.from('something else')))).toBe(false);
    const { key } = ed25519Request();
    const other = { ...ed25519Request(), key: Buffer.concat([key.subarray(0, -1), Buffer.from([1])]) };
    expect(isGood(other)).toBe(false);
    expect(isGood({ ...ed25519Request(), signature: Buffer.alloc(0) })).toBe(false);
  });

  it.each([
    ['nistp256', 'P-256', 'sha256'],
    ['nistp384', 'P-384', 'sha384'],
    ['nistp521', 'P-521', 'sha512'],
  ])('is taken of ECDSA with %s', (name, namedCurve, hash) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
    const algorithm = `ecdsa-sha2-${name}`;
    const q = Buffer.concat([Buffer.from([4]), ...jwkBytes(publicKey, 'x', 'y')]);
    const key = Buffer.concat([algorithm, name, q].map((part) => wireString(part)));
    const request = asRead(algorithm, key, (data) =>
      signed(algorithm, wireString(ecdsaNumbers(privateKey, hash, data))),
    );
    expect(isGood(request)).toBe(true);
    expect(isGood({ ...request, blob: Buffer.concat([request.blob, Buffer.alloc(1)]) })).toBe(false);
  });

  it('is taken of RSA with SHA-2 and keys of a fair size only', () => {
    expect(isGood(rsaRequest('rsa-sha2-512', 'sha512'))).toBe(true);
    expect(isGood(rsaRequest('rsa-sha2-256', 'sha256'))).toBe(true);
    expect(isGood(rsaRequest('ssh-rsa', 'sha1'))).toBe(false);
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(isGood(rsaRequest('rsa-sha2-256', 'sha256', small))).toBe(false);
    // So large that each look at it would take a while.
    expect(isGood(openRsaRequest(8200))).toBe(false);
    expect(isGood(openRsaRequest(4096))).toBe(false);
  });

  it('is taken of no kind of key but those that are named, certificates among them', () => {
    const dsa = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 });
    const numbers = dsa.publicKey.export({ format: 'der', type: 'spki' });
    const key = Buffer.concat([wireString('ssh-dss'), ...dsaNumbers(numbers).map(mpint)]);
    const old = asRead('ssh-dss', key, (data) =>
      signed('ssh-dss', wireString(sign('sha1', data, { key: dsa.privateKey, dsaEncoding: 'ieee-p1363' }))),
    );
    expect(isGood(old)).toBe(false);
    const { key: plain, ...rest } = ed25519Request();
    for (const algorithm of [
      'ssh-ed25519-cert-v01@openssh.com',
      'sk-ssh-ed25519-cert-v01@openssh.com',
      'webauthn-sk-ecdsa-sha2-nistp256@openssh.com',
      'ssh-ed448',
    ]) {
      expect(isGood({ ...rest, key: plain, keyAlgo: algorithm })).toBe(false);
      // One within another, as a certificate carries the key it is for.
      const nested = Buffer.concat([algorithm, plain, plain].map((part) => wireString(part)));
      expect(isGood({ ...rest, key: nested, keyAlgo: algorithm })).toBe(false);
      expect(isGood({ ...rest, key: nested, keyAlgo: 'ssh-ed25519' })).toBe(false);
    }
  });

  it.each(['ed25519', 'p256'] as const)('is taken of a security key that was touched (%s)', (kind) => {
    const [PRESENT, VERIFIED] = [0x01, 0x04];
    expect(isGood(skRequest(kind, PRESENT))).toBe(true);
    expect(isGood(skRequest(kind, PRESENT | VERIFIED))).toBe(true);
    expect(isGood(skRequest(kind, VERIFIED))).toBe(false);
    expect(isGood(skRequest(kind, 0))).toBe(false);
    // The flag is part of what was signed: nobody can set it afterwards.
    const { signature, ...rest } = skRequest(kind, 0);
    const flagged = Buffer.from(signature);
    flagged.writeUInt8(PRESENT, flagged.length - 5);
    expect(isGood({ ...rest, signature: flagged })).toBe(false);
    // And so are the count of its touches, and whom it was touched for.
    const counted = skRequest(kind, PRESENT);
    counted.signature.writeUInt32BE(8, counted.signature.length - 4);
    expect(isGood(counted)).toBe(false);
    expect(isGood(skRequest(kind, PRESENT, { signedFor: 'ssh:elsewhere' }))).toBe(false);
    expect(isGood(skRequest(kind, PRESENT, { signedFor: 'https://elsewhere.example' }))).toBe(false);
    const whole = skRequest(kind, PRESENT);
    expect(isGood({ ...whole, signature: whole.signature.subarray(0, -1) })).toBe(false);
    expect(isGood({ ...whole, signature: Buffer.concat([whole.signature, Buffer.alloc(1)]) })).toBe(false);
  });

  it('is refused when the key is of another kind than named', () => {
    const request = ed25519Request();
    expect(isGood({ ...request, keyAlgo: 'ecdsa-sha2-nistp256' })).toBe(false);
    expect(isGood({ ...request, keyAlgo: 'sk-ssh-ed25519@openssh.com' })).toBe(false);
    expect(isGood({ ...request, hashAlgo: 'sha1' })).toBe(false);
    expect(new WireReader(Buffer.from([0, 0, 0, 9, 1])).string()).toBeUndefined();
  });
});
