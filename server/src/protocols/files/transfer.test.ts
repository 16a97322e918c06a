import { expect, it } from 'vitest';

import type { FileTree, Handle } from './file-tree.ts';
import { readPipelined } from './transfer.ts';

const KB = 1024;
const READ_BYTES = 32 * KB;

/** A target with an endless file; what was asked of it is answered when `answer` is called, or at once. */
function target(isQuick: boolean) {
  const waiting: (() => void)[] = [];
  const asked = { bytes: 0 };
  const tree = {
    limits: { readBytes: READ_BYTES, writeBytes: READ_BYTES },
    readAt: async (_handle: Handle, _offset: number, length: number) => {
      asked.bytes += length;
      if (!isQuick) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return Buffer.alloc(length);
    },
  } as unknown as FileTree;
  return { asked, tree, answerAll: () => waiting.splice(0).forEach((answer) => answer()) };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));
const handle = {} as Handle;

it('reads little ahead for a reader that does not read', async () => {
  const { asked, tree } = target(true);
  const pieces = readPipelined(tree, handle, { start: 0 });
  await pieces.next();
  await soon();
  expect(asked.bytes).toBeLessThanOrEqual(512 * KB);
  for (let taken = 0; taken < 200; taken += 1) {
    await soon();
    await pieces.next();
  }
  expect(asked.bytes - 201 * READ_BYTES).toBeLessThanOrEqual(512 * KB);
});

it('reads far ahead for one that waits for a target which is far away', async () => {
  const { asked, tree, answerAll } = target(false);
  const pieces = readPipelined(tree, handle, { start: 0 });
  let taken = 0;
  for (let round = 0; round < 10; round += 1) {
    const before = asked.bytes;
    const next = pieces.next();
    await soon();
    answerAll();
    await next;
    taken += 1;
    while (taken * READ_BYTES < before) {
      await pieces.next();
      taken += 1;
    }
  }
  expect(asked.bytes - taken * READ_BYTES).toBeGreaterThanOrEqual(1024 * KB);
});
