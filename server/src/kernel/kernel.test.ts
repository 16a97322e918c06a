import { inspect } from 'node:util';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { familyTime } from './family-time.ts';
import { newId } from './id.ts';
import { Keyring } from './keyring.ts';
import { createLogger } from './logger.ts';
import { Mutex } from './mutex.ts';
import { hashPassword, newOneTimePassword, verifyPassword } from './password.ts';
import { Secret } from './secret.ts';

describe('a secret', () => {
  it('does not print', () => {
    const secret = new Secret('hunter2');
    const printed = [
      String(secret),
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ deep: { secret } }),
      JSON.stringify(Object.entries(secret)),
    ];
    expect(printed.join(' ')).not.toContain('hunter2');
    expect(secret.expose()).toBe('hunter2');
  });
});

describe('the logger', () => {
  it('cuts names that hold secrets, at any of the first levels', () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
    logger.info(
      {
        password: 'hunter2',
        body: { token: 'hunter2' },
        a: { b: { privateKey: 'hunter2' } },
        wrapped: new Secret('hunter2'),
      },
      'x',
    );
    expect(lines.join('')).not.toContain('hunter2');
    expect(lines.join('')).toContain('<secret>');
  });
});

describe('ids', () => {
  it('are UUIDs of version 7 that sort by time', () => {
    const ids = [1, 2, 1_700_000_000_000].map((ms) => newId(ms));
    expect(ids).toEqual(ids.toSorted());
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });
});

describe('times of the product family', () => {
  it('are local, to the second, and have a form for never', () => {
    expect(familyTime(new Date(2026, 10, 5, 3, 4, 5).getTime())).toBe('2026-11-05 03:04:05');
    expect(familyTime(null)).toBe('0001-01-01 00:00:00');
  });
});

describe('the keyring', () => {
  it('opens what it sealed, only in the same place, and never seals twice alike', () => {
    const ring = Keyring.generate();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, place) => {
        const sealed = ring.seal(plain, place);
        expect(ring.open(sealed, place)).toBe(plain);
        expect(ring.seal(plain, place)).not.toBe(sealed);
        expect(() => ring.open(sealed, `${place}x`)).toThrow('unable to authenticate data');
      }),
    );
  });

  it('notices a changed byte', () => {
    const ring = Keyring.generate();
    const sealed = ring.seal('hunter2', 'here');
    const place = sealed.length - 10;
    const changed = sealed.slice(0, place) + (sealed[place] === 'A' ? 'B' : 'A') + sealed.slice(place + 1);
    expect(() => ring.open(changed, 'here')).toThrow('unable to authenticate data');
  });
});

describe('passwords', () => {
  it('are stored as argon2id and checked', async () => {
    const hash = await hashPassword('correct');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, 'correct')).toBe(true);
    expect(await verifyPassword(hash, 'wrong')).toBe(false);
    expect(await verifyPassword(undefined, 'anything')).toBe(false);
  });

  it('for one time are long and never the same', () => {
    const passwords = Array.from({ length: 50 }, newOneTimePassword);
    expect(new Set(passwords).size).toBe(50);
    expect(passwords.every((password) => /^[A-Za-z2-9]{20}$/.test(password))).toBe(true);
  });
});

describe('the mutex', () => {
  it('lets one in at a time, in order, and gives up on a lock that is never released', async () => {
    const mutex = new Mutex();
    const order: number[] = [];
    await mutex.acquire(100);
    const waiting = [1, 2].map((turn) =>
      mutex.acquire(1000).then(() => {
        order.push(turn);
        mutex.release();
      }),
    );
    await expect(mutex.acquire(20)).rejects.toThrow('not free within 20 ms');
    mutex.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
  });
});
