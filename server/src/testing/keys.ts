import { generateKeyPairSync } from 'node:crypto';

import ssh2 from 'ssh2';

interface TestKeys {
  ed25519: string;
  ed25519Locked: string;
  rsaPem: string;
  rsaPemLocked: string;
  ecPkcs8: string;
  publicOnly: string;
}

export const KEY_PASSPHRASE = 'open sesame';

let keys: TestKeys | undefined;

/** Real keys, made once per file: nothing that looks like a private key lies in the repository. */
export function testKeys(): TestKeys {
  keys ??= make();
  return keys;
}

function make(): TestKeys {
  const plain = ed25519KeyPair();
  const locked = ed25519KeyPair(KEY_PASSPHRASE);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  return {
    ed25519: plain.private,
    ed25519Locked: locked.private,
    rsaPem: rsa.export({ format: 'pem', type: 'pkcs1' }),
    rsaPemLocked: rsa.export({
      format: 'pem',
      type: 'pkcs1',
      cipher: 'aes-256-cbc',
      passphrase: KEY_PASSPHRASE,
    }),
    ecPkcs8: ec.export({ format: 'pem', type: 'pkcs8' }),
    publicOnly: plain.public,
  };
}

/** About one in a hundred and fifty of the keys that ssh2 makes cannot be read, not even by itself: those are made again. */
export function ed25519KeyPair(passphrase = ''): { private: string; public: string } {
  const options = passphrase ? { passphrase, cipher: 'aes256-ctr' } : {};
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519', options as never);
    if (!(ssh2.utils.parseKey(pair.private, passphrase) instanceof Error)) {
      return pair;
    }
  }
}
