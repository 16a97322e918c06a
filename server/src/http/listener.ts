import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

import type { Certificate } from './certificate.ts';
import { HANDSHAKE_MS, HEADERS_CHECK_MS, HEADERS_MS, type ConnectionLimiter } from './connection-limiter.ts';

/** Longer than proxies keep theirs, so that it is never this end that closes under a request. */
const KEEP_ALIVE_MS = 72_000;

/** What listens: with TLS or without, behind the door, and with limits on how long a beginning may take. */
export function createListener(
  handle: RequestListener,
  door: ConnectionLimiter,
  certificate?: Certificate,
): Server {
  const options = { connectionsCheckingInterval: HEADERS_CHECK_MS };
  const server = certificate
    ? createTlsServer({ ...options, ...certificate.current, handshakeTimeout: HANDSHAKE_MS }, handle)
    : createServer(options, handle);
  certificate?.renew(server);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  // Bodies have their own limit, see `limitBodyTime`.
  server.requestTimeout = 0;
  door.watch(server);
  return server;
}
