import { expect, it } from 'vitest';

import { DayCounts } from './day-counts.ts';

it('asks once for a day that is over, however many want to know it at once', async () => {
  const asked: number[] = [];
  const days = new DayCounts({ now: () => Date.UTC(2026, 4, 20, 12) }, async (from) => {
    asked.push(from);
    return { logins: 1, users: 1, assets: 1 };
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => days.read(7)));
  expect(answers.every((answer) => answer.length === 7)).toBe(true);
  // Six past days once, today for each.
  expect(asked).toHaveLength(6 + 50);
  expect(new Set(asked).size).toBe(7);
});

it('asks again after a failure', async () => {
  let isAway = true;
  const days = new DayCounts({ now: () => Date.UTC(2026, 4, 20, 12) }, async () => {
    if (isAway) {
      throw new Error('away');
    }
    return { logins: 1, users: 1, assets: 1 };
  });
  await expect(days.read(7)).rejects.toThrow('away');
  isAway = false;
  expect(await days.read(7)).toHaveLength(7);
});
