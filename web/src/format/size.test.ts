import { expect, it } from 'vitest';

import { formatSize, formatSizeShort } from './size.ts';

it.each([
  [0, '0 B'],
  [145.4, '145 B'],
  [1023, '1023 B'],
  [1023.7, '1.00 KB'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 ** 2 - 1, '1.00 MB'],
  [5 * 1024 ** 3, '5.00 GB'],
  [1024 ** 8, '1.00 YB'],
  [1024 ** 9, '1024.00 YB'],
])('prints %d bytes as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, -5])('takes %d for nothing', (bytes) => {
  expect(formatSize(bytes)).toBe('0 B');
});

it.each([
  [0, '0 B'],
  [1.5 * 1024 ** 4, '1.5 TB'],
  [79.12 * 1024 ** 3, '79 GB'],
  [1023.9 * 1024 ** 2, '1.0 GB'],
])('has a short form: %d is %s', (bytes, text) => {
  expect(formatSizeShort(bytes)).toBe(text);
});
