import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { FairLimiter } from './fair-limiter.ts';

it('lets so many work at a time, so many of each, and nobody stands behind those of one who waits', async () => {
  const turns = new FairLimiter({ each: 2, all: 3, waiting: 3, refusal: 'file.listing_busy' });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (key: string, name: string) =>
    turns.take(key, async () => {
      begun.push(name);
      await new Promise<void>((end) => void ends.set(name, end));
    });
  const all = [
    ask('ann', 'a1'),
    ask('ann', 'a2'),
    ask('ann', 'a3'),
    ask('ann', 'a4'),
    ask('bob', 'b1'),
    ask('bob', 'b2'),
    ask('cai', 'c1'),
  ];
  await nextTurn();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  const more = ask('ann', 'a5');
  await expect(ask('ann', 'a6')).rejects.toMatchObject({ code: 'file.listing_busy' });
  for (const name of ['b1', 'a1', 'b2', 'a2', 'a3', 'c1', 'a4', 'a5']) {
    ends.get(name)?.();
    await nextTurn();
  }
  await Promise.all([...all, more]);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'c1', 'a4', 'a5']);
});

it('gives the turn back when the work fails', async () => {
  const turns = new FairLimiter({ each: 1, all: 1, waiting: 0, refusal: 'file.listing_busy' });
  await expect(turns.take('ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.take('bob', async () => 'done')).toBe('done');
});
