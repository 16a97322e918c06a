import { expect, it } from 'vitest';

import { formatSize } from '../../format/size.ts';
import { byteCeiling } from './byte-ceiling.ts';

it.each([
  [[], 4096],
  [[0, null], 4096],
  [[35_000, 1], 65_536],
  [[65_536], 65_536],
  [[65_537], 131_072],
])('%j lies below %d', (values, top) => {
  expect(byteCeiling(values)).toBe(top);
});

it('has round quarters', () => {
  const top = byteCeiling([35_000]);
  expect([1, 2, 3, 4].map((quarter) => formatSize((top / 4) * quarter))).toEqual([
    '16.00 KB',
    '32.00 KB',
    '48.00 KB',
    '64.00 KB',
  ]);
});
