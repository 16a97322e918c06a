import { describe, expect, it } from 'vitest';

import { drawnTicks, nextInCircle, type Tick } from './ticks.ts';

const tick = (at: number, tone: Tick['tone'] = 'command'): Tick => ({ at, tone, label: String(at) });

describe('what is marked on the timeline', () => {
  it('is shown in order', () => {
    const drawn = drawnTicks([tick(900), tick(100)], 1000);
    expect(drawn.map(({ at, more }) => [at, more])).toEqual([
      [100, 0],
      [900, 0],
    ]);
  });

  it('is one mark where it could not be told apart, the gravest of them', () => {
    const drawn = drawnTicks([tick(10), tick(11, 'denied'), tick(12, 'warned')], 1_000_000);
    expect(drawn).toEqual([{ ...tick(11, 'denied'), more: 2 }]);
  });

  it('stays bounded, however much there is, and holds for a recording without length', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => tick(at));
    expect(drawnTicks(many, 20_000).length).toBeLessThanOrEqual(301);
    expect(drawnTicks([tick(0)], 0)).toHaveLength(1);
  });
});

describe('finds are visited in a circle', () => {
  const finds = [{ at: 10 }, { at: 20 }, { at: 30 }];
  const from = (index: number | undefined, position = 0) => ({ index, position });

  it('from the moment that is shown', () => {
    expect(nextInCircle(finds, 1, from(undefined, 15))).toBe(1);
    expect(nextInCircle(finds, -1, from(undefined, 15))).toBe(0);
    expect(nextInCircle(finds, 1, from(undefined, 99))).toBe(0);
    expect(nextInCircle(finds, -1, from(undefined, 5))).toBe(2);
  });

  it('and on from the last one to the first', () => {
    expect(nextInCircle(finds, 1, from(2))).toBe(0);
    expect(nextInCircle(finds, -1, from(0))).toBe(2);
    expect(nextInCircle([], 1, from(undefined))).toBeUndefined();
  });
});
