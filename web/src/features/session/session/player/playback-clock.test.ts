import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';
import { describe, expect, it } from 'vitest';

import type { RecordingSource } from '../recording-source.ts';
import { TerminalRecordingScreen, type RecordedTerminal } from '../terminal-recording-screen.ts';
import { PlaybackClock } from './playback-clock.ts';
import { Slides } from './slides.builders.ts';
import { advance, clockText, countUntil, momentOf, segmentAt } from './timeline.ts';

const step = { position: 1000, elapsedMs: 100, speed: 1, nextAt: 1500, isSkippingIdle: true, end: 60_000 };

describe('time in the player', () => {
  it('runs at the chosen speed and stops at the end', () => {
    expect(advance(step)).toBe(1100);
    expect(advance({ ...step, speed: 16 })).toBe(2600);
    expect(advance({ ...step, speed: 0.5 })).toBe(1050);
    expect(advance({ ...step, position: 59_990, nextAt: undefined })).toBe(60_000);
  });

  it('jumps over idle time to shortly before the next change, and only when asked to', () => {
    expect(advance({ ...step, nextAt: 50_000 })).toBe(49_700);
    expect(advance({ ...step, nextAt: 50_000, isSkippingIdle: false })).toBe(1100);
    expect(advance({ ...step, nextAt: 3000 })).toBe(1100);
    expect(advance({ ...step, nextAt: undefined })).toBe(60_000);
  });

  it('finds the part and the events of a moment', () => {
    const segments = [{ offset: 0 }, { offset: 500 }, { offset: 500 }, { offset: 900 }];
    expect([-1, 0, 499, 500, 899, 5000].map((moment) => segmentAt(segments, moment))).toEqual([
      0, 0, 0, 2, 2, 3,
    ]);
    const events = [1, 1, 2, 5, 5, 9].map((at) => ({ at }));
    expect([0, 1, 4, 5, 100].map((moment) => countUntil(events, moment))).toEqual([0, 2, 3, 5, 6]);
    expect(countUntil(events, 5, 5)).toBe(5);
  });

  it('is written as people read it, and read from links', () => {
    expect([0, 59_999, 187_000, 3_787_000].map(clockText)).toEqual(['00:00', '00:59', '03:07', '1:03:07']);
    expect([null, '', 'x', '-4', '83.5', 'Infinity'].map(momentOf)).toEqual([0, 0, 0, 0, 83_500, 0]);
  });
});

/** A screen that keeps what was written since it was emptied. */
class Paper implements RecordedTerminal {
  text = '';
  sizes: string[] = [];
  reset(size: { cols: number; rows: number }): void {
    this.text = '';
    this.resize(size);
  }
  resize({ cols, rows }: { cols: number; rows: number }): void {
    this.sizes.push(`${cols}x${rows}`);
  }
  write(bytes: Uint8Array): void {
    this.text += new TextDecoder().decode(bytes);
  }
}

const out = (at: number, text: string): TerminalEvent => ({
  kind: 'output',
  at,
  bytes: new TextEncoder().encode(text),
});
const PARTS: TerminalEvent[][] = [
  [out(0, 'a'), out(1000, 'b'), { kind: 'resize', at: 1500, size: { cols: 90, rows: 30 } }],
  [out(2500, 'c'), out(3000, 'd')],
];
const OUTLINE: RecordingOutline = {
  assetName: 'web-01',
  userName: 'Mei',
  userAccount: 'mei',
  startedAt: 0,
  durationMs: 4000,
  isImported: false,
  segments: [
    { index: 1, offset: 0, bytes: 9, cols: 80, rows: 24 },
    { index: 2, offset: 2000, bytes: 9, cols: 90, rows: 30 },
  ],
  keyframes: [
    { index: 1, offset: 0 },
    { index: 2, offset: 2000 },
  ],
};

