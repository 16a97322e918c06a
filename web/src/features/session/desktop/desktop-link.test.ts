import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import type { Notice } from '@jadegate/contract/session/session-notice';
import { SESSION_NOTICE_WORDS } from '@jadegate/contract/words/session-notices';
import type { Client, Tunnel } from 'guacamole-common-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { SessionState } from '../session-frame/session-state.ts';
import { DesktopLink } from './desktop-link.ts';

const CONNECTED = 3;

class FakeSocket extends EventTarget {
  readyState: number = WebSocket.OPEN;
  readonly sent: string[] = [];

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }

  say(...elements: (string | number)[]): void {
    this.dispatchEvent(new MessageEvent('message', { data: encodeInstruction(...elements) }));
  }

  end(reason: string, code: number): void {
    this.say('error', btoa(String.fromCodePoint(...new TextEncoder().encode(reason))), code);
    this.say('disconnect');
  }
}

/** A client that draws nothing: the first `sync` connects it. */
function fakeClient(tunnel: Tunnel): Client {
  const client = {
    connect: () => tunnel.connect(),
    disconnect: () => tunnel.sendMessage('disconnect'),
    sendSize: (width: number, height: number) => tunnel.sendMessage('size', width, height),
  } as Client;
  tunnel.oninstruction = (opcode, args) => {
    if (opcode === 'sync') {
      client.onstatechange?.(CONNECTED);
    } else if (opcode === 'required') {
      client.onrequired?.(args as string[]);
    }
  };
  return client;
}

function setup() {
  const sockets: FakeSocket[] = [];
  const states: SessionState[] = [];
  const notices: Notice[] = [];
  const required: (readonly string[])[] = [];
  const clients: Client[] = [];
  const untold: (() => void)[] = [];
  const link = new DesktopLink({
    size: { width: 800, height: 600 },
    open: async () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    makeClient: fakeClient,
    whenQuiet: (tell) => untold.push(tell),
    events: {
      onClient: (client) => clients.push(client),
      onState: (state) => states.push(state),
      onNotice: (notice) => notices.push(notice),
      onClipboard: () => undefined,
      onRequired: (names) => required.push(names),
    },
  });
  const socket = () => sockets.at(-1) ?? new FakeSocket();
  const connect = async () => {
    link.start();
    await vi.advanceTimersByTimeAsync(0);
    socket().say('sync', 1);
  };
  return { link, sockets, socket, states, notices, required, clients, untold, connect };
}

const last = (states: SessionState[]) => states.at(-1);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the way to a desktop', () => {
  it('is connected with the first picture, and comes back by itself with a new one', async () => {
    const { connect, states, socket, sockets, clients } = setup();
    await connect();
    expect(last(states)).toEqual({ name: 'connected' });
    socket().close();
    expect(last(states)).toMatchObject({ name: 'lost', why: 'cut' });
    await vi.advanceTimersByTimeAsync(300);
    expect(sockets).toHaveLength(2);
    // Until there is a picture, the old one is what is shown.
    expect(clients).toHaveLength(1);
    socket().say('sync', 2);
    expect(clients).toHaveLength(2);
    expect(last(states)).toEqual({ name: 'connected' });
  });

  it('says why it ended, and does not tell the server that the person left', async () => {
    const { connect, states, socket } = setup();
    await connect();
    socket().end('管理員已中斷連線', 802);
    expect(last(states)).toEqual({ name: 'over', reason: '管理員已中斷連線' });
    expect(socket().sent.join('')).not.toContain('disconnect');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(last(states)).toEqual({ name: 'over', reason: '管理員已中斷連線' });
  });

  it('says what it does, and is a failure with advice when there never was a picture', async () => {
    const { link, states, socket } = setup();
    link.start();
    await vi.advanceTimersByTimeAsync(0);
    socket().say('notice', JSON.stringify({ kind: 'step', text: '正在連線…' }));
    expect(last(states)).toEqual({ name: 'connecting', step: '正在連線…' });
    socket().say('notice', JSON.stringify({ kind: 'advice', text: '請確認帳號' }));
    socket().end('目標不接受登入', 519);
    expect(last(states)).toEqual({
      name: 'over',
      reason: '目標不接受登入',
      failure: { advice: '請確認帳號' },
    });
  });

  it('knows that another window went on with it, in either language', async () => {
    for (const words of Object.values(SESSION_NOTICE_WORDS.taken_over)) {
      const { connect, states, socket } = setup();
      await connect();
      socket().end(words, 517);
      expect(last(states)).toEqual({ name: 'over', reason: 'taken-over' });
    }
  });

  it('ends when the person says so', async () => {
    const { connect, link, socket } = setup();
    await connect();
    link.end();
    expect(socket().sent).toContain(encodeInstruction('disconnect'));
  });

  it('leaves without ending it', async () => {
    const { connect, link, socket } = setup();
    await connect();
    link.leave();
    expect(socket().readyState).toBe(WebSocket.CLOSED);
    expect(socket().sent).not.toContain(encodeInstruction('disconnect'));
  });

  it('tells the last of many sizes, when nobody is typing', async () => {
    const { connect, link, socket, untold } = setup();
    await connect();
    link.resize({ width: 801, height: 600 });
    await vi.advanceTimersByTimeAsync(400);
    link.resize({ width: 900, height: 700 });
    await vi.advanceTimersByTimeAsync(499);
    expect(untold).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(socket().sent).toEqual([]);
    untold.forEach((tell) => tell());
    expect(socket().sent).toEqual([encodeInstruction('size', 900, 700)]);
  });

  it('hands on what is said to the person, and what the desktop asks', async () => {
    const { link, socket, notices, required, states } = setup();
    link.start();
    await vi.advanceTimersByTimeAsync(0);
    socket().say('notice', JSON.stringify({ kind: 'limit', text: '', seconds: 30 }));
    expect(notices).toEqual([{ kind: 'limit', text: '', seconds: 30 }]);
    socket().say('required', 'username', 'password');
    expect(required.at(-1)).toEqual(['username', 'password']);
    expect(last(states)).toEqual({ name: 'asking' });
  });

  it('is given up when the server does not answer', async () => {
    const { connect, socket, states } = setup();
    await connect();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(socket().sent.join('')).toContain('4.ping');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(last(states)?.name).toBe('lost');
  });
});
