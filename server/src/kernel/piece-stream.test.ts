import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { pieceStream } from './piece-stream.ts';

it('hands on every piece, and what it broke with', async () => {
  const pieces = async function* (isBroken: boolean) {
    yield Buffer.from('one ');
    yield Buffer.from('two');
    if (isBroken) {
      throw new Error('broke off');
    }
  };
  expect((await buffer(pieceStream(pieces(false), { highWaterMark: 1 }))).toString()).toBe('one two');
  await expect(buffer(pieceStream(pieces(true), { highWaterMark: 1 }))).rejects.toThrow('broke off');
});

it('closes at once, also while a piece is awaited that never comes', async () => {
  const pieces = async function* () {
    yield Buffer.from('one');
    await new Promise(() => undefined);
  };
  const stream = pieceStream(pieces(), { highWaterMark: 64 });
  stream.resume();
  await once(stream, 'data');
  stream.destroy();
  await once(stream, 'close');
  expect(stream.destroyed).toBe(true);
});
