import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

import ssh2, { type ParsedKey } from 'ssh2';

import { Secret } from '../../kernel/secret.ts';

/** What clients learn of a host key. */
interface PublicHostKey {
  algorithm: 'ssh-ed25519' | 'ssh-rsa';
  blob: Buffer;
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: string;
}

const RSA_BITS = 3072;
const STANDARD_PORT = 22;
/** RFC 4255 and 7479. */
const SSHFP_ALGORITHMS = { 'ssh-rsa': 1, 'ssh-ed25519': 4 } as const;
const SSHFP_SHA256 = 2;

/** A fresh one of each kind, the better one first. */
export async function generateHostKeys(): Promise<Secret[]> {
  const ed25519 = await generate((done) => ssh2.utils.generateKeyPair('ed25519', done));
  const rsa = await generate((done) => ssh2.utils.generateKeyPair('rsa', { bits: RSA_BITS }, done));
  return [ed25519, rsa];
}

type GenerateKeyPair = (done: (error: Error | null, pair: { private: string }) => void) => void;

/** About one in a hundred and fifty of the keys that ssh2 makes cannot be read, not even by itself. */
async function generate(begin: GenerateKeyPair): Promise<Secret> {
  for (;;) {
    const made = await new Promise<string>((resolve, reject) =>
      begin((error, pair) => (error ? reject(error) : resolve(pair.private))),
    );
    if (!(ssh2.utils.parseKey(made) instanceof Error)) {
      return new Secret(made);
    }
  }
}

export function parseHostKey(privateKey: Secret): ParsedKey {
  const parsed = ssh2.utils.parseKey(privateKey.expose());
  // Typed as one key, but OpenSSH files may come back as a list.
  const [key] = parsed instanceof Error ? [] : [parsed].flat();
  if (!key?.isPrivateKey()) {
    throw new Error('this is no host key');
  }
  return key;
}

export function publicHostKey(privateKey: Secret): PublicHostKey {
  const parsed = parseHostKey(privateKey);
  const algorithm = parsed.type;
  if (algorithm !== 'ssh-ed25519' && algorithm !== 'ssh-rsa') {
    throw new Error(`a host key of the unknown kind ${algorithm}`);
  }
  const blob = parsed.getPublicSSH();
  const hash = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { algorithm, blob, fingerprint: `SHA256:${hash}` };
}

export function knownHostsLine(host: string, port: number, { algorithm, blob }: PublicHostKey): string {
  const name = port === STANDARD_PORT ? host : `[${host}]:${port}`;
  return `${name} ${algorithm} ${blob.toString('base64')}`;
}

/** Clients look for it under the bare name, whatever the port. */
export function sshfpRecord(host: string, { algorithm, blob }: PublicHostKey): string {
  const hash = createHash('sha256').update(blob).digest('hex');
  const owner = isIPv6(host) || host === '' ? '@' : `${host}.`;
  return `${owner} IN SSHFP ${SSHFP_ALGORITHMS[algorithm]} ${SSHFP_SHA256} ${hash}`;
}
