import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { InstructionReader, MalformedStream } from '../../protocols/guacd/instruction.ts';
import { DesktopBench } from '../../testing/desktop-rig.ts';
import { Chance } from '../../testing/fuzz.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { threadMs } from '../../testing/thread-ms.ts';

const STREAMS = shortOrSoak(60, 10_000);
const FLOOD_BYTES = shortOrSoak(128 * 1024, 16 * 1024 * 1024);
/** Of the processor, between two turns of the event loop. */
const LONGEST_STALL_MS = shortOrSoak(1000, 50);
vi.setConfig({ testTimeout: shortOrSoak(60_000, 900_000) });

let bench: DesktopBench;
beforeAll(async () => {
  bench = await DesktopBench.open();
});
afterAll(() => bench.close());

const TEXTS = [
  '',
  'x',
  '玉門',
  '🀄🀄',
  ';',
  ',',
  '4.sync,1.1;',
  '\u0000',
  '\uFFFD',
  'a'.repeat(3000),
  '-1',
  '99999999',
];
const FROM_GUACD = [
  'size',
  'img',
  'blob',
  'end',
  'sync',
  'nop',
  'clipboard',
  'file',
  'body',
  'filesystem',
  'required',
  'ack',
  'cursor',
  'msg',
];
const FROM_CLIENT = [
  'key',
  'mouse',
  'touch',
  'size',
  'clipboard',
  'blob',
  'end',
  'sync',
  'nop',
  'ack',
  'argv',
  'file',
  'put',
  'get',
  '',
];
/** What a client may never bring to guacd. */
const NEVER = new Set(['select', 'connect', 'file', 'put', 'pipe', 'get', 'argv', 'audio', 'disconnect', '']);
const DAMAGE = [
  '99999.',
  '100000.',
  '-1.',
  '0',
  '.',
  ';',
  ',',
  '4',
  '\u0000',
  '玉',
  'error',
  '10.disconnect;',
];

function streamOf(chance: Chance, opcodes: readonly string[]): Buffer {
  const count = 1 + chance.below(20);
  const whole = Array.from({ length: count }, () => {
    const args = Array.from({ length: chance.below(6) }, () =>
      chance.below(2) === 0 ? String(chance.below(4)) : chance.of(TEXTS),
    );
    return encodeInstruction(chance.of(opcodes), ...args);
  }).join('');
  const bytes = Buffer.from(whole);
  const at = chance.below(bytes.length + 1);
  switch (chance.below(6)) {
    case 0:
      return bytes;
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(chance.of(DAMAGE)), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + chance.below(9))]);
    case 4:
      return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]);
    default: {
      const changed = Buffer.from(bytes);
      for (let index = 0; index < 1 + chance.below(8) && changed.length > 0; index++) {
        changed[chance.below(changed.length)] = chance.below(256);
      }
      return changed;
    }
  }
}

function piecesOf(chance: Chance, bytes: Buffer): Buffer[] {
  const cut = chance.below(bytes.length + 1);
  return chance.below(2) === 0 ? [bytes] : [bytes.subarray(0, cut), bytes.subarray(cut)];
}

/** Whether the bytes are the beginning of a stream as it should be. */
function isWellFormed(bytes: Buffer): boolean {
  try {
    new InstructionReader().read(bytes);
    return true;
  } catch (error) {
    if (!(error instanceof MalformedStream)) {
      throw error;
    }
    return false;
  }
}

/** Goes on turn by turn until it holds. Answers the longest turn. */
async function turnsUntil(holds: () => boolean): Promise<number> {
  let longest = 0;
  while (!holds()) {
    const from = threadMs();
    await nextTurn();
    longest = Math.max(longest, threadMs() - from);
  }
  return longest;
}

it('whatever guacd says, the session goes on or ends with a reason, and the person gets whole instructions', async () => {
  const chance = new Chance(16);
  let longest = 0;
  for (let number = 0; number < STREAMS; number++) {
    const { guacd, browser, guacdEnds, close } = await bench.rig();
    const shown: Buffer[] = [];
    browser.on('message', (message: Buffer) => shown.push(message));
    const bytes = streamOf(chance, FROM_GUACD);
    piecesOf(chance, bytes).forEach((piece) => guacd.write(piece));
    guacd.end();
    longest = Math.max(longest, await turnsUntil(() => guacdEnds.length > 0));
    expect(guacdEnds).toHaveLength(1);
    const wanted = isWellFormed(bytes) ? ['lost', 'finished', 'error'] : ['finished', 'error'];
    expect(wanted).toContain(guacdEnds[0]?.kind);
    await close();
    for (const message of shown) {
      expect(isWellFormed(message)).toBe(true);
    }
  }
  expect(longest).toBeLessThan(LONGEST_STALL_MS);
});

