import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { PeriodicTask } from './periodic-task.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a round that takes long is not joined by the next', async () => {
  const open: (() => void)[] = [];
  const rounds = new PeriodicTask({
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
  const rounds = new PeriodicTask({
    everyMs: 100,
    work: () => Promise.reject(new Error('away')),
    onFailure: (error) => failures.push(error),
  });
  rounds.start();
  await vi.advanceTimersByTimeAsync(250);
  expect(failures).toHaveLength(2);
  rounds.stop();
});

it('a round that never ends is given up and told of, and the next begins', async () => {
  const signals: AbortSignal[] = [];
  const failures: unknown[] = [];
  const rounds = new PeriodicTask({
    everyMs: 100,
    deadlineMs: 1000,
    work: (signal) => {
      signals.push(signal);
      return signals.length === 1 ? new Promise(() => undefined) : Promise.resolve();
    },
    onFailure: (error) => failures.push(error),
  });
  rounds.start();
  await vi.advanceTimersByTimeAsync(1050);
  expect(signals).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(failures).toEqual([new Error('a round did not end within 1 s and was given up')]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  rounds.stop();
  await rounds.settled();
});

it('a round that was given up and fails later is told of by its owner', async () => {
  const failures: unknown[] = [];
  let fail: (error: Error) => void = () => undefined;
  const rounds = new PeriodicTask({
    everyMs: 100,
    deadlineMs: 1000,
    work: () => new Promise((_resolve, reject) => (fail = reject)),
    onFailure: (error) => failures.push(error),
  });
  const round = rounds.run();
  await vi.advanceTimersByTimeAsync(1000);
  await round;
  fail(new Error('late'));
  await vi.advanceTimersByTimeAsync(0);
  expect(failures).toHaveLength(2);
});

it('a round that may take as long as it likes is waited for', async () => {
  let isOver = false;
  let end = () => undefined as void;
  const rounds = new PeriodicTask({
    everyMs: 100,
    deadlineMs: Number.POSITIVE_INFINITY,
    work: () => new Promise((resolve) => (end = resolve)),
    onFailure: () => undefined,
  });
  const round = rounds.run().then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
  expect(isOver).toBe(false);
  end();
  await round;
});

it('a round that is wanted anew does not wait for the one under way', async () => {
  let rounds = 0;
  const one = new PeriodicTask({
    everyMs: 100,
    work: () => (++rounds === 1 ? new Promise(() => undefined) : Promise.resolve()),
    onFailure: () => undefined,
  });
  const first = one.run();
  await one.runAnew();
  await first;
  expect(rounds).toBe(2);
});
