import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { filesIn, placeIn } from '../../recorders/recording-files.ts';
import { compressSegment, listSegments } from '../../recorders/segment.ts';
import { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { IndexJob } from './index-recording.ts';
import { OutputIndex } from './output-index.ts';
import type { OutputHit, OutputQuery } from './output-search.repository.ts';

const root = mkdtempSync(join(tmpdir(), 'jadegate-index-'));
let index: OutputIndex;

beforeAll(() => {
  index = new OutputIndex(root, { fewPages: 0 });
});

afterAll(async () => {
  await index.close();
  rmSync(root, { recursive: true, force: true });
});

/** The same numbers each time, so that a failure can be seen again. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface Printed {
  at: number;
  text: string;
}

async function record(id: string, output: readonly Printed[]): Promise<string> {
  const folder = join(root, 'recordings', id);
  let now = 1_700_000_000_000;
  const writer = await TerminalWriter.open({
    folder,
    size: { cols: 200, rows: 24 },
    clock: { now: () => now },
    onFailure: (error) => {
      throw error;
    },
  });
  for (const { at, text } of output) {
    now = writer.startedAt + at;
    writer.output(Buffer.from(text));
  }
  await writer.close();
  return folder;
}

function job(id: string, folder: string, rest: Partial<IndexJob> = {}): IndexJob {
  return {
    id,
    place: placeIn(folder),
    userName: '王小明',
    assetName: 'web-01',
    isOver: true,
    finished: 0,
    ...rest,
  };
}

async function all(query: Omit<OutputQuery, 'limit'> & { limit?: number }): Promise<OutputHit[]> {
  const hits: OutputHit[] = [];
  let below: OutputQuery['below'];
  for (;;) {
    const answer = await index.search({ limit: 50, ...query, below });
    hits.push(...answer.hits);
    if (answer.next === null) {
      return hits;
    }
    below = answer.next;
  }
}

async function found(text: string, rest: Partial<OutputQuery> = {}): Promise<[string, number, string][]> {
  return (await all({ text, ...rest })).map((hit) => [hit.sessionId, hit.at, hit.text]);
}

const roll = dice(11);
const LETTERS = Array.from('abcdefghijKLMNOP0123456789 ._-/:"\'%中文資料庫錯誤連線逾時🙂é');
const word = () => Array.from({ length: 1 + roll(12) }, () => LETTERS[roll(LETTERS.length)]).join('');
const sentence = () =>
  Array.from({ length: 1 + roll(9) }, word)
    .join(' ')
    .trim();

describe('the index of what was printed', () => {
  it('finds any part of two characters or more of any line, at its moment', async () => {
    const lines = Array.from({ length: 4000 }, (_, number): Printed => ({
      at: number * 50,
      text: sentence(),
    }));
    const output = lines.map(({ at, text }) => ({ at, text: `\u001B[3${roll(8)}m${text}\u001B[0m\r\n` }));
    const folder = await record('property', output);
    for (const segment of await listSegments(filesIn(folder))) {
      await compressSegment(join(folder, segment.name));
    }
    await index.index([job('property', folder)]);
    for (let turn = 0; turn < 300; turn++) {
      const line = lines[roll(lines.length)] ?? { at: 0, text: '' };
      const characters = [...line.text];
      if (characters.length < 2) {
        continue;
      }
      const start = roll(characters.length - 1);
      const part = characters.slice(start, start + 2 + roll(Math.min(30, characters.length - start - 1)));
      const needle = part.join('').trim();
      if ([...needle].length < 2) {
        continue;
      }
      const hits = await all({ text: roll(2) === 0 ? needle : needle.toUpperCase() });
      expect(hits, `${JSON.stringify(needle)} of ${JSON.stringify(line.text)}`).toContainEqual(
        expect.objectContaining({ sessionId: 'property', at: line.at, text: line.text }),
      );
      // And nothing else: every hit has it, where it says.
      for (const hit of hits) {
        expect(hit.text.slice(hit.start, hit.start + needle.length).toLowerCase()).toBe(needle.toLowerCase());
        expect(hit.time).toBe(1_700_000_000_000 + hit.at);
      }
    }
  });

  it('answers newest first, page by page, each line once', async () => {
    const output = Array.from({ length: 300 }, (_, n) => ({ at: n * 1000, text: `paged entry ${n}\r\n` }));
    await index.index([job('paged', await record('paged', output))]);
    const hits = await all({ text: 'paged entry', limit: 7 });
    expect(hits.map(({ at }) => at)).toEqual(output.map(({ at }) => at).toReversed());
    await index.remove(['paged']);
    expect(await found('paged entry')).toEqual([]);
  });

  it('finds what the end of a segment cuts in two', async () => {
    const filler = Array.from({ length: 40 }, (_, n) => ({
      at: n,
      text: `${n} filler `.repeat(6000) + '\r\n',
    }));
    const folder = await record('cut', [
      ...filler,
      { at: 100, text: '斷開的' },
      { at: 200, text: '一行字\r\n$ ' },
    ]);
    expect((await listSegments(filesIn(folder))).length).toBeGreaterThan(1);
    await index.index([job('cut', folder)]);
    expect(await found('開的一行')).toEqual([['cut', 200, '斷開的一行字']]);
    await index.remove(['cut']);
  });

  it('finds a needle across the pieces of a very long line', async () => {
    const long = Array.from({ length: 3000 }, (_, n) => `<${n}>`).join('');
    await index.index([job('long', await record('long', [{ at: 5, text: `${long}\r\n` }]))]);
    for (const n of [10, 230, 700, 800, 1500, 2300, 2998]) {
      expect((await found(`<${n}><${n + 1}>`)).length, `${n}`).toBeGreaterThan(0);
    }
    await index.remove(['long']);
  });

  it('is not flooded by what repeats', async () => {
    const flood = Array.from({ length: 5000 }, (_, n) => ({ at: n, text: 'flooding along\r\n' }));
    const bar = Array.from({ length: 5000 }, (_, n) => ({ at: 6000 + n, text: `\rbar at ${n}` }));
    await index.index([
      job('flood', await record('flood', [...flood, ...bar, { at: 12_000, text: '\r\nflooding along\r\n' }])),
    ]);
    expect((await found('flooding')).map(([, at]) => at)).toEqual([12_000, 0]);
    expect((await found('bar at')).map(([, , text]) => text)).toEqual(['bar at 4999']);
    await index.remove(['flood']);
  });

  it('holds no bytes that are no text, and what is said between them', async () => {
    const bytes = [...randomBytes(4096)]
      .map((byte) => (byte > 127 ? '\uFFFD' : 'xyz'.charAt(byte % 3)))
      .join('');
    const folder = await record('binary', [
      { at: 1, text: 'before the archive\r\n' },
      { at: 2, text: `${bytes}xyzzy${bytes}\r\n` },
      { at: 3, text: 'Gr\uFFFD\uFFFDe after the archive\r\n' },
    ]);
    await index.index([job('binary', folder)]);
    expect((await found('the archive')).map(([, at]) => at)).toEqual([3, 1]);
    expect(await found('xyzzy')).toEqual([]);
    await index.remove(['binary']);
  });

  it('goes on where it stopped: segments while the session lives, the rest when it ends, nothing twice', async () => {
    const filler = { at: 10, text: `${'once only filler '.repeat(140_000)}\r\n` };
    const folder = await record('live', [
      { at: 1, text: 'early 早安\r\n' },
      filler,
      { at: 20, text: 'late 晚安\r\nopen end' },
    ]);
    expect((await listSegments(filesIn(folder))).length).toBe(2);
    await index.index([job('live', folder, { isOver: false, finished: 1 })]);
    await index.index([job('live', folder, { isOver: false, finished: 1 })]);
    expect(await found('早安')).toEqual([['live', 1, 'early 早安']]);
    expect(await found('晚安')).toEqual([]);
    expect(await index.unfinished(['live', 'paged'])).toEqual(['live', 'paged']);
    await index.index([job('live', folder)]);
    await index.index([job('live', folder)]);
    expect(await found('晚安')).toEqual([['live', 20, 'late 晚安']]);
    expect(await found('open end')).toEqual([['live', 20, 'open end']]);
    expect(await found('early 早安')).toHaveLength(1);
    expect(await index.unfinished(['live'])).toEqual([]);
    await index.remove(['live']);
  });

  it('takes up its work after the thread died in the middle of it', async () => {
    const folder = await record('killed', [{ at: 1, text: 'before the kill\r\n' }]);
    const other = new OutputIndex(root);
    const work = other.index([job('killed', folder)]).catch(() => undefined);
    await other.close();
    await work;
    await index.index([job('killed', folder)]);
    expect(await found('before the kill')).toEqual([['killed', 1, 'before the kill']]);
    await index.remove(['killed']);
  });

  it('knows person, asset and time', async () => {
    const folder = await record('names', [
      { at: 0, text: 'named find\r\n' },
      { at: 60_000, text: 'named find later\r\n' },
    ]);
    await index.index([job('names', folder, { userName: '陳美麗', assetName: 'DB-Main' })]);
    expect(await found('named find', { userName: '美麗', assetName: 'db-m' })).toHaveLength(2);
    expect(await found('named find', { userName: '小明' })).toEqual([]);
    const start = 1_700_000_000_000;
    expect(await found('named find', { from: start + 1 })).toEqual([['names', 60_000, 'named find later']]);
    expect(await found('named find', { to: start + 60_000 })).toEqual([['names', 0, 'named find']]);
    expect(await found('named find', { to: start })).toEqual([]);
    await index.remove(['names']);
  });

  it('leaves out a segment that cannot be read, and a recording that is gone', async () => {
    const folder = await record('broken', [{ at: 0, text: 'broken part\r\n' }]);
    const [segment] = await listSegments(filesIn(folder));
    expect(segment).toBeDefined();
    if (segment) {
      const { writeFileSync, readFileSync } = await import('node:fs');
      const header = readFileSync(join(folder, segment.name)).subarray(0, 32);
      header[4] = 1;
      writeFileSync(join(folder, segment.name), Buffer.concat([header, Buffer.from('not brotli')]));
    }
    expect(await index.index([job('broken', folder)])).toEqual({ bytes: 0, damaged: 1 });
    expect(await index.index([job('absent', join(root, 'absent'))])).toEqual({ bytes: 0, damaged: 0 });
    expect(await index.unfinished(['broken', 'absent'])).toEqual([]);
  });

  it('takes nothing beyond its limit, and all of it once there is none', async () => {
    const folder = await record('too-much', [{ at: 0, text: 'beyond the limit\r\n' }]);
    expect(await index.index([job('too-much', folder)], 1)).toEqual({ bytes: 0, damaged: 0, isFull: true });
    expect(await index.unfinished(['too-much'])).toEqual(['too-much']);
    expect(await index.index([job('too-much', folder)])).toMatchObject({ damaged: 0 });
    expect(await index.unfinished(['too-much'])).toEqual([]);
  });

  it('can be cleared', async () => {
    expect(await index.ids('', 100)).toContain('property');
    await index.clear();
    expect(await index.ids('', 100)).toEqual([]);
    expect(await found('資料')).toEqual([]);
  });
});
