import { LIMITS } from '@jadegate/contract/limits';
import { CONFIRM, decodeFrame, encodeBinary, type Frame } from '@jadegate/contract/session/terminal-socket';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { SocketBlocked } from '../../../api/open-socket.ts';
import { SessionRefused } from '../session-frame/prepare-session.ts';
import type { SessionState } from '../session-frame/session-state.ts';
import { TerminalLink } from './terminal-link.ts';

const SIZE = { cols: 80, rows: 24 };

class FakeSocket extends EventTarget {
  readyState: number = WebSocket.OPEN;
  binaryType = '';
  readonly sent: Frame[] = [];

  send(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes);
    if (frame) {
      this.sent.push(frame);
    }
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }

  receive(frame: Frame): void {
    const bytes = encodeBinary(frame);
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  attach(output: number, input: number): void {
    this.receive({ type: 'connected' });
    this.receive({ type: 'attached', at: { output, input, size: SIZE } });
  }

  get typed(): string {
    const decoder = new TextDecoder();
    return this.sent
      .map((frame) => (frame.type === 'data' ? decoder.decode(frame.bytes, { stream: true }) : ''))
      .join('');
  }

  get acks(): number[] {
    return this.sent.flatMap((frame) => (frame.type === 'ack' ? [frame.offset] : []));
  }
}

const encode = (text: string) => new TextEncoder().encode(text);

