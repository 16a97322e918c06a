import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Rounds } from './rounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a round that takes long is not joined by the next', async () => {
  const open: (() => void)[] = [];
  const rounds = new Rounds({
    everyMs: 100,
    work: () => new Promise((resolve) => open.push(resolve)),
    onFailure: () => undefined,
  });
  rounds.start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(open).toHaveLength(1);
  open[0]?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(open).toHaveLength(2);
  rounds.stop();
  open[1]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(open).toHaveLength(2);
});

it('a round that fails is told of and not the last', async () => {
  const failures: unknown[] = [];
  const rounds = new Rounds({
    everyMs: 100,
    work: () => Promise.reject(new Error('away')),
    onFailure: (error) => failures.push(error),
  });
  rounds.start();
  await vi.advanceTimersByTimeAsync(250);
  expect(failures).toHaveLength(2);
  rounds.stop();
});
