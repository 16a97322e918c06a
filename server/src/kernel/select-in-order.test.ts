import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { selectInOrder } from './select-in-order.ts';

const ascending = (a: number, b: number) => a - b;

describe('a part of many in their order', () => {
  it('is what sorting all of them would put there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 900 }),
        fc.nat(950),
        fc.nat(600),
        async (items, start, length) => {
          const range = { start, end: start + length };
          const selected = await selectInOrder([...items], ascending, range);
          expect(selected).toEqual(items.toSorted(ascending).slice(range.start, range.end));
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(['rising', 'falling', 'equal'])('takes a few comparisons each, where they are %s', async (laid) => {
    const count = 20_000;
    const place = { rising: (at: number) => at, falling: (at: number) => -at, equal: () => 0 }[laid];
    const items = Array.from({ length: count }, (_, at) => place?.(at) ?? 0);
    let compared = 0;
    await selectInOrder(items, (a, b) => ((compared += 1), a - b), { start: 9000, end: 9200 });
    // Sorting takes 14 for each, and a bad choice of pivots thousands.
    expect(compared).toBeLessThan(12 * count);
  });

  it('lets others have the event loop in between', async () => {
    let rests = 0;
    const slices = { isOver: true, rest: async () => void (rests += 1) };
    const items = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 20_000);
    expect(await selectInOrder(items, ascending, { start: 0, end: 3 }, slices)).toEqual([0, 1, 2]);
    expect(rests).toBeGreaterThan(100);
  });
});
