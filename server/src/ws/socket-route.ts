import type { WebsocketHandler } from '@fastify/websocket';
import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';

import type { AnySocketHandle } from '../http/api.ts';
import { admit, type Authenticator } from '../http/auth.ts';
import { accept } from '../http/routes.ts';
import type { Actor } from '../kernel/actor.ts';
import { AppError } from '../kernel/app-error.ts';

const NORMAL_CLOSURE = 1000;

export interface SocketGuard {
  auth: Authenticator;
  /** Writes a failure down and says it in the caller's language. */
  sayFailure: (request: FastifyRequest, error: unknown) => string;
}

/** The one way in for all sockets: origin, then the same admission as every other endpoint, then the upgrade. */
export function addSocket(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  handle: AnySocketHandle,
  { auth, sayFailure }: SocketGuard,
): void {
  const wsHandler: WebsocketHandler = (socket, request) => {
    open(socket, request, endpoint, handle).catch((error: unknown) => {
      // A frame of the kind `closed`, which clients of every age can read.
      socket.send(`0${sayFailure(request, error)}`);
      socket.close(NORMAL_CLOSURE);
    });
  };
  app.route({
    method: 'GET',
    url: endpoint.path,
    preParsing: async (request) => {
      if (isUpgrade(request)) {
        refuseForeign(request);
      }
      request.actor = await admit(request, endpoint, auth);
    },
    handler: async () => {
      throw new AppError('socket.upgrade_required');
    },
    wsHandler,
  });
}

async function open(
  socket: WebSocket,
  request: FastifyRequest,
  endpoint: AnyEndpoint,
  handle: AnySocketHandle,
): Promise<void> {
  await handle({
    params: accept(endpoint.params, request.params, request),
    query: accept(endpoint.query, request.query, request),
    actor: request.actor as Actor,
    socket,
  });
}

function isUpgrade(request: FastifyRequest): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket';
}

/** A page of another site must not open sockets here, whatever it has got hold of. */
function refuseForeign(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== request.host) {
    throw new AppError('socket.origin_refused');
  }
}
