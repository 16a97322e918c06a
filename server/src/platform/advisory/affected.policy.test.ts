import { VersionRange } from '@jadegate/contract/platform/advisory';
import { expect, it } from 'vitest';

import { isAffected } from './affected.policy.ts';

it.each([
  ['1.3.5', '<1.3.6', true],
  ['1.3.6', '<1.3.6', false],
  ['1.3.6', '<=1.3.6', true],
  ['1.10.0', '<1.9.9', false],
  ['1.3.5', '>=1.2.0 <1.3.6', true],
  ['1.1.9', '>=1.2.0 <1.3.6', false],
  ['1.1.9', '<1.0.1 || >=1.1.0 <1.2.0', true],
  ['1.0.5', '<1.0.1 || >=1.1.0 <1.2.0', false],
  ['1.3.5', '1.3.5', true],
  ['1.3.5', '=1.3.4', false],
  ['1.3.6-rc.1', '<1.3.6', false],
  ['2.0.0', '>1.3.5', true],
])('%s is in %s: %s', (version, range, expected) => {
  expect(VersionRange.safeParse(range).success).toBe(true);
  expect(isAffected(version, range)).toBe(expected);
});

it.each([
  '',
  '*',
  '1.3',
  '^1.2.3',
  '>=1.2.0  <1.3.0',
  '<1.2.3 ||',
  'latest',
  '<1.2.3||<2.0.0',
  '1.2.3 '.repeat(60),
])('%j is no range', (range) => {
  expect(VersionRange.safeParse(range).success).toBe(false);
});
