import { expect, it } from 'vitest';

import { mapInSlices } from './in-chunks.ts';

it('makes a few at a time, in order, with a turn for everybody else in between', async () => {
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn++;
    if (!isOver) {
      setImmediate(next);
    }
  };
  setImmediate(next);
  const made = await mapInSlices(
    Array.from({ length: 100 }, (_, at) => at),
    10,
    (at) => ({ at, turn }),
  );
  isOver = true;
  expect(made.map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, at) => at));
  expect(new Set(made.map((one) => one.turn)).size).toBe(10);
});
