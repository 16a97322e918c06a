import type { Algorithms } from 'ssh2';

import type { HostKey } from './host-key.ts';

/** No CBC, no SHA-1, nothing compressed before or after the login. ssh2 adds the strict key exchange by itself. */
const MODERN = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group-exchange-sha256',
    'diffie-hellman-group14-sha256',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group18-sha512',
  ],
  serverHostKey: [
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ],
  cipher: [
    'aes128-gcm@openssh.com',
    'aes256-gcm@openssh.com',
    'chacha20-poly1305@openssh.com',
    'aes128-ctr',
    'aes192-ctr',
    'aes256-ctr',
  ],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
} as const;

/** Switches and appliances that nobody can update any more. Only when the asset asks for it. */
const LEGACY = {
  kex: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  serverHostKey: ['ssh-rsa'],
  cipher: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1'],
} as const;

/** What is offered, with the types of known host keys first, as OpenSSH does. */
export function offeredAlgorithms(pinned: readonly HostKey[], legacy: boolean): Algorithms {
  const add = legacy ? LEGACY : { kex: [], serverHostKey: [], cipher: [], hmac: [] };
  const types = [...MODERN.serverHostKey, ...add.serverHostKey];
  const isPinned = (name: string) =>
    pinned.some(({ keyType }) => keyType === name || (keyType === 'ssh-rsa' && name.startsWith('rsa-sha2-')));
  return {
    kex: [...MODERN.kex, ...add.kex],
    serverHostKey: [...types.filter(isPinned), ...types.filter((name) => !isPinned(name))],
    cipher: [...MODERN.cipher, ...add.cipher],
    hmac: [...MODERN.hmac, ...add.hmac],
    compress: ['none'],
  };
}
