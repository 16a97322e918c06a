import type { Algorithms } from 'ssh2';

/**
 * What people's clients may agree on with us, without SHA-1, CBC, DSA and compression. Also without the groups of plain
 * Diffie-Hellman: one exchange costs us a hundred times what it costs the one who begins it, and clients that know no curve
 * are older than what else is asked of them here. `extendKeyExchange` adds what ssh2 does not know.
 */
export function algorithmsOfDoor(): Algorithms {
  return {
    kex: [
      'curve25519-sha256',
      'curve25519-sha256@libssh.org',
      'ecdh-sha2-nistp256',
      'ecdh-sha2-nistp384',
      'ecdh-sha2-nistp521',
    ],
    serverHostKey: ['ssh-ed25519', 'rsa-sha2-512', 'rsa-sha2-256'],
    cipher: [
      'aes128-gcm@openssh.com',
      'aes256-gcm@openssh.com',
      'chacha20-poly1305@openssh.com',
      'aes128-ctr',
      'aes192-ctr',
      'aes256-ctr',
    ],
    // The last two for libssh2 before 1.11, and with it for curl in Debian 12: it knows neither EtM nor GCM.
    hmac: [
      'hmac-sha2-256-etm@openssh.com',
      'hmac-sha2-512-etm@openssh.com',
      'hmac-sha2-256',
      'hmac-sha2-512',
    ],
    compress: ['none'],
  };
}
