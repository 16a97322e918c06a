import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { measureOnce, ProcessorYardstick, USUAL_MS } from './processor-yardstick.mjs';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const after = async (ms) => {
  const yardstick = new ProcessorYardstick(() => ms).start();
  await vi.advanceTimersByTimeAsync(60_000);
  yardstick.stop();
  return yardstick;
};

it('knows how many times as long the same work takes, and gives nothing for a quick machine', async () => {
  const [usual, slow, quick] = [await after(USUAL_MS), await after(1.5 * USUAL_MS), await after(3)];
  expect(usual.slowness).toBe(1);
  expect(slow.slowness).toBe(1.5);
  expect(quick).toMatchObject({ slowness: 1, meanMs: 3 });
  expect(new ProcessorYardstick().slowness).toBe(1);
});

it('measures processor time of real work', () => {
  expect(measureOnce()).toBeGreaterThan(0);
});