it('whatever a client says, guacd gets whole instructions, and none that it may not send', async () => {
  const chance = new Chance(61);
  let longest = 0;
  for (let number = 0; number < STREAMS; number++) {
    const { guacd, browser, stream, ends, close } = await bench.rig();
    const taken: Buffer[] = [];
    guacd.on('data', (bytes: Buffer) => taken.push(bytes));
    const hasAll = once(guacd, 'end');
    const bytes = streamOf(chance, FROM_CLIENT);
    piecesOf(chance, bytes).forEach((piece) => browser.send(piece, { binary: false }));
    let isHeard = false;
    let isOut = false;
    browser.on('pong', () => (isHeard = true));
    // A frame that is no text at all is none of ours to judge.
    browser.on('close', () => (isOut = true));
    browser.ping();
    longest = Math.max(longest, await turnsUntil(() => isHeard || isOut || ends.length > 0));
    const wanted =
      isOut || isWellFormed(bytes) ? ['', 'desktop_confused', 'left'] : ['desktop_confused', 'left'];
    expect(wanted).toContain(ends.map(({ kind }) => kind).join());
    await stream.close('over', 0);
    await hasAll;
    await close();
    const all = new InstructionReader().read(Buffer.concat(taken));
    // The last word is ours.
    expect(
      all
        .slice(0, -1)
        .map(({ opcode }) => opcode)
        .filter((opcode) => NEVER.has(opcode)),
    ).toEqual([]);
  }
  expect(longest).toBeLessThan(LONGEST_STALL_MS);
});

const FLOODS: [string, string][] = [
  ['nothing', encodeInstruction('nop')],
  ['keys', encodeInstruction('key', 65, 1) + encodeInstruction('key', 0xff0d, 1)],
  ['pings', encodeInstruction('', 'ping', 1)],
  [
    'pastes',
    encodeInstruction('clipboard', 1, 'text/plain') +
      encodeInstruction('blob', 1, 'eA==') +
      encodeInstruction('end', 1),
  ],
  ['files', encodeInstruction('file', 1, 'text/plain', 'x')],
  ['pieces of nothing', encodeInstruction('blob', 7, 'eA==')],
  ['unknown words', encodeInstruction('x')],
];

it.each(FLOODS)('a flood of %s holds nobody up, and piles up nowhere', async (_what, piece) => {
  const { guacd, browser, client, ends, close } = await bench.rig();
  guacd.resume();
  // It takes no answers.
  browser.pause();
  const frame = Buffer.from(piece.repeat(Math.ceil(32_768 / piece.length)));
  let longest = 0;
  let sent = 0;
  let isTaken = 0;
  while (sent < FLOOD_BYTES) {
    browser.send(frame, { binary: false }, () => (isTaken += 1));
    sent += frame.length;
    const from = threadMs();
    await nextTurn();
    longest = Math.max(longest, threadMs() - from);
  }
  longest = Math.max(longest, await turnsUntil(() => browser.bufferedAmount === 0));
  expect(isTaken).toBeGreaterThan(0);
  expect(longest).toBeLessThan(LONGEST_STALL_MS);
  expect(ends).toEqual([]);
  expect(client.backlog).toBeLessThan(2 * 1024 * 1024);
  await close();
});

it('a flood of guacd holds nobody up, and waits at guacd while the person takes nothing', async () => {
  const { guacd, browser, close } = await bench.rig();
  guacd.resume();
  browser.pause();
  const frame = Buffer.from(
    encodeInstruction('file', 1, 'text/plain', 'x').repeat(50) +
      encodeInstruction('blob', 2, 'A'.repeat(30_000)),
  );
  let longest = 0;
  let hasRoom = true;
  const most = shortOrSoak(16, 256) * 1024 * 1024;
  let sent = 0;
  while (hasRoom && sent < most) {
    hasRoom = guacd.write(frame);
    sent += frame.length;
    const from = threadMs();
    await nextTurn();
    longest = Math.max(longest, threadMs() - from);
    if (!hasRoom) {
      hasRoom = await Promise.race([
        once(guacd, 'drain').then(() => true),
        new Promise<boolean>((resolve) => {
          setTimeout(() => resolve(false), 500);
        }),
      ]);
    }
  }
  expect(hasRoom).toBe(false);
  expect(longest).toBeLessThan(LONGEST_STALL_MS);
  await close();
});
