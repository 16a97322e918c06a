import { expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { watchBacklog } from './backlog-watch.ts';

/** What is found after each minute with these counts. */
async function found(counts: readonly number[]): Promise<(number | string | undefined)[]> {
  let at = 0;
  let waiting = 0;
  const watch = watchBacklog({
    server: 'one',
    clock: { now: () => at },
    lines: [{ wording: 'index-waiting', count: () => waiting }],
  });
  const all: (number | string | undefined)[] = [];
  for (const count of counts) {
    waiting = count;
    all.push((await watch.check())[0]?.params.count);
    at += MINUTE_MS;
  }
  return all;
}

const minutes = (count: number, each: (minute: number) => number) =>
  Array.from({ length: count }, (_, minute) => each(minute));

it.each([
  ['grows for a quarter of an hour', minutes(16, (m) => 10 + m), 25],
  ['has not grown for long enough', minutes(15, (m) => 10 + m), undefined],
  ['is small', minutes(30, (m) => Math.min(19, 1 + m)), undefined],
  ['is large and does not grow', minutes(30, () => 500), undefined],
  ['was worked off in between', minutes(30, (m) => (m === 20 ? 0 : 30 + m)), undefined],
  ['shrinks', minutes(30, (m) => 500 - m), undefined],
])('a backlog that %s', async (_what, counts, expected) => {
  expect((await found(counts)).at(-1)).toBe(expected);
});
