import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { encodeBinary, type Frame } from '@jadegate/contract/session/terminal-socket';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { LineWatch } from '../../protocols/terminal-line/line-watch.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { threadMs } from '../../testing/thread-ms.ts';
import { TerminalConnection } from '../../ws/terminal-connection.ts';
import { CommandGate } from './command-gate.ts';
import { LiveTerminal } from './live-terminal.ts';

const FRAMES = shortOrSoak(30, 40);
const LARGEST = shortOrSoak(16 * 1024, 1024 * 1024 - 2);
const SEEDS = Array.from({ length: shortOrSoak(2, 5) }, (_, at) => at + 1);
/** Of the processor, between two turns of the event loop. */
const LONGEST_STALL_MS = shortOrSoak(1000, 50);
const PIECES = [
  'x',
  'ls -la ',
  '\u0001',
  '\u0002',
  '\u0003',
  '\u0005',
  '\u0006',
  '\u0017',
  '\u007F',
  '\t',
  '\u001B[A',
  '\u001B[D',
  '\u001B[3~',
  '\u001Bb',
  '\r',
  '\u001B[200~',
  'pasted\rlines\r',
  '\u001B[201~',
  '玉門',
  '\u001B]0;title',
  '\u001B[I',
  '\u0000\u00FF\u0080',
] as const;

/** The same numbers for the same seed, on every machine. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    yield state / 0x80_00_00_00;
  }
}

function framesOf(seed: number): Frame[] {
  const source = numbers(seed);
  const upTo = (most: number) => Math.floor(source.next().value * most);
  return Array.from({ length: FRAMES }, (): Frame => {
    if (upTo(4) === 0) {
      return { type: 'resize', size: { cols: 1 + upTo(200), rows: 1 + upTo(60) } };
    }
    // Few kinds of keys in one frame, over and over: that is what makes a reader slow.
    const kinds = Array.from({ length: 1 + upTo(3) }, () => PIECES[upTo(PIECES.length)] ?? 'x').join('');
    const size = 1 + upTo(upTo(3) === 0 ? LARGEST : 2000);
    return {
      type: 'data',
      bytes: Buffer.from(kinds.repeat(Math.ceil(size / kinds.length))).subarray(0, size),
    };
  });
}

/** A socket, a terminal and a target that echoes most of what it is sent. */
async function rig() {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(sockets, 'listening');
  const browser = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  const opened = once(browser, 'open');
  const [socket] = (await once(sockets, 'connection')) as [WebSocket];
  await opened;
  const client = new TerminalConnection(socket, { binary: true });
  let taken = 0;
  const terminal = new LiveTerminal({
    writer: undefined,
    size: { cols: 80, rows: 24 },
    onEnd: () => undefined,
    onOutput: (bytes) => {
      lines.onOutput(bytes);
      gate.noteOutput();
    },
  });
  const lines = new LineWatch({
    size: () => terminal.size,
    now: () => 0,
    onCommand: () => undefined,
    onInput: () => undefined,
  });
  const gate = new CommandGate({
    lines,
    write: (bytes) => terminal.write(bytes),
    print: () => undefined,
    notify: () => undefined,
    setListening: (isListening) => terminal.setListening(isListening),
    language: () => 'en',
    now: () => 0,
    onJudged: () => undefined,
  });
  terminal.bind({
    write: (bytes) => {
      taken += bytes.length;
      const echo = Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r', '\r\n$ '), 'latin1');
      setImmediate(() => terminal.onData(echo));
    },
    isFull: false,
    resize: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  });
  terminal.control(client);
  terminal.start();
  client.onFrame((frame) => {
    if (frame.type === 'data') {
      terminal.catchUp();
      gate.type(frame.bytes, 'lin');
    } else if (frame.type === 'resize') {
      terminal.resize(frame.size);
    }
  });
  terminal.onData(Buffer.from('$ '));
  return {
    browser,
    taken: () => taken,
    close: () => {
      gate.close();
      void lines.close();
      browser.terminate();
      sockets.close();
    },
  };
}

it.each(SEEDS)(
  'frames of any kind and size arrive whole, and none holds up the others: %i',
  async (seed) => {
    const { browser, taken, close } = await rig();
    const frames = framesOf(seed);
    const wanted = frames.reduce((sum, frame) => sum + (frame.type === 'data' ? frame.bytes.length : 0), 0);
    const messages = frames.map(encodeBinary);
    let longest = 0;
    for (let at = 0; at < messages.length || taken() < wanted; at++) {
      const message = messages[at];
      const from = threadMs();
      if (message) {
        browser.send(message);
      }
      await nextTurn();
      longest = Math.max(longest, threadMs() - from);
    }
    expect(taken()).toBe(wanted);
    expect(longest).toBeLessThan(LONGEST_STALL_MS);
    close();
  },
  shortOrSoak(30_000, 600_000),
);
