import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { decodeEvents } from '@jadegate/contract/session/terminal-recording';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { filesIn, placeIn } from '../recording-files.ts';
import { compressSegment, listSegments, readBody } from '../segment.ts';
import { plain, plainLines } from './plain-text.ts';
import { TerminalReader } from './reader.ts';
import { ReplayedScreen, type Screen } from './screen.ts';
import { Screens } from './screens.ts';
import { Unfinished } from './unfinished.ts';
import { TerminalWriter } from './writer.ts';

/** The same numbers each time, so that a failure can be seen again. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const roll = dice(7);
const WORDS = ['玉門', 'root@web-01:~# ', 'error', '🙂', 'ls -l', '資料庫', 'ok'];
const MOVES = [
  '\r\n',
  '\u001B[5;10H',
  '\u001B[2K',
  '\u001B[31m',
  '\u001B[0m',
  '\u001B[3;12r',
  '\u001B[r',
  '\u001BM',
];
const RARE = [
  '\u001B[?1049h',
  '\u001B[?1049l',
  '\u001B]0;title\u0007',
  '\u001B[2J\u001B[H',
  '\u001B[?6h',
  '\u001B[?6l',
];

function output(): string {
  let text = '';
  while (text.length < 4000) {
    const chance = roll(100);
    const from = chance < 60 ? WORDS : chance < 98 ? MOVES : RARE;
    text += from[roll(from.length)];
  }
  return text;
}

let folder = '';
const screens = new Screens();

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'jadegate-keyframe-')), 'session');
  let now = 0;
  const writer = await TerminalWriter.open({
    folder,
    size: { cols: 80, rows: 24 },
    clock: { now: () => now },
    onFailure: (error) => {
      throw error;
    },
  });
  // Cut anywhere, as a network does: in the middle of characters and of sequences.
  for (let round = 0; round < 1000; round++) {
    const bytes = Buffer.from(output());
    for (let start = 0; start < bytes.length;) {
      const end = start + 1 + roll(3000);
      now += roll(50);
      writer.output(bytes.subarray(start, end));
      start = end;
    }
    if (roll(50) === 0) {
      writer.resize({ cols: 60 + roll(60), rows: 16 + roll(20) });
    }
    if (round % 40 === 0) {
      await writer.settle();
    }
  }
  await writer.close();
});
afterAll(async () => {
  await screens.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

async function seen(screen: Screen) {
  const shown = await ReplayedScreen.from(screen);
  return { size: screen.size, lines: shown.lines(), cursor: shown.cursor };
}

/** Replays everything before these bytes from the very beginning. */
async function fullReplay(bytes: number) {
  const segments = await listSegments(filesIn(folder));
  const full = new ReplayedScreen({ cols: 80, rows: 24 });
  let before = 0;
  for (const segment of segments) {
    const body = await readBody(filesIn(folder), segment);
    await full.play(decodeEvents(body.subarray(0, Math.max(0, bytes - before)), segment.offset));
    before += body.length;
  }
  return { size: full.save().size, lines: full.lines(), cursor: full.cursor };
}

async function eventEnds(): Promise<number[]> {
  const ends: number[] = [];
  let before = 0;
  for (const segment of await listSegments(filesIn(folder))) {
    const body = await readBody(filesIn(folder), segment);
    // An event's content lies in the body itself, so its place tells where the event ends.
    for (const event of decodeEvents(body, segment.offset)) {
      if (event.kind === 'output') {
        ends.push(before + event.bytes.byteOffset + event.bytes.length - body.byteOffset);
      }
    }
    before += body.length;
  }
  return ends;
}

