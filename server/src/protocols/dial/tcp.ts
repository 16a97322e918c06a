import net from 'node:net';

import { DialError, type DialFailure } from './dial-error.ts';
import type { Endpoint } from './target.ts';

const FAILURES: Record<string, DialFailure> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  ETIMEDOUT: 'timeout',
};

/** Protocols that cannot ask by themselves learn from the network that a silent host is gone; by default after hours. */
const KEEPALIVE_MS = 15_000;

/** A plain connection. The caller's abort ends the attempt and leaves no socket. */
export function connectTcp({ host, port }: Endpoint, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: KEEPALIVE_MS };
    const socket = net.connect({ host, port, noDelay: true, ...keepAlive });
    const settle = () => {
      signal.removeEventListener('abort', onAbort);
      socket.off('error', onError);
    };
    const onAbort = () => {
      settle();
      socket.on('error', () => undefined);
      socket.destroy();
      reject(signal.reason);
    };
    const onError = (error: NodeJS.ErrnoException) => {
      settle();
      socket.destroy();
      reject(new DialError(FAILURES[error.code ?? ''] ?? 'unreachable', { cause: error }));
    };
    socket.once('error', onError);
    socket.once('connect', () => {
      settle();
      // Whoever uses the stream learns of its end from `close`; an error that nobody heard would end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) {
      onAbort();
    }
  });
}
