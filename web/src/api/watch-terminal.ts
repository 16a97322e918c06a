import {
  decodeFrame,
  encodeBinary,
  type Notice,
  type TerminalSize,
} from '@jadegate/contract/session/terminal-socket';

import { watchSocket, type SocketTold, type WatchState } from './watch-socket.ts';

/** The socket of a terminal speaks in bytes when it is asked with this. */
export const IN_BYTES = { protocol: 'binary' } as const;

interface TerminalEvents {
  /** A screen follows: what was shown before is void. */
  onStart(): void;
  onSize(size: TerminalSize): void;
  onOutput(bytes: Uint8Array): void;
  onNotice?(notice: Notice): void;
}

/** Said to somebody whose line cannot keep up; starting afresh with the screen as it is then helps. */
const TOO_SLOW = 'too-slow';

/** Looks on at somebody's terminal through the socket at a path. Answers how to stop. */
export function watchTerminal(
  path: string,
  { onState, ...events }: TerminalEvents & { onState: (state: WatchState) => void },
): () => void {
  return watchSocket(async () => path, IN_BYTES, {
    onState,
    onSocket: (socket, tell) => followTerminal(socket, tell, events),
  });
}

/** What comes through the socket of a terminal that is looked at. */
export function followTerminal(socket: WebSocket, tell: SocketTold, events: TerminalEvents): void {
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
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
}

/** Typed, where the server takes it. Lost while there is no connection. */
export function typeInto(socket: WebSocket | undefined, bytes: Uint8Array): void {
  if (socket?.readyState === WebSocket.OPEN) {
    socket.send(encodeBinary({ type: 'data', bytes }) as Uint8Array<ArrayBuffer>);
  }
}
