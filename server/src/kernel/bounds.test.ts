import { describe, expect, it } from 'vitest';

import { boundedText, sha256 } from './bounded-text.ts';
import { MINUTE_MS } from './clock.ts';
import { RateLimit } from './rate-limit.ts';
import { RepeatThrottle } from './repeat-throttle.ts';

function aClock() {
  return {
    time: 1_000_000,
    now() {
      return this.time;
    },
  };
}

describe('a text that is kept', () => {
  it.each(['', 'short', '玉'.repeat(100)])('is as it is while it fits: %s', (text) => {
    expect(boundedText(text, 300)).toBe(text);
  });

  it.each(['x', '玉', '😀', 'é'])(
    'is cut between two characters (%s), with its length and its sum',
    (letter) => {
      const text = letter.repeat(5000);
      for (let max = 300; max < 306; max++) {
        const cut = boundedText(text, max);
        const bytes = Buffer.byteLength(text);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max);
        expect(Buffer.byteLength(cut)).toBeGreaterThan(max - 4);
        expect(cut).toMatch(
          new RegExp(`^(${letter})+… \\[cut: ${bytes} bytes, sha256 ${sha256(text)}\\]$`, 'u'),
        );
      }
    },
  );
});

describe('a rate limit', () => {
  it('lets so many through at once, and then as many a minute, each for itself', () => {
    const clock = aClock();
    const limit = new RateLimit({ max: 3, clock });
    expect([1, 2, 3].map(() => limit.take('mei'))).toEqual([undefined, undefined, undefined]);
    expect(limit.take('mei')).toBe(20_000);
    expect(limit.take('lin')).toBeUndefined();
    clock.time += 19_000;
    expect(limit.take('mei')).toBe(1000);
    clock.time += 1000;
    expect(limit.take('mei')).toBeUndefined();
    expect(limit.take('mei')).toBe(20_000);
  });

  it('keeps no more keys than it may, and none that are of no use', () => {
    const clock = aClock();
    const limit = new RateLimit({ max: 3, clock, maxKeys: 5 });
    for (let index = 0; index < 20; index++) {
      limit.take(`person ${index}`);
    }
    expect(limit.size).toBe(5);
    clock.time += MINUTE_MS;
    limit.take('somebody else');
    expect(limit.size).toBe(1);
  });
});

describe('folding', () => {
  const told = (folding: RepeatThrottle<string>, key: string, times: number) =>
    Array.from({ length: times }, (_, index) => folding.record(key, () => `${key} ${index}`));

  it('writes the first ones, one as the last, and counts the rest', () => {
    const clock = aClock();
    const folding = new RepeatThrottle<string>({ clock, max: 3 });
    expect(told(folding, 'a', 6)).toEqual(['whole', 'whole', 'whole', 'last', 'counted', 'counted']);
    expect(told(folding, 'b', 1)).toEqual(['whole']);
    expect(folding.take()).toEqual([]);
    clock.time += MINUTE_MS;
    expect(folding.take()).toEqual([{ key: 'a', more: 2, sample: 'a 3' }]);
    expect(folding.take()).toEqual([]);
  });

  it('leaves a flood less each minute, and forgives one that has ended', () => {
    const clock = aClock();
    const folding = new RepeatThrottle<string>({ clock, max: 3 });
    told(folding, 'a', 10);
    clock.time += MINUTE_MS;
    expect(told(folding, 'a', 5)).toEqual(['whole', 'last', 'counted', 'counted', 'counted']);
    expect(folding.take()).toEqual([{ key: 'a', more: 6, sample: 'a 3' }]);
    clock.time += MINUTE_MS;
    expect(folding.take()).toEqual([{ key: 'a', more: 3, sample: 'a 1' }]);
    clock.time += MINUTE_MS;
    folding.take();
    expect(told(folding, 'a', 3)).toEqual(['whole', 'whole', 'whole']);
  });

  it('loses none when it ends, or when there are too many kinds', () => {
    const folding = new RepeatThrottle<string>({ clock: aClock(), max: 1, maxKeys: 2 });
    for (const key of ['a', 'b', 'c']) {
      told(folding, key, 4);
    }
    expect(folding.take({ all: true }).map(({ key, more }) => [key, more])).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 2],
    ]);
  });
});
