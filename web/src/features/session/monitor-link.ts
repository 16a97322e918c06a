import { createTicket } from '@jadegate/contract/account';
import { TICKET_QUERY } from '@jadegate/contract/envelope';
import { monitorSocket } from '@jadegate/contract/session';
import { decodeFrame, type TerminalSize } from '@jadegate/contract/terminal-socket';

import { ApiError, NO_CODE } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { fillPath, queryText } from '../../api/path.ts';

export type MonitorState = { name: 'connecting' | 'watching' | 'lost' } | { name: 'over'; reason: string };

export interface MonitorEvents {
  /** A screen follows: what was shown before is void. */
  onStart(): void;
  onSize(size: TerminalSize): void;
  onOutput(bytes: Uint8Array): void;
  onState(state: MonitorState): void;
}

const RETRY_MS = 2000;

/** Watches a live session, and comes back after a cut: each time the server begins with the whole screen. */
export function watchSession(sessionId: string, events: MonitorEvents): () => void {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const finish = (reason: string) => {
    isOver = true;
    events.onState({ name: 'over', reason });
  };
  const lost = () => {
    if (!isOver) {
      events.onState({ name: 'lost' });
      retry = setTimeout(() => void connect(), RETRY_MS);
    }
  };
  const hear = (data: ArrayBuffer | string) => {
    const frame = decodeFrame(typeof data === 'string' ? data : new Uint8Array(data));
    switch (frame?.type) {
      case 'connected':
        events.onStart();
        events.onState({ name: 'watching' });
        return;
      case 'resize':
        events.onSize(frame.size);
        return;
      case 'data':
        events.onOutput(frame.bytes);
        return;
      case 'closed':
        finish(frame.reason);
        return;
      default:
      // The rest is for the person who types.
    }
  };
  const connect = async () => {
    const path = fillPath(monitorSocket.path, { id: sessionId });
    try {
      const { ticket } = await call(createTicket, { body: { path } });
      if (isOver) {
        return;
      }
      const { protocol, host } = window.location;
      const origin = `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}`;
      socket = new WebSocket(origin + path + queryText({ protocol: 'binary', [TICKET_QUERY]: ticket }));
      socket.binaryType = 'arraybuffer';
      socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => hear(data));
      socket.addEventListener('close', lost);
    } catch (error) {
      // What the server refuses is final; a call that did not reach it is not.
      if (error instanceof ApiError && error.code !== NO_CODE) {
        finish(error.message);
      } else {
        lost();
      }
    }
  };
  events.onState({ name: 'connecting' });
  void connect();
  return () => {
    isOver = true;
    clearTimeout(retry);
    socket?.close();
  };
}
