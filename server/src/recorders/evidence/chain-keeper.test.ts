// What is signed when: the hash that is made ahead while the processor is free, and the nine seconds after which it is not
// waited for. What a signed recording is worth is in evidence.test.ts.
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { verifyRecording } from '@jadegate/contract/session/evidence/verify-recording';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';

import {
  BEGIN,
  HandClock,
  keysOf,
  newFolder,
  newTestKey,
  openSignedTerminal,
  SIGNED_SESSION,
} from '../../testing/signed-recording.ts';
import { filesIn } from '../recording-files.ts';
import { ChainKeeper } from './chain-keeper.ts';
import { LowPriorityHasher } from './low-priority-hasher.ts';
import { nodeCrypto } from './node-crypto.ts';
import { hashOfRange } from './range-hash.ts';
import { KeptRecording } from './recorded-files.ts';

const keeper = new ChainKeeper();
const key = newTestKey();
let parent = '';
let folder = '';

beforeEach(async () => {
  parent = await newFolder();
  folder = join(parent, 'session');
});
afterEach(() => rm(parent, { recursive: true, force: true }));
afterAll(() => keeper.close());

async function verdict() {
  const expected = { crypto: nodeCrypto, keys: keysOf(key), session: SIGNED_SESSION };
  const report = await verifyRecording(new KeptRecording(filesIn(folder), 'terminal'), expected);
  return [report.verdict, report.finding?.code];
}

it.each([
  ['is signed with the hash that was made ahead', (made: string) => made, ['whole', undefined]],
  ['and not without it: a wrong one shows', () => 'ab'.repeat(32), ['altered', 'bytes_changed']],
])('a segment that is complete %s', async (_name, change, expected) => {
  const hash = vi
    .spyOn(LowPriorityHasher.prototype, 'hash')
    .mockImplementation(async (range) => change(hashOfRange(range)));
  try {
    const finished: string[] = [];
    const onSegment = (path: string) => finished.push(path);
    const writer = await openSignedTerminal({ keeper, folder, key, onSegment });
    writer.output(randomBytes(3000));
    await vi.waitFor(() => expect(finished).toHaveLength(1), { timeout: 30_000 });
    await writer.close();
    expect(hash).toHaveBeenCalled();
    expect(await verdict()).toEqual(expected);
  } finally {
    hash.mockRestore();
  }
});

it('does not wait longer than that for a hash which a busy processor puts off', async () => {
  const hash = vi.spyOn(LowPriorityHasher.prototype, 'hash').mockReturnValue(new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const finished: string[] = [];
    const onSegment = (path: string) => finished.push(path);
    const writer = await openSignedTerminal({ keeper, folder, key, onSegment });
    for (const _part of [1, 2, 3]) {
      writer.output(randomBytes(3000));
      await vi.advanceTimersByTimeAsync(250);
      await writer.settle();
    }
    expect(finished).toEqual([]);
    await vi.advanceTimersByTimeAsync(9000);
    await vi.waitFor(() => expect(finished).toHaveLength(3), { timeout: 30_000 });
    writer.output(randomBytes(3000));
    await writer.close();
    expect(finished).toHaveLength(4);
    expect(await verdict()).toEqual(['whole', undefined]);
  } finally {
    vi.useRealTimers();
    hash.mockRestore();
  }
});

it('calls a file signed when all of it is, not when an earlier part of it is', async () => {
  const hash = vi.spyOn(LowPriorityHasher.prototype, 'hash').mockReturnValue(new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const clock = new HandClock();
    const options = {
      folder,
      begin: { ...BEGIN, kind: 'terminal' as const },
      clock,
      wall: clock,
      onFailure: () => undefined,
    };
    const chain = await keeper.open(options, key);
    await writeFile(join(folder, 'part'), 'twenty bytes of text');
    chain.grew('part', 10);
    vi.advanceTimersByTime(9000);
    // The first half is on its way to be signed.
    let isSigned = false;
    const signed = chain.finished('part', 20).then(() => (isSigned = true));
    await vi.waitFor(() => expect(chain.head.links).toBe(2), { timeout: 30_000 });
    await vi.advanceTimersByTimeAsync(0);
    expect(isSigned).toBe(false);
    vi.advanceTimersByTime(9000);
    await signed;
    expect(chain.head.links).toBe(3);
    await chain.close('closed');
  } finally {
    vi.useRealTimers();
    hash.mockRestore();
  }
});
