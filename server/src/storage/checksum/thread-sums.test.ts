import { createHash, randomBytes } from 'node:crypto';

import { afterAll, expect, it } from 'vitest';

import { Checksums } from './checksums.ts';
import { ThreadSums } from './thread-sums.ts';

const checksums = new Checksums();
afterAll(() => checksums.close());

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it.each([0, 10, 3_000_001])(
  'are those of a file of %i bytes, whatever becomes of the pieces it came in',
  async (size) => {
    const file = randomBytes(size);
    const sum = new ThreadSums(checksums).begin();
    for (let at = 0; at < size; at += 70_001) {
      const piece = Buffer.from(file.subarray(at, at + 70_001));
      sum.add(piece);
      piece.fill(0);
    }
    expect(await sum.end()).toBe(sumOf(file));
  },
);

it('have whoever adds wait while too much is on its way, and say when that is over', async () => {
  const sums = new ThreadSums(checksums);
  const caughtUp = new Promise<void>((resolve) => sums.onCaughtUp(resolve));
  const [kept, dropped] = [sums.begin(), sums.begin()];
  const piece = randomBytes(1024 * 1024);
  for (let count = 0; count < 9; count++) {
    expect(sums.isBehind).toBe(false);
    (count === 0 ? dropped : kept).add(piece);
  }
  expect(sums.isBehind).toBe(true);
  dropped.drop();
  await caughtUp;
  expect(sums.isBehind).toBe(false);
  expect(await kept.end()).toBe(sumOf(Buffer.concat(Array.from({ length: 8 }, () => piece))));
});
