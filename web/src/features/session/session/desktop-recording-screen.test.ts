import { keyframeLabel } from '@jadegate/contract/session/desktop-recording';
import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';
import { describe, expect, it } from 'vitest';

import { ApiError } from '../../../api/api-error.ts';
import { DesktopRecordingScreen, type RecordedDesktop } from './desktop-recording-screen.ts';
import { PlaybackClock } from './player/playback-clock.ts';

/** Keeps what was drawn since it was emptied. */
class Paper implements RecordedDesktop {
  drawn: string[] = [];
  reset(): void {
    this.drawn = [];
  }
  draw(parts: readonly Uint8Array[]): void {
    this.drawn.push(...parts.map((bytes) => new TextDecoder().decode(bytes)));
  }
}

const out = (at: number, text: string): TerminalEvent => ({
  kind: 'output',
  at,
  bytes: new TextEncoder().encode(text),
});
const key = (at: number, index: number): TerminalEvent => ({ kind: 'mark', at, label: keyframeLabel(index) });
const PARTS: TerminalEvent[][] = [
  [out(0, 'a'), out(1000, 'b'), key(1000, 1), out(1000, 'c')],
  [out(2500, 'd'), { kind: 'mark', at: 2600, label: 'join:read:han' }, out(3000, 'e')],
  // A segment begins at the moment of the last event before it.
  [key(3000, 2), out(3000, 'f'), out(4000, 'g')],
];
const OUTLINE = {
  segments: [0, 1000, 3000].map((offset, index) => ({
    index: index + 1,
    offset,
    bytes: 9,
    cols: 1024,
    rows: 768,
  })),
  keyframes: [
    { index: 1, offset: 1000 },
    { index: 2, offset: 3000 },
  ],
};

const endOf = (parts: readonly TerminalEvent[][]) => (parts.at(-1)?.at(-1)?.at ?? 0) + 1000;

const lost = () => Promise.reject(new ApiError({ code: 1, error: 'session.no_recording', message: 'gone' }));

function player(pictures: Record<number, () => Promise<Uint8Array>> = {}, parts = PARTS, outline = OUTLINE) {
  const paper = new Paper();
  const asked: string[] = [];
  const source = {
    events: async (segment: number) => {
      asked.push(`events ${segment}`);
      return parts[segment] ?? [];
    },
    keyframe: async (index: number) => {
      asked.push(`keyframe ${index}`);
      return pictures[index]?.() ?? new TextEncoder().encode(`[${index}]`);
    },
  };
  const screen = new DesktopRecordingScreen(outline, source, paper);
  return { paper, asked, clock: new PlaybackClock(endOf(parts), screen) };
}

describe('a recorded desktop', () => {
  it.each([
    [0, 'a'],
    [999, 'a'],
    [1000, '[1]c'],
    [2500, '[1]cd'],
    [3000, '[2]f'],
    [5000, '[2]fg'],
  ])('at %i ms is drawn from the keyframe before it and what came after', async (moment, drawn) => {
    const { paper, clock } = player();
    await clock.seek(moment);
    expect(paper.drawn.join('')).toBe(drawn);
  });

  it('goes on from part to part without beginning again', async () => {
    const { paper, clock } = player();
    clock.skipIdle(false);
    await clock.seek(0);
    await clock.play();
    for (let round = 0; round < 60; round++) {
      await clock.tick(100);
    }
    expect(paper.drawn.join('')).toBe('abcdefg');
    expect(clock.state).toMatchObject({ position: 5000, isPlaying: false });
  });

  it('does without a keyframe that is lost, and without one whose place was lost', async () => {
    const one = player({ 2: lost });
    await one.clock.seek(4500);
    expect(one.paper.drawn.join('')).toBe('[1]cdefg');
    const two = player({ 1: lost, 2: lost });
    await two.clock.seek(4500);
    expect(two.paper.drawn.join('')).toBe('abcdefg');
    const three = player({}, [...PARTS.slice(0, 2), [out(3000, 'f')]]);
    await three.clock.seek(4500);
    expect(three.paper.drawn.join('')).toBe('[1]cdef');
  });

  it('says that the way to it is broken rather than trying every keyframe', async () => {
    const offline = () => Promise.reject(new TypeError('offline'));
    const { clock, asked } = player({ 1: offline, 2: offline });
    await clock.seek(4500);
    expect(clock.state.failure).toEqual(new TypeError('offline'));
    expect(asked).not.toContain('keyframe 1');
  });

  it('knows who came, and takes no keyframe for a person', async () => {
    const { clock } = player();
    await clock.seek(2700);
    expect(clock.state.mark).toEqual({ at: 2600, label: 'join:read:han' });
    await clock.seek(1200);
    expect(clock.state.mark).toBeUndefined();
  });
});