describe('the screen of a recording', () => {
  it('is the one a full replay shows, at any moment and at the start of every segment', async () => {
    const segments = await listSegments(filesIn(folder));
    expect(segments.length).toBeGreaterThan(2);
    const ends = await eventEnds();
    for (let round = 0; round < 6; round++) {
      const bytes = ends[roll(ends.length)] ?? 0;
      expect(await seen(await screens.of(placeIn(folder), { bytes }))).toEqual(await fullReplay(bytes));
    }
    let before = 0;
    for (const [index, segment] of segments.entries()) {
      expect(await seen(await screens.of(placeIn(folder), { segment: index }))).toEqual(
        await fullReplay(before),
      );
      before += (await readBody(filesIn(folder), segment)).length;
    }
  }, 120_000);

  it('leaves a keyframe beside each segment but the first, and is made again when one is damaged', async () => {
    const segments = await listSegments(filesIn(folder));
    const last = segments.length - 1;
    const expected = await screens.of(placeIn(folder), { segment: last });
    const keys = (await readdir(folder)).filter((name) => name.endsWith('.key'));
    expect(keys).toHaveLength(last);
    const path = join(folder, (segments[last]?.name ?? '').replace('.seg', '.key'));
    const before = await readFile(path);
    await writeFile(path, 'damaged');
    expect(await screens.of(placeIn(folder), { segment: last })).toEqual(expected);
    expect(await readFile(path)).toEqual(before);
    for (const segment of segments) {
      await compressSegment(join(folder, segment.name));
    }
    expect(await screens.of(placeIn(folder), { segment: last })).toEqual(expected);
  }, 60_000);

  it('of a recording that is not there is a refusal, and the thread goes on', async () => {
    await expect(screens.of(placeIn(join(folder, 'nowhere')), { segment: 0 })).rejects.toThrow(
      'there is no recording',
    );
    expect((await screens.of(placeIn(folder), { segment: 0 })).size).toEqual({ cols: 80, rows: 24 });
  });
});

describe('what is unfinished', () => {
  it.each([
    ['plain', ''],
    ['a\u001B', '\u001B'],
    ['a\u001B[31', '\u001B[31'],
    ['a\u001B[31m', ''],
    ['a\u001B(', '\u001B('],
    ['a\u001B(B', ''],
    ['a\u001B]0;ti', '\u001B]0;ti'],
    ['a\u001B]0;ti\u0007b', ''],
    ['a\u001B]0;ti\u001B\\b', ''],
    ['a\u001B[3\u0018b', ''],
    ['a\u001B[3\u001B[4', '\u001B[4'],
    ['玉', ''],
  ])('after %j is %j', (text, rest) => {
    const unfinished = new Unfinished();
    unfinished.push(Buffer.from(text));
    expect(Buffer.from(unfinished.bytes).toString()).toBe(rest);
  });

  it('is a character that was cut, until its rest has come', () => {
    const [one, two, three] = Buffer.from('玉');
    const unfinished = new Unfinished();
    unfinished.push(Uint8Array.of(one ?? 0, two ?? 0));
    expect([...unfinished.bytes]).toEqual([one, two]);
    unfinished.push(Uint8Array.of(three ?? 0));
    expect([...unfinished.bytes]).toEqual([]);
  });
});

describe('a recording as text', () => {
  it.each([
    ['\u001B[32malice\u001B[0m$ ls\r', 'alice$ ls'],
    ['10%\r50%\r100%', '100%'],
    ['lz\bs -l', 'ls -l'],
    ['\u001B]0;title\u0007$ id', '$ id'],
  ])('reads %j as %j', (line, text) => {
    expect(plain(line)).toBe(text);
  });

  it('has every line with its time', async () => {
    const own = join(folder, '..', 'text');
    let now = 0;
    const writer = await TerminalWriter.open({
      folder: own,
      size: { cols: 80, rows: 24 },
      clock: { now: () => now },
      onFailure: () => undefined,
    });
    writer.output(Buffer.from('first\r\nsec'));
    now = 500;
    writer.output(Buffer.from('ond\r\n$ '));
    await writer.close();
    const reader = await TerminalReader.open(filesIn(own));
    const lines = [];
    for await (const line of reader ? plainLines(reader) : []) {
      lines.push(line);
    }
    expect(lines).toEqual([
      { at: 0, text: 'first' },
      { at: 500, text: 'second' },
      { at: 500, text: '$' },
    ]);
  });
});
