import type { ErrorCode } from '@jadegate/contract/error';

import { ApiError, type LocalFailure } from './api-error.ts';
import { BLOCKED_AFTER, openSocket, SocketBlocked } from './open-socket.ts';

/** `lost`: blocked when the server answers calls, but no socket opens. `over`: with the reason, and with the code of the failure where a call was refused. */
export type WatchState =
  | { name: 'connecting' | 'watching' }
  | { name: 'lost'; isBlocked: boolean }
  | { name: 'over'; reason: string; error?: ErrorCode | LocalFailure };

/** What whoever reads a socket says about it. */
export interface SocketTold {
  watching: () => void;
  over: (reason: string) => void;
}

interface SocketEvents {
  /** It is open. What it brings is for the caller, who says when there is something to see and when it is over. */
  onSocket(socket: WebSocket, tell: SocketTold): void;
  onState(state: WatchState): void;
}

const RETRY_MS = 2000;

/**
 * Looks on at somebody's session through the socket at a path, and comes back after a cut: each time the server begins
 * with the whole screen. The path is asked for anew each time. Answers how to stop.
 */
export function watchSocket(
  pathNow: () => Promise<string>,
  query: Record<string, unknown>,
  events: SocketEvents,
): () => void {
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
  const connect = async () => {
    try {
      const path = await pathNow();
      const opened = await openSocket(path, query);
      if (isOver) {
        opened.close();
        return;
      }
      blocked = 0;
      socket = opened;
      socket.addEventListener('close', onLost);
      events.onSocket(socket, {
        watching: () => !isOver && events.onState({ name: 'watching' }),
        over: (reason) => !isOver && finish(reason),
      });
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
  return () => {
    isOver = true;
    clearTimeout(retry);
    socket?.close();
  };
}
