import { expect, it } from 'vitest';

import { isTooMany } from './directory-sync.policy.ts';

it.each([
  [0, 0, false],
  [1, 1, false],
  // a whole team, however small
  [2, 2, true],
  [3, 4, false],
  [4, 20, false],
  [5, 20, true],
  [20, 100, false],
  [21, 100, true],
  [50, 10_000, false],
  [51, 10_000, true],
])('%d of %d at once is rather a mistake: %s', (count, of, wanted) => {
  expect(isTooMany(count, of)).toBe(wanted);
});