describe('an hour of a desktop', () => {
  const SECOND = 1000;
  const HALF_MINUTE = 30 * SECOND;
  const PART_SECONDS = 47;
  /** Something new each second, the whole picture every half minute, and parts that end when they are full. */
  const hour: TerminalEvent[][] = [];
  const outline = { segments: [] as typeof OUTLINE.segments, keyframes: [] as typeof OUTLINE.keyframes };
  for (let second = 0; second < 3600; second++) {
    const at = second * SECOND;
    if (second % PART_SECONDS === 0) {
      const offset = Math.max(0, at - SECOND);
      outline.segments.push({ index: hour.length + 1, offset, bytes: 9, cols: 1024, rows: 768 });
      hour.push([]);
    }
    hour.at(-1)?.push(out(at, `${second} `));
    if (second % 30 === 29) {
      outline.keyframes.push({ index: outline.keyframes.length + 1, offset: at });
      hour.at(-1)?.push(key(at, outline.keyframes.length));
    }
  }

  it.each([1, 29, 30, 47, 59, 600, 1799, 1800, 2345, 3598, 3599])(
    'is at second %i with one picture and at most half a minute of what followed it',
    async (second) => {
      const { paper, asked, clock } = player({}, hour, outline);
      await clock.seek(second * SECOND);
      const seconds = paper.drawn.filter((text) => !text.startsWith('[')).map(Number);
      const keyframe = Math.floor((second + 1) / 30);
      const after = Array.from({ length: second + 1 - keyframe * 30 }, (_, index) => keyframe * 30 + index);
      expect(seconds).toEqual(after);
      expect(seconds.length * SECOND).toBeLessThanOrEqual(HALF_MINUTE);
      const pictures = asked.filter((what) => what.startsWith('keyframe'));
      expect(pictures).toEqual(keyframe === 0 ? [] : [`keyframe ${keyframe}`]);
      // The part with the picture's place, and the one with the moment: between them there is none.
      const parts = new Set(asked.filter((what) => what.startsWith('events')));
      expect(parts.size).toBeLessThanOrEqual(3);
    },
  );

  it('begins again with one picture at each jump that passes one, and goes on otherwise', async () => {
    const { asked, clock } = player({}, hour, outline);
    const pictures = async (second: number) => {
      asked.length = 0;
      await clock.seek(second * SECOND);
      return asked.filter((what) => what.startsWith('keyframe')).length;
    };
    expect(await pictures(3500)).toBe(1);
    expect(await pictures(40)).toBe(1);
    expect(await pictures(1700)).toBe(1);
    expect(await pictures(1708)).toBe(0);
  });

  it('is no longer way where all of it is one part', async () => {
    const whole = { ...outline, segments: outline.segments.slice(0, 1) };
    const { paper, clock } = player({}, [hour.flat()], whole);
    await clock.seek(10 * SECOND);
    await clock.seek(3500 * SECOND);
    expect(paper.drawn[0]).toBe('[116]');
    expect(paper.drawn).toHaveLength(22);
  });
});
