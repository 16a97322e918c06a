import type { WebsocketHandler } from '@fastify/websocket';
import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';

import type { AnySocketHandle } from '../http/api.ts';
import { accept, type RouteGuard } from '../http/routes.ts';
import type { Actor } from '../kernel/actor.ts';
import { AppError } from '../kernel/app-error.ts';
import { tunnelFarewell } from './tunnel-farewell.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    isSocket?: boolean;
  }
}

const NORMAL_CLOSURE = 1000;
/** Sockets of desktops have it in their path: their clients read instructions. */
const TUNNEL = '/tunnel';
/** As clients of the product family know them. */
const SESSION_NOT_FOUND = 800;
const SESSION_OFFLINE = 805;
const SERVER_ERROR = 512;

export interface SocketGuard extends RouteGuard {
  /** Writes a failure down and says it in the caller's language. */
  describeFailure: (request: FastifyRequest, error: unknown) => string;
}

/** The one way in for all sockets: origin, then the same admission as every other endpoint, then the upgrade. */
export function addSocket(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  handle: AnySocketHandle,
  { admit, site, describeFailure }: SocketGuard,
): void {
  const wsHandler: WebsocketHandler = (socket, request) => {
    open(socket, request, endpoint, handle).catch((error: unknown) => {
      const reason = describeFailure(request, error);
      if (endpoint.path.includes(TUNNEL)) {
        tunnelFarewell(socket, reason, tunnelCodeOf(error));
        return;
      }
      // A frame of the kind `closed`, which clients of every age can read.
      socket.send(`0${reason}`);
      socket.close(NORMAL_CLOSURE);
    });
  };
  app.route({
    method: 'GET',
    url: endpoint.path,
    config: { isSocket: true, ...(endpoint.held && { takesPasses: true }) },
    preParsing: async (request, reply) => {
      // Another server has looked at the page already: only there is it known how the browser came.
      if (isUpgrade(request) && !request.vouched) {
        refuseNameless(request);
        site.refuseForeign(request);
      }
      request.actor = await admit(request, reply, endpoint);
    },
    handler: async () => {
      throw new AppError('socket.upgrade_required');
    },
    wsHandler,
  });
}

/** A page or a call does not become a socket because somebody asks for one: that would be a way in without a guard. */
export function refuseOtherUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.ws && request.routeOptions.config.isSocket !== true) {
      throw new AppError('route.not_found');
    }
  });
}

function tunnelCodeOf(error: unknown): number {
  switch (error instanceof AppError ? error.code : undefined) {
    case 'session.not_found':
    case 'session.not_openable':
      return SESSION_NOT_FOUND;
    case 'session.over':
    case 'session.held_elsewhere':
    case 'session.server_died':
      return SESSION_OFFLINE;
    default:
      return SERVER_ERROR;
  }
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

/** Every browser says which page opens a socket. */
function refuseNameless(request: FastifyRequest): void {
  if (request.headers.origin === undefined) {
    throw new AppError('socket.origin_refused');
  }
}
