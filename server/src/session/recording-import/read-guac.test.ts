import { Readable } from 'node:stream';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { describe, expect, it } from 'vitest';

import { readGuac, type GuacPart } from './read-guac.ts';

async function read(bytes: Buffer, pieceSize = bytes.length): Promise<(GuacPart | undefined)[]> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, n) =>
    bytes.subarray(n * pieceSize, (n + 1) * pieceSize),
  );
  const parts: (GuacPart | undefined)[] = [];
  for await (const part of readGuac(Readable.from(pieces))) {
    parts.push(part);
  }
  return parts;
}

const first = encodeInstruction('size', 0, 640, 480) + encodeInstruction('sync', 1000);
// Values that look like moments and ends, and characters of two units.
const second =
  encodeInstruction('name', '4.sync,1.9;', '😀 存檔;') +
  encodeInstruction('synchronous-and-longer', '17') +
  encodeInstruction('sync', 3500, 2);

describe('a recording of a desktop', () => {
  it.each([1, 2, 3, 7, 11, 1000])('is taken apart at its moments, in pieces of %s bytes', async (size) => {
    expect(await read(Buffer.from(first + second), size)).toEqual([
      { text: first, sync: 1000 },
      { text: second, sync: 3500 },
    ]);
  });

  it.each([
    ['the middle of an instruction', '4.rect,1.0'],
    ['the middle of a length', '4'],
    ['a length that goes back', '1.a,-4.x;4.sync,1.9;'],
    ['a length without an end', '1'.repeat(100_000)],
    ['a value longer than it says', '4.namex;'],
    ['no instruction', 'RIFF'],
  ])('ends with what was whole before %s', async (_, rest) => {
    for (const size of [5, 4096]) {
      expect(await read(Buffer.from(first + rest), size)).toEqual([{ text: first, sync: 1000 }, undefined]);
    }
  });

  it('of millions of things that are no moments is read in one go', async () => {
    const moments = '4.sync,1.9;'.repeat(300_000);
    const parts = await read(
      Buffer.from('3.nop;'.repeat(500_000) + encodeInstruction('name', moments) + first),
      65_536,
    );
    expect(parts.map((part) => part?.sync)).toEqual([1000]);
  });

  it('is not kept in memory for want of a moment', async () => {
    expect(await read(Buffer.from(`4.name,99999999.${'x'.repeat(33_600_000)}`), 1_000_000)).toEqual([
      undefined,
    ]);
  });
});
