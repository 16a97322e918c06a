import { BlockList } from 'node:net';

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { compileIpSet, prepareIpSets } from './ip-set.ts';

/** Slow and plain: an address is its number, written out bit by bit from the groups a person would read. */
const v4Number = (address: string) => address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
const v6Number = (address: string) =>
  address.split(':').reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
const v4 = fc.tuple(...[0, 0, 0, 0].map(() => fc.nat(255))).map((parts) => parts.join('.'));
/** Few distinct values, so that ranges and addresses meet often. */
const near4 = fc
  .tuple(fc.constantFrom(10, 11), fc.nat(1), fc.nat(2), fc.nat(255))
  .map((parts) => parts.join('.'));
const v6 = fc
  .array(fc.constantFrom('0', '1', '2001', 'db8', 'ffff'), { minLength: 8, maxLength: 8 })
  .map((parts) => parts.join(':'));

describe('matching an address', () => {
  it('agrees with arithmetic on IPv4 ranges', () => {
    fc.assert(
      fc.property(near4, near4, near4, (a, b, address) => {
        const [from, to] = v4Number(a) <= v4Number(b) ? [a, b] : [b, a];
        const expected = v4Number(from) <= v4Number(address) && v4Number(address) <= v4Number(to);
        expect(compileIpSet(`${from}-${to}`)(address)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with arithmetic on IPv4 networks', () => {
    fc.assert(
      fc.property(near4, fc.integer({ min: 0, max: 32 }), fc.oneof(near4, v4), (network, bits, address) => {
        const size = 2n ** BigInt(32 - bits);
        expect(compileIpSet(`${network}/${bits}`)(address)).toBe(
          v4Number(network) / size === v4Number(address) / size,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with arithmetic on IPv6 networks and ranges', () => {
    fc.assert(
      fc.property(v6, v6, fc.integer({ min: 1, max: 128 }), v6, (a, b, bits, address) => {
        const size = 2n ** BigInt(128 - bits);
        expect(compileIpSet(`${a}/${bits}`)(address)).toBe(v6Number(a) / size === v6Number(address) / size);
        const [from, to] = v6Number(a) <= v6Number(b) ? [a, b] : [b, a];
        const expected = v6Number(from) <= v6Number(address) && v6Number(address) <= v6Number(to);
        expect(compileIpSet(`${from}-${to}`)(address)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('matches any part of a list, families apart, and IPv4 callers however they are written', () => {
    const matches = compileIpSet('10.0.0.1, 192.168.0.0/16, ::1');
    expect(['10.0.0.1', '192.168.9.9', '::1', '::ffff:10.0.0.1'].map(matches)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['10.0.0.2', '::2', 'nonsense', ''].map(matches)).toEqual([false, false, false, false]);
    expect(compileIpSet('0.0.0.0/0')('2001:db8::1')).toBe(false);
  });

  it('refuses a range that ends before it begins', () => {
    expect(() => compileIpSet('10.0.0.9-10.0.0.1')).toThrow('start');
  });
});

it('compiles a set once while its text stays the same, and few in one turn of the event loop', async () => {
  const added = vi.spyOn(BlockList.prototype, 'addAddress');
  const texts = Array.from({ length: 100 }, (_, at) => `10.9.8.${at}`);
  const inTurn: number[] = [];
  let isOver = false;
  const next = () => {
    inTurn.push(added.mock.calls.length);
    if (!isOver) {
      setImmediate(next);
    }
  };
  setImmediate(next);
  await prepareIpSets([...texts, '10.0.0.9-10.0.0.1']);
  isOver = true;
  expect(Math.max(...inTurn.map((count, at) => count - (inTurn[at - 1] ?? 0)))).toBeLessThanOrEqual(20);
  expect(texts.filter((text) => compileIpSet(text)('10.9.8.7'))).toEqual(['10.9.8.7']);
  expect(added).toHaveBeenCalledTimes(texts.length);
  expect(() => compileIpSet('10.0.0.9-10.0.0.1')).toThrow(/range|start|end|invalid/i);
  added.mockRestore();
});
