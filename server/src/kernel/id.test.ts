import { expect, it } from 'vitest';

import { newId } from './id.ts';

it('ids of one millisecond sort as they were made, and those of the next behind them', () => {
  const now = Date.UTC(2026, 10, 17);
  const ids = [...Array.from({ length: 1000 }, () => newId(now)), newId(now + 1)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true);
});
