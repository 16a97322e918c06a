import { expect, it } from 'vitest';

import { daysToFull } from './days-to-full.ts';

it('goes by the days since the first session, without today', () => {
  expect(daysToFull(1000, [0, 0, 50, 150, 999])).toBe(10);
});

it('says nothing without a whole day of sessions, and nothing about times far away', () => {
  expect(daysToFull(1000, [0, 0, 500])).toBeUndefined();
  expect(daysToFull(1e12, [1, 1, 1])).toBeUndefined();
});
