import { HostSet } from '@jadegate/contract/host-set';
import { describe, expect, it } from 'vitest';

import { compileHostSet } from './host-set.ts';

describe('a set of hosts', () => {
  it.each([
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.1-10.0.0.9', '10.0.0.5', true],
    ['2001:db8::/32', '2001:db8::1', true],
    ['10.0.0.0/8', 'db.example.com', false],
    ['db.example.com', 'DB.example.com.', true],
    ['db.example.com', 'db.example.com.evil.test', false],
    ['*.example.com', 'db.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', '.example.com', false],
    ['*.example.com', 'evilexample.com', false],
    ['10.0.0.0/8,db.example.com', 'db.example.com', true],
    ['', 'anything', true],
  ])('%s and %s: %s', (set, host, isIn) => {
    expect(compileHostSet(set)(host)).toBe(isIn);
  });

  it.each(['*', '*.', 'http://x', '10.0.0.256', '10.0.0.0/33', '*.10.0.0.1', 'x.*.com', 'a/24'])(
    'is not made of %j',
    (text) => {
      expect(HostSet.safeParse(text).success).toBe(false);
    },
  );

  it('may be written in lines', () => {
    expect(HostSet.parse(' 10.0.0.0/8\n*.Example.com, db ')).toBe('10.0.0.0/8,*.Example.com,db');
  });
});
