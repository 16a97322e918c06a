import type { FastifyInstance, FastifyRequest } from 'fastify';

import { MINUTE_MS } from '../kernel/clock.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesStream?: boolean;
  }
}

/** For a whole body that is read at once. */
const BODY_MS = MINUTE_MS;
/** For the next piece of a stream. Longer, because the other end of it may be slow to take what was sent. */
const SILENCE_MS = 5 * MINUTE_MS;

/**
 * Nobody holds a connection open by sending a body slowly. Node's own limit is the same for every request, and would
 * cut off an upload that takes an hour.
 */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // A request that became a socket never closes; its timer would keep the whole connection for another minute.
    if (!hasBody(request)) {
      return;
    }
    const stop = request.routeOptions.config.takesStream
      ? watchForSilence(request)
      : startTimer(request, BODY_MS);
    request.raw.once('close', stop);
  });
}

/** RFC 9112: a request has a body only when it says so. */
function hasBody({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function startTimer({ raw }: FastifyRequest, ms: number): () => void {
  const timer = setTimeout(() => {
    if (!raw.complete) {
      raw.destroy();
    }
  }, ms).unref();
  return () => clearTimeout(timer);
}

function watchForSilence({ raw }: FastifyRequest): () => void {
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    if (!raw.complete && raw.socket.bytesRead === before) {
      raw.destroy();
    }
    before = raw.socket.bytesRead;
  }, SILENCE_MS).unref();
  return () => clearInterval(timer);
}
