import { describe, expect, it } from 'vitest';

import { RecordingRanges } from './recording-ranges.ts';

const PIECES = 1000;
const OVER = { id: 'a', status: 'disconnected' } as const;

/** Content of which one sees how often it was begun, and how much of it was read. */
function watched() {
  const seen = { passes: 0, pieces: 0 };
  async function* content() {
    seen.passes += 1;
    for (let at = 0; at < PIECES; at++) {
      seen.pieces += 1;
      yield '0123456789';
      await new Promise(setImmediate);
    }
  }
  return { seen, content };
}

const asked = (range: string, left: AbortSignal) => ({ headers: { range }, left });
const here = new AbortController().signal;

describe('the size of a recording', () => {
  it('is counted once for all who ask at once, and kept', async () => {
    const { seen, content } = watched();
    const ranges = new RecordingRanges();
    const ask = () => ranges.answer(OVER, content, asked('bytes=9990-', here));
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([206, 206, 206]);
    await ask();
    expect(seen.passes).toBe(1);
  });

  it('is no longer counted when everybody has hung up, and is for who comes then', async () => {
    const { seen, content } = watched();
    const ranges = new RecordingRanges();
    for (let calls = 0; calls < 20; calls++) {
      const caller = new AbortController();
      const answer = ranges.answer(OVER, content, asked('bytes=1-', caller.signal));
      await new Promise(setImmediate);
      caller.abort();
      expect(await answer).toMatchObject({ status: 416 });
    }
    expect(seen.pieces).toBeLessThan(PIECES);
    const { headers } = await ranges.answer(OVER, content, asked('bytes=1-', here));
    expect(headers).toMatchObject({ 'content-range': 'bytes 1-9999/10000' });
  });

  it('is counted on for those who stayed', async () => {
    const { seen, content } = watched();
    const ranges = new RecordingRanges();
    const caller = new AbortController();
    const left = ranges.answer(OVER, content, asked('bytes=1-', caller.signal));
    const stayed = ranges.answer(OVER, content, asked('bytes=1-', here));
    caller.abort();
    expect(await stayed).toMatchObject({ status: 206, goesOn: true });
    await left;
    expect(seen.passes).toBe(1);
  });
});

it('what comes before a part is not gone through for somebody who hung up', async () => {
  const { seen, content } = watched();
  const ranges = new RecordingRanges();
  await ranges.answer(OVER, content, asked('bytes=9990-', here));
  seen.pieces = 0;
  const caller = new AbortController();
  const { body } = await ranges.answer(OVER, content, asked('bytes=9990-', caller.signal));
  const read = body.toArray();
  await new Promise(setImmediate);
  caller.abort();
  expect(await read).toEqual([]);
  expect(seen.pieces).toBeLessThan(PIECES);
});

it.each([
  ['bytes=0-', false],
  ['bytes=0-9', false],
  ['bytes=-10000', false],
  ['bytes=0-1,4-5', false],
  ['anything', false],
  ['bytes=1-', true],
  ['bytes=-10', true],
])('%s goes on with what was begun: %s', async (range, goesOn) => {
  const { content } = watched();
  expect((await new RecordingRanges().answer(OVER, content, asked(range, here))).goesOn).toBe(goesOn);
});
