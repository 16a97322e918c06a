import { createHash, randomBytes } from 'node:crypto';

import { afterEach, expect, it } from 'vitest';

import { Checksums } from './checksums.ts';

const sha256 = (...pieces: Uint8Array[]) => createHash('sha256').update(Buffer.concat(pieces)).digest('hex');
const [one, other] = [randomBytes(100_000), randomBytes(100_000)];

let checksums: Checksums;
afterEach(() => checksums.close());

it('sums files that come in turns, and what stands alone', async () => {
  checksums = new Checksums();
  const files = Array.from({ length: 5 }, () => checksums.begin());
  for (const piece of [one, other]) {
    await Promise.all(files.map((file) => file.add(piece)));
  }
  expect(await checksums.of(other)).toBe(sha256(other));
  expect(await Promise.all(files.map((file) => file.end()))).toEqual(files.map(() => sha256(one, other)));
});

it('has no sum of a file whose thread ended, rather than a wrong one', async () => {
  checksums = new Checksums();
  const file = checksums.begin();
  await file.add(one);
  await checksums.close();
  await file.add(other);
  expect(await file.end()).toBeUndefined();
  const next = checksums.begin();
  await next.add(one);
  expect(await next.end()).toBe(sha256(one));
});
