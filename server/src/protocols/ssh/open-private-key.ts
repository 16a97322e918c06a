import { createPrivateKey, randomBytes, type KeyObject } from 'node:crypto';

import { isEncrypted, parsePrivateKey } from './private-key.ts';

/** The key without its passphrase, in a form ssh2 reads. Undefined when it cannot be opened. */
export function openedPrivateKey(text: string, passphrase: string): string | undefined {
  const parsed = parsePrivateKey(text, passphrase);
  if (!parsed) {
    return undefined;
  }
  if (!isEncrypted(text)) {
    return parsed.readable;
  }
  const key = createPrivateKey(parsed.key.getPrivatePEM());
  if (key.asymmetricKeyType === 'ed25519') {
    return inOpenSshForm(parsed.key.getPublicSSH(), key);
  }
  const type = key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1';
  return key.export({ format: 'pem', type });
}

/** ssh2 reads Ed25519 keys in this form only (openssh/PROTOCOL.key), and Node does not write it. */
function inOpenSshForm(publicKey: Buffer, key: KeyObject): string {
  const { d = '', x = '' } = key.export({ format: 'jwk' });
  const half = Buffer.from(x, 'base64url');
  const check = randomBytes(4);
  const secret = Buffer.concat([
    check,
    check,
    field('ssh-ed25519'),
    field(half),
    field(Buffer.concat([Buffer.from(d, 'base64url'), half])),
    field(''),
  ]);
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1));
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    Buffer.from([0, 0, 0, 1]),
    field(publicKey),
    field(Buffer.concat([secret, padding])),
  ]);
  const lines = body.toString('base64').replace(/.{70}/g, '$&\n');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
