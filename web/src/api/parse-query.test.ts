import { expect, it } from 'vitest';

import { parseQuery } from './parse-query.ts';

it('reads arrays of at most 20 items as arrays', () => {
  const within = parseQuery('?a[19]=x');
  const beyond = parseQuery('?a[21]=x');
  expect(within).toEqual({ a: ['x'] });
  expect(Array.isArray(beyond.a)).toBe(false);
});

it('reads objects to a depth of 5', () => {
  expect(parseQuery('?a[b][c][d][e][f][g]=x')).toEqual({
    a: { b: { c: { d: { e: { f: { '[g]': 'x' } } } } } },
  });
});

it('reads at most 1000 parameters', () => {
  const text = Array.from({ length: 1200 }, (_, index) => `k${index}=1`).join('&');
  expect(Object.keys(parseQuery(text))).toHaveLength(1000);
});
