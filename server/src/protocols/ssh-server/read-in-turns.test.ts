import { PassThrough } from 'node:stream';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ReadingHolds, readInTurns } from './read-in-turns.ts';

/** Takes so long for each kilobyte. */
function listenerThatTakes(msPerKb: number) {
  const taken: Buffer[] = [];
  const listener = (bytes: Buffer) => {
    taken.push(Buffer.from(bytes));
    const end = performance.now() + (msPerKb * bytes.length) / 1024;
    while (performance.now() < end) {
      // The processor is busy.
    }
  };
  return { taken, listener, all: () => Buffer.concat(taken) };
}

function open(msPerKb = 0) {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  const reader = listenerThatTakes(msPerKb);
  stream.on('data', reader.listener);
  const holds = new ReadingHolds(stream);
  readInTurns(stream, holds);
  return { stream, holds, reader };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a stream that is read in turns', () => {
  it('leaves others their turn while one piece takes long, and is not read meanwhile', async () => {
    const { stream, reader } = open(2);
    stream.write(Buffer.alloc(64 * 1024, 1));
    stream.write(Buffer.alloc(1024, 2));
    let turns = 0;
    while (reader.all().length < 65 * 1024) {
      await turn();
      turns += 1;
      expect(stream.isPaused()).toBe(reader.all().length < 64 * 1024);
    }
    expect(turns).toBeGreaterThan(8);
    expect(reader.all().at(-1)).toBe(2);
  });

  it('leaves others their turn also when many are read at once, and none is forgotten', async () => {
    const open20 = Array.from({ length: 20 }, () => open(2));
    const slices = () => open20.reduce((sum, { reader }) => sum + reader.taken.length, 0);
    open20.forEach(({ stream }) => stream.write(Buffer.alloc(12 * 1024)));
    let before = 0;
    let most = 0;
    while (open20.some(({ reader }) => reader.all().length < 12 * 1024)) {
      await turn();
      most = Math.max(most, slices() - before);
      before = slices();
    }
    expect(most).toBeLessThanOrEqual(3);
  });

  it('takes a key at once while somebody else floods', async () => {
    const flood = open(2);
    flood.stream.write(Buffer.alloc(64 * 1024));
    await turn();
    const typist = open();
    typist.stream.write('x');
    await turn();
    expect(typist.reader.all().toString()).toBe('x');
    expect(flood.reader.all().length).toBeLessThan(64 * 1024);
    flood.stream.destroy();
    await turn();
  });

  it('takes what is quickly done in few slices of one turn', async () => {
    const { stream, reader } = open();
    stream.write(Buffer.alloc(64 * 1024));
    await turn();
    expect(reader.all()).toHaveLength(64 * 1024);
    expect(reader.taken.length).toBeLessThan(10);
  });

  it('gives every byte once and in order, however it comes and whoever holds it up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 12 }), async (sizes) => {
        const { stream, holds, reader } = open(0.3);
        const sent = Buffer.concat(sizes.map((size, at) => Buffer.alloc(size, at)));
        let at = 0;
        for (const [index, size] of sizes.entries()) {
          stream.write(sent.subarray(at, (at += size)));
          if (index % 3 === 0) {
            setImmediate(holds.hold());
          }
          await turn();
        }
        for (let turns = 0; turns < 200 && reader.all().length < sent.length; turns += 1) {
          await turn();
        }
        expect(reader.all().equals(sent)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('is not read as long as anybody holds it', async () => {
    const { stream, holds, reader } = open(2);
    const letGo = holds.hold();
    stream.write(Buffer.alloc(32 * 1024));
    await turn();
    expect(reader.taken).toEqual([]);
    letGo();
    await turn();
    const again = holds.hold();
    while (reader.all().length < 32 * 1024) {
      await turn();
    }
    await turn();
    expect(stream.isPaused()).toBe(true);
    again();
    expect(stream.isPaused()).toBe(false);
  });

  it('gives nothing more to whoever does not listen any more', async () => {
    const { stream, reader } = open(2);
    stream.write(Buffer.alloc(64 * 1024));
    await turn();
    const before = reader.all().length;
    stream.removeAllListeners('data');
    stream.resume();
    for (let turns = 0; turns < 5; turns += 1) {
      await turn();
    }
    expect(reader.all()).toHaveLength(before);
  });
});