function setup() {
  const sockets: FakeSocket[] = [];
  const asked: (number | undefined)[] = [];
  const states: SessionState[] = [];
  let shown = '';
  const waiting: (() => void)[] = [];
  let failure: Error | undefined;
  const link = new TerminalLink({
    size: SIZE,
    open: async ({ from }) => {
      asked.push(from);
      if (failure) {
        throw failure;
      }
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    events: {
      onOutput: (bytes, done) => {
        shown += new TextDecoder().decode(bytes);
        waiting.push(done);
      },
      onScreen: (bytes) => (shown = new TextDecoder().decode(bytes)),
      onState: (state) => states.push(state),
      onNotice: () => undefined,
    },
  });
  const latest = () => {
    const socket = sockets.at(-1);
    if (!socket) {
      throw new Error('no socket');
    }
    return socket;
  };
  const draw = () => waiting.splice(0).forEach((done) => done());
  const fail = (error?: Error) => (failure = error);
  return { link, latest, states, asked, draw, fail, shown: () => shown, count: () => sockets.length };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a terminal link', () => {
  it('types, shows and confirms what was shown', async () => {
    const { link, latest, states, draw, shown } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    expect(states.map(({ name }) => name)).toEqual(['connecting', 'connected']);
    link.write(encode('ls'));
    expect(latest().typed).toBe('ls');
    latest().receive({ type: 'data', bytes: encode('file\r\n') });
    expect(shown()).toBe('file\r\n');
    expect(latest().acks).toEqual([]);
    draw();
    expect(latest().acks).toEqual([]);
    await vi.advanceTimersByTimeAsync(CONFIRM.afterMs);
    expect(latest().acks).toEqual([6]);
  });

  it('sends a long paste in pieces that the server takes, with nothing lost between them', async () => {
    const { link, latest } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    const paste = Array.from({ length: 30_000 }, (_, at) => `line ${at} 玉門`).join('\r');
    link.write(encode(paste));
    expect(latest().typed === paste).toBe(true);
    const sizes = latest().sent.map((frame) => (frame.type === 'data' ? frame.bytes.length : 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMITS.bodyBytes / 2);
  });

  it('confirms a flood as it is shown, not each piece of it', async () => {
    const { link, latest, draw } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    const piece = new Uint8Array(CONFIRM.bytes / 4);
    for (let count = 0; count < 9; count++) {
      latest().receive({ type: 'data', bytes: piece });
      draw();
    }
    expect(latest().acks).toEqual([CONFIRM.bytes, 2 * CONFIRM.bytes]);
    await vi.advanceTimersByTimeAsync(CONFIRM.afterMs);
    expect(latest().acks.at(-1)).toBe(9 * piece.length);
  });

  it('sends again what was not taken, and asks for what it has not seen', async () => {
    const { link, latest, asked, draw, count } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    latest().receive({ type: 'data', bytes: encode('prompt') });
    draw();
    link.write(encode('taken'));
    latest().receive({ type: 'ack', offset: 5 });
    latest().readyState = WebSocket.CLOSING;
    link.write(encode('lost'));
    latest().close();
    await vi.advanceTimersByTimeAsync(400);
    expect(count()).toBe(2);
    expect(asked).toEqual([undefined, 6]);
    latest().attach(6, 7);
    expect(latest().typed).toBe('st');
  });

  it('sends nothing before it knows where the server stands, and then in order', async () => {
    const { link, latest } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    latest().readyState = WebSocket.CLOSING;
    link.write(encode('first '));
    latest().close();
    await vi.advanceTimersByTimeAsync(400);
    link.write(encode('second'));
    expect(latest().typed).toBe('');
    latest().attach(0, 0);
    expect(latest().typed).toBe('first second');
  });

  it('confirms what is shown late once, although the socket is another by then', async () => {
    const { link, latest, draw } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    latest().receive({ type: 'data', bytes: encode('12345') });
    latest().close();
    await vi.advanceTimersByTimeAsync(400);
    latest().attach(5, 0);
    latest().receive({ type: 'data', bytes: encode('678') });
    draw();
    await vi.advanceTimersByTimeAsync(CONFIRM.afterMs);
    expect(latest().acks.at(-1)).toBe(8);
  });

  it('gives up a socket that does not answer when the network is said to be back', async () => {
    const { link, latest, states, count } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    await vi.advanceTimersByTimeAsync(500);
    link.retryNow();
    await vi.advanceTimersByTimeAsync(1000);
    latest().receive({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(states.at(-1)?.name).toBe('connected');
    link.retryNow();
    await vi.advanceTimersByTimeAsync(3000);
    expect(states.at(-1)?.name).toBe('lost');
    await vi.advanceTimersByTimeAsync(400);
    expect(count()).toBe(2);
  });

  it('ends here when there is no line to say it on', async () => {
    const { link, latest, states } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    link.end();
    expect(latest().sent.at(-1)).toEqual({ type: 'closed', reason: '' });
    expect(states.at(-1)?.name).toBe('connected');
    latest().close();
    link.end();
    expect(states.at(-1)).toEqual({ name: 'over', reason: '' });
  });

  it('starts from the server’s counts after the page was loaded again', async () => {
    const { link, latest } = setup();
    link.start();
    await settle();
    latest().attach(1000, 50);
    link.write(encode('x'));
    latest().receive({ type: 'ack', offset: 51 });
    latest().close();
    await vi.advanceTimersByTimeAsync(400);
    latest().attach(1000, 51);
    expect(latest().typed).toBe('');
  });

  it('notices a network that has fallen silent', async () => {
    const { link, latest, states, count } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(states.at(-1)?.name).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    expect(count()).toBe(2);
  });

  it('keeps trying while calls fail, at once when told, and stops when refused', async () => {
    const { link, latest, states, asked, fail } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    fail(new Error('network'));
    latest().close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBeGreaterThan(5);
    const before = asked.length;
    link.retryNow();
    await settle();
    expect(asked).toHaveLength(before + 1);
    fail(new SessionRefused('這個連線已經結束'));
    link.retryNow();
    await settle();
    expect(states.at(-1)).toEqual({ name: 'over', reason: '這個連線已經結束' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(before + 2);
  });

  it('does not say that work goes on where none began', async () => {
    const { link, states, fail } = setup();
    fail(new Error('network'));
    link.start();
    await settle();
    expect(states.at(-1)).toMatchObject({ name: 'lost', why: 'unreached' });
    fail(new SessionRefused('請管理員設定 JADEGATE_PUBLIC_URL'));
    link.retryNow();
    await settle();
    const reason = '請管理員設定 JADEGATE_PUBLIC_URL';
    expect(states.at(-1)).toEqual({ name: 'over', reason, failure: { advice: '' } });
  });

  it('calls an end before the beginning a failure, with what to do about it', async () => {
    const { link, latest, states } = setup();
    link.start();
    await settle();
    latest().receive({ type: 'notice', notice: { kind: 'advice', text: '請確認服務已啟動' } });
    latest().receive({ type: 'closed', reason: 'db-01 拒絕連線' });
    const failure = { advice: '請確認服務已啟動' };
    expect(states.at(-1)).toEqual({ name: 'over', reason: 'db-01 拒絕連線', failure });
  });

  it('says what is being done until it is connected', async () => {
    const { link, latest, states } = setup();
    link.start();
    await settle();
    latest().receive({ type: 'notice', notice: { kind: 'step', text: '正在登入…' } });
    expect(states.at(-1)).toEqual({ name: 'connecting', step: '正在登入…' });
    latest().attach(0, 0);
    expect(states.at(-1)).toEqual({ name: 'connected' });
  });

  it('calls it none when the person left, or the session went on elsewhere', async () => {
    const left = setup();
    left.link.start();
    await settle();
    left.link.end();
    left.latest().receive({ type: 'closed', reason: '已取消登入' });
    // What the server says of it is for others.
    expect(left.states.at(-1)).toEqual({ name: 'over', reason: '' });
    const taken = setup();
    taken.link.start();
    await settle();
    taken.latest().receive({ type: 'closed', reason: 'taken-over' });
    expect(taken.states.at(-1)).toEqual({ name: 'over', reason: 'taken-over' });
  });

  it('tells a socket that never opens from a network that is gone, and goes on trying', async () => {
    const { link, latest, states, fail } = setup();
    fail(new SocketBlocked());
    link.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(states.at(-1)).toMatchObject({ name: 'lost', why: 'unreached' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(states.at(-1)).toMatchObject({ name: 'lost', why: 'blocked' });
    fail(undefined);
    await vi.advanceTimersByTimeAsync(8000);
    latest().attach(0, 0);
    expect(states.at(-1)).toEqual({ name: 'connected' });
    latest().close();
    expect(states.at(-1)).toMatchObject({ name: 'lost', why: 'cut' });
  });

  it('ends when the server says so and does not come back', async () => {
    const { link, latest, states, count } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    latest().receive({ type: 'closed', reason: '已由管理員中斷連線' });
    expect(states.at(-1)).toEqual({ name: 'over', reason: '已由管理員中斷連線' });
    link.write(encode('ghost'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count()).toBe(1);
    expect(latest().typed).toBe('');
  });
});

describe('before and beside the terminal', () => {
  const ask = (seconds: number): Frame => ({ type: 'notice', notice: { kind: 'ask', text: '', seconds } });

  it('answers go to the login at once, are never sent again, and are not typed into the shell', async () => {
    const { link, latest, states } = setup();
    link.start();
    await settle();
    link.write(encode('early'));
    latest().receive({ type: 'data', bytes: encode('Code: ') });
    latest().receive(ask(60));
    link.write(encode('4242'));
    expect(latest().typed).toBe('4242');
    latest().receive(ask(0));
    link.write(encode(' late'));
    latest().attach(0, 0);
    expect(latest().typed).toBe('4242early late');
    expect(states.map(({ name }) => name)).toEqual(['connecting', 'asking', 'connecting', 'connected']);
  });

  it('a drawn screen takes the place of what was shown, and is not counted', async () => {
    const { link, latest, draw, shown } = setup();
    link.start();
    await settle();
    latest().receive({ type: 'connected' });
    const screen = btoa(String.fromCharCode(...encode('玉門')));
    latest().receive({ type: 'attached', at: { output: 5000, input: 0, size: SIZE, screen } });
    expect(shown()).toBe('玉門');
    latest().receive({ type: 'data', bytes: encode('more') });
    draw();
    await vi.advanceTimersByTimeAsync(CONFIRM.afterMs);
    expect(latest().acks).toEqual([5004]);
  });

  it('being there is said without typing', async () => {
    const { link, latest } = setup();
    link.start();
    await settle();
    latest().attach(0, 0);
    link.stay();
    expect(latest().sent.at(-1)).toMatchObject({ type: 'notice', notice: { kind: 'idle' } });
    expect(latest().typed).toBe('');
  });
});
