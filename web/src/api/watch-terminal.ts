import type { ErrorCode } from '@jadegate/contract/error';
import {
  decodeFrame,
  encodeBinary,
  type Notice,
  type TerminalSize,
} from '@jadegate/contract/terminal-socket';

import { ApiError, type LocalFailure } from './api-error.ts';
import { BLOCKED_AFTER, openSocket, SocketBlocked } from './open-socket.ts';

/** `lost`: blocked when the server answers calls, but no socket opens. `over`: with the reason, and with the code of the failure where a call was refused. */
export type WatchState =
  | { name: 'connecting' | 'watching' }
  | { name: 'lost'; isBlocked: boolean }
  | { name: 'over'; reason: string; error?: ErrorCode | LocalFailure };

export interface WatchEvents {
  /** A screen follows: what was shown before is void. */
  onStart(): void;
  onSize(size: TerminalSize): void;
  onOutput(bytes: Uint8Array): void;
  onState(state: WatchState): void;
  onNotice?(notice: Notice): void;
}

export interface TerminalWatch {
  /** Typed, where the server takes it. Lost while there is no connection. */
  send(bytes: Uint8Array): void;
  stop(): void;
}

const RETRY_MS = 2000;
/** Said to somebody whose line cannot keep up; starting afresh with the screen as it is then helps. */
const TOO_SLOW = 'too-slow';

/**
 * Looks on at somebody's terminal through the socket at a path, and comes back after a cut: each time the server begins
 * with the whole screen. The path is asked for anew each time.
 */
export function watchTerminal(pathNow: () => Promise<string>, events: WatchEvents): TerminalWatch {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let blocked = 0;

  const finish = (reason: string, error?: ErrorCode | LocalFailure) => {
    isOver = true;
    events.onState({ name: 'over', reason, ...(error && { error }) });
  };
  const onLost = () => {
    if (!isOver) {
      events.onState({ name: 'lost', isBlocked: blocked >= BLOCKED_AFTER });
      retry = setTimeout(() => void connect(), RETRY_MS);
    }
  };
  const onFrame = (data: ArrayBuffer | string) => {
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
      case 'notice':
        events.onNotice?.(frame.notice);
        return;
      case 'closed':
        if (frame.reason !== TOO_SLOW) {
          finish(frame.reason);
        }
        return;
      default:
      // The rest is for the person whose session it is.
    }
  };
  const connect = async () => {
    try {
      const path = await pathNow();
      const opened = await openSocket(path, { protocol: 'binary' });
      if (isOver) {
        opened.close();
        return;
      }
      blocked = 0;
      socket = opened;
      socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => onFrame(data));
      socket.addEventListener('close', onLost);
    } catch (error) {
      if (isOver) {
        return;
      }
      if (error instanceof ApiError && error.isRefusal) {
        finish(error.message, error.error);
      } else {
        blocked = error instanceof SocketBlocked ? blocked + 1 : 0;
        onLost();
      }
    }
  };
  events.onState({ name: 'connecting' });
  void connect();
  return {
    send: (bytes) => {
      if (socket?.readyState === WebSocket.OPEN) {
        socket.send(encodeBinary({ type: 'data', bytes }) as Uint8Array<ArrayBuffer>);
      }
    },
    stop: () => {
      isOver = true;
      clearTimeout(retry);
      socket?.close();
    },
  };
}
