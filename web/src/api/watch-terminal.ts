import {
  decodeFrame,
  encodeBinary,
  type Notice,
  type TerminalSize,
} from '@jadegate/contract/terminal-socket';

import { watchSocket, type WatchState } from './watch-socket.ts';

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

/** Said to somebody whose line cannot keep up; starting afresh with the screen as it is then helps. */
const TOO_SLOW = 'too-slow';

/** Looks on at somebody's terminal through the socket at a path, which is asked for anew each time. */
export function watchTerminal(pathNow: () => Promise<string>, events: WatchEvents): TerminalWatch {
  let socket: WebSocket | undefined;
  const stop = watchSocket(
    pathNow,
    { protocol: 'binary' },
    {
      onState: (state) => events.onState(state),
      onSocket: (opened, tell) => {
        socket = opened;
        opened.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
          const frame = decodeFrame(typeof data === 'string' ? data : new Uint8Array(data));
          switch (frame?.type) {
            case 'connected':
              events.onStart();
              tell.watching();
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
                tell.over(frame.reason);
              }
              return;
            default:
            // The rest is for the person whose session it is.
          }
        });
      },
    },
  );
  return {
    send: (bytes) => {
      if (socket?.readyState === WebSocket.OPEN) {
        socket.send(encodeBinary({ type: 'data', bytes }) as Uint8Array<ArrayBuffer>);
      }
    },
    stop,
  };
}
