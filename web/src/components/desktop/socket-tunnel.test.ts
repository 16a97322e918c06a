import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { SocketTunnel } from './socket-tunnel.ts';

class FakeSocket extends EventTarget {
  readyState: number = WebSocket.OPEN;
  sent: string[] = [];

  send(text: string): void {
    this.sent.push(text);
  }

  say(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: text }));
  }
}

let socket: FakeSocket;
const onNotice = vi.fn();
const onEnd = vi.fn();
const onInstruction = vi.fn();

function connect(): SocketTunnel {
  const tunnel = new SocketTunnel(socket as unknown as WebSocket, { onNotice, onEnd });
  tunnel.oninstruction = onInstruction;
  tunnel.connect();
  return tunnel;
}

beforeEach(() => {
  vi.clearAllMocks();
  socket = new FakeSocket();
});

describe('a tunnel over a socket', () => {
  it('hands on what draws, and says what it is told to', () => {
    const tunnel = connect();
    socket.say(encodeInstruction('size', 0, 800, 600) + encodeInstruction('name', '玉門'));
    expect(onInstruction.mock.calls).toEqual([
      ['size', ['0', '800', '600']],
      ['name', ['玉門']],
    ]);
    tunnel.sendMessage('key', 97, 1);
    expect(socket.sent).toEqual(['3.key,2.97,1.1;']);
  });

  it('keeps what the server says about the session from the client, which would leave the session', () => {
    const tunnel = connect();
    socket.say(
      encodeInstruction('notice', JSON.stringify({ kind: 'message', text: '請存檔 😀', from: 'An' })),
    );
    expect(onNotice).toHaveBeenCalledWith({ kind: 'message', text: '請存檔 😀', from: 'An' });
    const reason = btoa(String.fromCodePoint(...new TextEncoder().encode('管理員已中斷連線')));
    socket.say(encodeInstruction('error', reason, 802) + encodeInstruction('disconnect'));
    expect(onEnd).toHaveBeenCalledWith({ reason: '管理員已中斷連線', code: 802 });
    socket.say(encodeInstruction('', 'ping', 1));
    expect(onInstruction).not.toHaveBeenCalled();
    expect(socket.sent).toEqual([]);
    tunnel.disconnect();
  });

  it('neither draws nor sends once it is left', () => {
    const tunnel = connect();
    tunnel.disconnect();
    socket.say(encodeInstruction('size', 0, 800, 600));
    tunnel.sendMessage('disconnect');
    expect(onInstruction).not.toHaveBeenCalled();
    expect(socket.sent).toEqual([]);
  });
});
