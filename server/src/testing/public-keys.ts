import { generateKeyPairSync } from 'node:crypto';

import { ed25519KeyPair } from './keys.ts';

/** A public key as a line of its file, from its parts. */
export function withParts(algorithm: string, ...parts: readonly Buffer[]): string {
  const blob = [Buffer.from(algorithm), ...parts].flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    return [length, part];
  });
  return `${algorithm} ${Buffer.concat(blob).toString('base64')}`;
}

/** A new Ed25519 key: its line, and its bytes as a client offers them. */
export function aPublicKey(): { text: string; blob: Buffer; privateKey: string } {
  const { public: text, private: privateKey } = ed25519KeyPair();
  return { text, blob: Buffer.from(text.split(' ')[1] ?? '', 'base64'), privateKey };
}

/** The public half of a key on a device. */
export function aSecurityKey(kind: 'ed25519' | 'ecdsa'): string {
  const application = Buffer.from('ssh:');
  if (kind === 'ed25519') {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    return withParts('sk-ssh-ed25519@openssh.com', Buffer.from(x, 'base64url'), application);
  }
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return withParts('sk-ecdsa-sha2-nistp256@openssh.com', Buffer.from('nistp256'), point, application);
}
