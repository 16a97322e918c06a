import { describe, expect, it } from 'vitest';

import { KEY_PASSPHRASE, testKeys } from '../../testing/keys.ts';
import { inspectPrivateKey } from './inspect-private-key.ts';

describe('reading a private key', () => {
  it('does not stop the event loop while a protected key is opened', async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 5);
    const facts = await inspectPrivateKey(testKeys().ed25519Locked, KEY_PASSPHRASE);
    clearInterval(ticking);
    expect(facts).toMatchObject({ keyType: 'ssh-ed25519' });
    expect(turns).toBeGreaterThan(3);
  });

  it.each([
    ['rubbish', 'rubbish', '', 'unreadable'],
    [
      'an empty OpenSSH frame',
      '-----BEGIN OPENSSH PRIVATE KEY-----\n-----END OPENSSH PRIVATE KEY-----\n',
      '',
      'unreadable',
    ],
    [
      'a frame around rubbish',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n',
      'x',
      'unreadable',
    ],
    [
      'an unknown PKCS#8 body',
      '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
      '',
      'unreadable',
    ],
  ])('calls %s unreadable', async (_what, text, passphrase, problem) => {
    expect(await inspectPrivateKey(text, passphrase)).toBe(problem);
  });

  it('tells a missing passphrase from a wrong one', async () => {
    expect(await inspectPrivateKey(testKeys().rsaPemLocked, '')).toBe('passphrase_required');
    expect(await inspectPrivateKey(testKeys().rsaPemLocked, 'wrong')).toBe('passphrase_wrong');
    expect(await inspectPrivateKey(testKeys().rsaPemLocked, KEY_PASSPHRASE)).toMatchObject({
      keyType: 'ssh-rsa',
    });
  });
});