function clockOn(terminal: RecordedTerminal, source: RecordingSource, segments = OUTLINE.segments) {
  const screen = new TerminalRecordingScreen(segments, source, terminal);
  return new PlaybackClock(OUTLINE.durationMs, screen);
}

function player() {
  const paper = new Paper();
  const asked: string[] = [];
  const source = {
    events: async (segment: number) => {
      asked.push(`events ${segment}`);
      return PARTS[segment] ?? [];
    },
    keyframe: async (index: number) => {
      asked.push(`keyframe ${index}`);
      return new TextEncoder().encode('[ab]');
    },
  };
  return { paper, asked, made: clockOn(paper, source) };
}

describe('the player', () => {
  it('jumps with one keyframe and one part, and forward in the same part with nothing', async () => {
    const { paper, asked, made } = player();
    await made.seek(2600);
    expect(paper.text).toBe('[ab]c');
    expect(paper.sizes).toEqual(['90x30']);
    expect(asked).toEqual(['events 1', 'keyframe 2']);
    await made.seek(3500);
    expect(paper.text).toBe('[ab]cd');
    expect(asked).toHaveLength(2);
    await made.seek(0);
    expect(paper.text).toBe('a');
    expect(made.state.position).toBe(0);
  });

  it('plays from part to part without emptying the screen, and stops at the end', async () => {
    const { paper, made } = player();
    made.skipIdle(false);
    await made.seek(0);
    await made.play();
    for (let round = 0; round < 50; round++) {
      await made.tick(100);
    }
    expect(paper.text).toBe('abcd');
    expect(paper.sizes).toEqual(['80x24', '90x30']);
    expect(made.state).toMatchObject({ position: 4000, isPlaying: false });
    await made.play();
    expect(paper.text).toBe('a');
  });

  it('does not move while it is paused, and goes only where it was sent last', async () => {
    const { paper, made } = player();
    await Promise.all([made.seek(3500), made.seek(500)]);
    await made.tick(1000);
    expect(paper.text).toBe('a');
    expect(made.state).toMatchObject({ position: 500, isPlaying: false, isLoading: false });
  });

  it('knows what the recording last said about those who were there', async () => {
    const events: TerminalEvent[] = [
      out(0, 'a'),
      { kind: 'mark', at: 500, label: 'join:write:han' },
      { kind: 'mark', at: 900, label: 'hands:han' },
    ];
    const source = { events: async () => events, keyframe: async () => new Uint8Array() };
    const segments = OUTLINE.segments.slice(0, 1);
    const made = clockOn(new Paper(), source, segments);
    await made.seek(600);
    expect(made.state.mark).toEqual({ at: 500, label: 'join:write:han' });
    await made.seek(2000);
    expect(made.state.mark).toEqual({ at: 900, label: 'hands:han' });
    await made.seek(100);
    expect(made.state.mark).toBeUndefined();
  });

  it('says that a part could not be loaded, and stays where it is', async () => {
    const failing = {
      events: () => Promise.reject(new Error('gone')),
      keyframe: async () => new Uint8Array(),
    };
    const made = clockOn(new Paper(), failing);
    await made.seek(1000);
    expect(made.state).toMatchObject({ position: 0, isPlaying: false, isLoading: false });
    expect(made.state.failure).toEqual(new Error('gone'));
  });
});

describe('the clock', () => {
  it('runs any screen that can draw a moment', async () => {
    const slides = new Slides();
    const clock = new PlaybackClock(10_000, slides);
    // Nothing moves before something is shown.
    await clock.tick(1000);
    expect(slides.slide).toBe(-1);
    await clock.seek(5500);
    expect(slides.slide).toBe(5);
    await clock.play();
    clock.setSpeed(2);
    await clock.tick(1000);
    expect([clock.state.position, slides.slide]).toEqual([7500, 7]);
    await clock.tick(5000);
    expect(clock.state).toMatchObject({ position: 10_000, isPlaying: false });
  });
});
