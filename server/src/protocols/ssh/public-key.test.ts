import { generateKeyPairSync } from 'node:crypto';

import ssh2 from 'ssh2';
import { describe, expect, it } from 'vitest';

import { testKeys } from '../../testing/keys.ts';
import { aSecurityKey, aPublicKey, withParts } from '../../testing/public-keys.ts';
import { readPublicKey } from './public-key.ts';

const problemOf = (text: string) => {
  const read = readPublicKey(text);
  return 'problem' in read ? read.problem : read.algorithm;
};

/** An RSA key of so many bits; only its size is looked at, so it need not be one that signs. */
const rsa = (bits: number, exponent = Buffer.from([1, 0, 1])) =>
  withParts('ssh-rsa', exponent, Buffer.concat([Buffer.from([0]), Buffer.alloc(bits / 8, 0xff)]));

describe('a public key', () => {
  it('is read from its line, with or without a comment, and as PuTTY writes it', () => {
    const { text } = aPublicKey();
    const read = readPublicKey(text);
    expect(read).toMatchObject({
      algorithm: 'ssh-ed25519',
      fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/),
    });
    expect(readPublicKey(`${text}  me@here and there\r\n`)).toEqual(read);
    const lines = (text.split(' ')[1] ?? '').replace(/.{40}/g, '$&\n');
    const framed = `---- BEGIN SSH2 PUBLIC KEY ----\nComment: "a \\\nlong: one"\n${lines}\n---- END SSH2 PUBLIC KEY ----`;
    expect(readPublicKey(framed)).toEqual(read);
  });

  it.each(['ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521'])('may be %s', (algorithm) => {
    const bits = Number(algorithm.slice(-3)) as 256;
    expect(problemOf(ssh2.utils.generateKeyPairSync('ecdsa', { bits }).public)).toBe(algorithm);
  });

  it('may lie on a device', () => {
    expect(problemOf(aSecurityKey('ed25519'))).toBe('sk-ssh-ed25519@openssh.com');
    expect(problemOf(aSecurityKey('ecdsa'))).toBe('sk-ecdsa-sha2-nistp256@openssh.com');
  });

  it('is of RSA with a size that is neither weak nor a burden', () => {
    expect([2048, 8192].map((bits) => problemOf(rsa(bits)))).toEqual(['ssh-rsa', 'ssh-rsa']);
    expect([1024, 2040, 8200, 16_384].map((bits) => problemOf(rsa(bits)))).toEqual(
      Array.from({ length: 4 }, () => 'rsa_size'),
    );
    expect(problemOf(rsa(2048, Buffer.alloc(5, 1)))).toBe('unreadable');
    // A message would be its own signature.
    expect(problemOf(rsa(2048, Buffer.from([1])))).toBe('unreadable');
  });
});

describe('no public key', () => {
  it.each(['ed25519', 'ed25519Locked', 'rsaPem', 'rsaPemLocked', 'ecPkcs8'] as const)(
    'is a private one (%s)',
    (name) => expect(problemOf(testKeys()[name])).toBe('private'),
  );

  it('is what PuTTY keeps a private one in', () => {
    expect(problemOf('PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none')).toBe('private');
  });

  it('is one of an algorithm that is not taken: DSA, certificates, what nobody knows', () => {
    const parts = [Buffer.from([1]), Buffer.from([2])];
    for (const name of ['ssh-dss', 'ssh-ed25519-cert-v01@openssh.com', 'constructor']) {
      expect(readPublicKey(withParts(name, ...parts))).toEqual({ problem: 'algorithm', algorithm: name });
    }
  });

  it('is a text that is not wholly one', () => {
    const { text } = aPublicKey();
    const [type = '', key = ''] = text.split(' ');
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const point = Buffer.concat([
      Buffer.from([4]),
      Buffer.from(p256.x ?? '', 'base64url'),
      Buffer.alloc(32, 7),
    ]);
    const sk = 'sk-ecdsa-sha2-nistp256@openssh.com';
    const wrong = [
      '',
      'hello',
      key,
      type,
      `ssh-rsa ${key}`,
      `command="id" ${text}`,
      `${text}\n${text}`,
      `${type} ${key.slice(0, -8)}`,
      `${type} ${key.slice(0, 20)}!${key.slice(20)}`,
      withParts(type, Buffer.alloc(31)),
      withParts(type, Buffer.alloc(32), Buffer.from('more')),
      withParts(sk, Buffer.from('nistp256'), point, Buffer.from('ssh:')),
      withParts('sk-ssh-ed25519@openssh.com', Buffer.alloc(32), Buffer.from('https://elsewhere')),
    ];
    expect(wrong.map(problemOf)).toEqual(wrong.map(() => 'unreadable'));
  });
});
