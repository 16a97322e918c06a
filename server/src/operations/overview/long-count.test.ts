import { expect, it } from 'vitest';

import { LongCount, type CountStep } from './long-count.ts';

/** Counts so many rows, ten in a step. */
function countOf(rows: () => number) {
  const asked: (number | undefined)[] = [];
  const count = new LongCount<number>(async (after): Promise<CountStep<number>> => {
    asked.push(after);
    const left = rows() - (after ?? 0);
    return left >= 10 ? { count: 10, mark: (after ?? 0) + 10 } : { count: left, mark: undefined };
  });
  return { asked, count };
}

it('adds up the steps', async () => {
  const { asked, count } = countOf(() => 34);
  expect(await count.read()).toBe(34);
  expect(asked).toEqual([undefined, 10, 20, 30]);
});

it('does not keep what one step can count', async () => {
  let rows = 3;
  const { count } = countOf(() => rows);
  expect(await count.read()).toBe(3);
  rows = 4;
  expect(await count.read()).toBe(4);
});

it('is made once for all who wait, and after a failure again', async () => {
  let isAway = true;
  let asked = 0;
  const count = new LongCount<number>(async () => {
    asked++;
    if (isAway) {
      throw new Error('away');
    }
    return { count: 7, mark: undefined };
  });
  await expect(count.read()).rejects.toThrow('away');
  isAway = false;
  asked = 0;
  expect(await Promise.all([count.read(), count.read(), count.read()])).toEqual([7, 7, 7]);
  expect(asked).toBe(1);
});
