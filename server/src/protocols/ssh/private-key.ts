import { createHash, createPrivateKey } from 'node:crypto';

import ssh2, { type ParsedKey } from 'ssh2';

/** What can be told about a private key without keeping it. */
export interface KeyFacts {
  keyType: string;
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: string;
  /** One authorized_keys line without a comment. */
  publicKey: string;
}

export type KeyProblem = 'unreadable' | 'passphrase_required' | 'passphrase_wrong';

/** Reads a private key in OpenSSH, PEM (PKCS#1, SEC 1, PKCS#8) or PuTTY form, opening it with the passphrase if it has one. */
export function readPrivateKey(text: string, passphrase: string): KeyFacts | KeyProblem {
  const parsed = parsePrivateKey(text, passphrase);
  if (!parsed) {
    return problemOf(text, passphrase);
  }
  const { key } = parsed;
  const blob = key.getPublicSSH();
  const fingerprint = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return {
    keyType: key.type,
    fingerprint: `SHA256:${fingerprint}`,
    publicKey: `${key.type} ${blob.toString('base64')}`,
  };
}

/** The key and the text ssh2 read it from. */
export function parsePrivateKey(
  text: string,
  passphrase: string,
): { key: ParsedKey; readable: string } | undefined {
  const readable = fromPkcs8(text, passphrase) ?? text;
  const parsed = ssh2.utils.parseKey(readable, passphrase);
  if (parsed instanceof Error) {
    return undefined;
  }
  // Typed as one key, but PuTTY and OpenSSH files may come back as a list.
  const [key] = [parsed].flat();
  return key?.isPrivateKey() ? { key, readable } : undefined;
}

/** ssh2 does not read PKCS#8; Node does, and can write RSA and EC keys in a form that ssh2 reads. */
function fromPkcs8(text: string, passphrase: string): string | undefined {
  if (!/-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/.test(text)) {
    return undefined;
  }
  try {
    const key = createPrivateKey({ key: text, passphrase });
    const type = key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1';
    return key.export({ format: 'pem', type });
  } catch {
    // Not readable in this way: what parseKey says of the original text decides.
    return undefined;
  }
}

/** Told apart by trying again, not by reading messages: a key that is only locked opens for nobody without a passphrase. */
function problemOf(text: string, passphrase: string): KeyProblem {
  if (!isEncrypted(text)) {
    return 'unreadable';
  }
  return passphrase === '' ? 'passphrase_required' : 'passphrase_wrong';
}

/** Encrypted keys say so in clear: PEM headers, PuTTY's Encryption line, or the cipher name of the OpenSSH form. */
export function isEncrypted(text: string): boolean {
  if (/^(Proc-Type: 4,ENCRYPTED|-----BEGIN ENCRYPTED PRIVATE KEY-----)/m.test(text)) {
    return true;
  }
  if (/^Encryption: (?!none)/m.test(text)) {
    return true;
  }
  const body = /-----BEGIN OPENSSH PRIVATE KEY-----([\s\S]*)-----END OPENSSH PRIVATE KEY-----/.exec(
    text,
  )?.[1];
  if (body === undefined) {
    return false;
  }
  const bytes = Buffer.from(body, 'base64');
  const magic = 'openssh-key-v1\0';
  if (bytes.toString('latin1', 0, magic.length) !== magic || bytes.length < magic.length + 8) {
    return false;
  }
  const length = bytes.readUInt32BE(magic.length);
  return bytes.toString('latin1', magic.length + 4, magic.length + 4 + Math.min(length, 64)) !== 'none';
}
