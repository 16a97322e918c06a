import { describe, expect, it } from 'vitest';

import { keyscanQuestion, readKeyscan } from './host-keyscan.ts';
import type { Sections } from './sections.ts';

const PLACE = { address: '127.0.0.9', port: 2222 };
const HOST = '[127.0.0.9]:2222';
const KEY = 'AAAAC3NzaC1lZDI1NTE5AAAAIBbNPCH9HqJpzkIlPmSZZ';
const NEAR = '127.0.0.9 dev virbr0 lladdr 52:54:00:AA:bb:cc REACHABLE';

const sections = (keys: string, near = NEAR): Sections =>
  new Map([
    ['keys', { body: keys, errors: '', rc: 0 }],
    ['near', { body: near, errors: '', rc: 0 }],
  ]);
const read = (keys: string, near?: string) => readKeyscan(sections(keys, near), PLACE);

describe('what a key scan printed', () => {
  it('is each key once, and the card it was reached at', () => {
    expect(
      read(`# 127.0.0.9:2222 SSH-2.0-OpenSSH_9.2\n${HOST} ssh-ed25519 ${KEY}\n${HOST} ssh-rsa ${KEY}=`),
    ).toEqual({
      keys: [
        { keyType: 'ssh-ed25519', publicKey: KEY },
        { keyType: 'ssh-rsa', publicKey: `${KEY}=` },
      ],
      mac: '52:54:00:aa:bb:cc',
    });
    const plain = readKeyscan(sections(`127.0.0.9 ssh-ed25519 ${KEY}`), { ...PLACE, port: 22 });
    expect(plain?.keys).toHaveLength(1);
    expect(read('')).toMatchObject({ keys: [] });
  });

  it.each([
    ['another host', `${HOST} ssh-ed25519 ${KEY}\n[127.0.0.1]:2222 ssh-rsa ${KEY}`],
    ['another port', `[127.0.0.9]:22 ssh-ed25519 ${KEY}`],
    ['several hosts in one', `${HOST},127.0.0.1 ssh-ed25519 ${KEY}`],
    ['a pattern', `* ssh-ed25519 ${KEY}`],
    ['a mark of an authority', `@cert-authority ${HOST} ssh-ed25519 ${KEY}`],
    ['control characters', `${HOST} ssh-ed25519 ${KEY}\u001B[2J`],
    ['a carriage return', `${HOST} ssh-ed25519 ${KEY}\r`],
    ['an unknown type', `${HOST} ssh-dss ${KEY}`],
    ['a type twice', `${HOST} ssh-ed25519 ${KEY}\n${HOST} ssh-ed25519 ${KEY}x`],
    [
      'more than one of each kind',
      ['ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384']
        .map((type) => `${HOST} ${type} ${KEY}`)
        .join('\n'),
    ],
    ['a key without end', `${HOST} ssh-rsa ${'A'.repeat(12_001)}`],
    ['remarks without end', `${'# x\n'.repeat(100)}${HOST} ssh-ed25519 ${KEY}`],
  ])('is refused with %s', (_what, keys) => {
    expect(read(keys)).toBeUndefined();
  });

  it('is at no card when there is none, or several, or of another address', () => {
    const keys = `${HOST} ssh-ed25519 ${KEY}`;
    const other = NEAR.replace('AA', '11');
    for (const near of ['', '127.0.0.9 dev virbr0 FAILED', `${NEAR}\n${other}`, `1${NEAR}`]) {
      expect([near, read(keys, near)?.mac]).toEqual([near, null]);
    }
    expect(read(keys, '127.0.0.9  0x1  0x2  52:54:00:aa:bb:cc  *  virbr0')?.mac).toBe('52:54:00:aa:bb:cc');
    expect(read(keys, '127.0.0.9  0x1  0x0  00:00:00:00:00:00  *  virbr0')?.mac).toBeNull();
  });
});

it('no shell is asked about anything but an address', () => {
  expect(keyscanQuestion(PLACE).input).toContain('\nA=127.0.0.9\nP=2222\n');
  for (const address of ['db.internal', '127.0.0.9;reboot', '-oProxyCommand=x', '']) {
    expect(() => keyscanQuestion({ address, port: 22 })).toThrow('no such place');
  }
  expect(() => keyscanQuestion({ address: '127.0.0.9', port: 0 })).toThrow('no such place');
});
