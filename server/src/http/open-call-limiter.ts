import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import { LIMITS } from '@jadegate/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { addressKey } from '../kernel/address-key.ts';
import { AppError } from '../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { callerOf } from './auth.ts';

declare module 'fastify' {
  interface FastifyRequest {
    openCall: OpenCall | undefined;
  }
  interface FastifyInstance {
    openCalls: OpenCallLimiter;
  }
}

/** An answer of which nobody took a byte for so long is given up. A proxy may take a good piece and then rest. */
export const STALL_MS = 2 * MINUTE_MS;
const LOOK_MS = 10 * SECOND_MS;
/** What waits here is one write to the system, which tells of it only when all of it went: a slow line has its time. */
const SLOWEST_BYTES_PER_MS = 16;
/** Calls of one address for which nobody was let in yet; as many as it may have connections. */
const CALLS_PER_ADDRESS = 500;
/** Answers that wait one behind the other on one connection. No browser and no proxy asks so far ahead. */
const CALLS_PER_CONNECTION = 32;

interface OpenCall {
  response: ServerResponse;
  socket: Socket;
  request: FastifyRequest;
  /** What it is counted under: of an address until somebody is let in, and of that person then. */
  keys: string[];
  /** The handler is done: from here on bytes must go. */
  isAnswering: boolean;
  taken: number;
  takenAt: number;
}

/**
 * Every call under way, and whose it is. Nobody holds more than their share open, and an answer that nobody takes ends:
 * with its connection goes whatever stands behind it, be it a file, a channel to a target or another server.
 */
export class OpenCallLimiter {
  readonly #logger: Logger;
  readonly #calls = new Set<OpenCall>();
  readonly #counts = new Map<string, number>();
  readonly #connections = new WeakMap<Socket, number>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  watch(app: FastifyInstance): void {
    app.decorateRequest('openCall', undefined);
    app.addHook('onRequest', async (request, reply) => this.#enter(request, reply));
    const timer = setInterval(() => this.endStalled(performance.now()), LOOK_MS).unref();
    app.addHook('onClose', async () => clearInterval(timer));
  }

  get size(): number {
    return this.#calls.size;
  }

  /** Somebody was let in: the call is theirs now. Throws when they hold as much as they may. */
  admit(request: FastifyRequest, { holds }: AnyEndpoint, userId: string): void {
    const { calls, transfers, watches } = LIMITS.openPerPerson;
    const call = request.openCall;
    if (call) {
      this.#leave(call);
      this.#take(call.keys, `calls ${userId}`, calls, 'open.calls');
      if (holds === 'transfer') {
        this.#take(call.keys, `transfers ${userId}`, transfers, 'open.transfers');
      }
    } else if (holds === 'watch') {
      const keys: string[] = [];
      this.#take(keys, `watches ${userId}`, watches, 'open.watches');
      request.raw.socket.once('close', () => this.#leave({ keys }));
    }
  }

  /** The handler has answered; what is slow from here on is the way. */
  answer({ openCall }: FastifyRequest): void {
    if (openCall) {
      openCall.isAnswering = true;
    }
  }

  /** Ends what did not get on since it was first seen to stand still. */
  endStalled(now: number): void {
    for (const call of this.#calls) {
      const { response, socket, request } = call;
      // Of what is still in a buffer of ours nothing was taken.
      const taken = socket.bytesWritten - socket.writableLength;
      const isUnderWay = call.isAnswering || response.headersSent;
      if (!isUnderWay || taken !== call.taken || call.takenAt === Infinity) {
        call.taken = taken;
        call.takenAt = isUnderWay ? now : Infinity;
      } else if (now - call.takenAt >= STALL_MS + socket.writableLength / SLOWEST_BYTES_PER_MS) {
        this.#logger.warn(
          { requestId: request.id, route: request.routeOptions.url ?? 'none', userId: request.actor?.userId },
          'an answer that nobody took was given up',
        );
        socket.destroy();
      }
    }
  }

  #enter(request: FastifyRequest, { raw: response }: FastifyReply): void {
    if (request.ws) {
      // Sockets have bounds of their own: a heartbeat, and what may wait for each.
      return;
    }
    const { socket } = request.raw;
    const call: OpenCall = {
      response,
      socket,
      request,
      keys: [],
      isAnswering: false,
      taken: 0,
      takenAt: Infinity,
    };
    const before = this.#connections.get(socket) ?? 0;
    if (before >= CALLS_PER_CONNECTION) {
      throw new AppError('open.calls', { params: { limit: CALLS_PER_CONNECTION } });
    }
    const address = addressKey(callerOf(request).address);
    this.#take(call.keys, `address ${address}`, CALLS_PER_ADDRESS, 'open.calls');
    this.#connections.set(socket, before + 1);
    this.#calls.add(call);
    request.openCall = call;
    const end = () => {
      if (this.#calls.delete(call)) {
        this.#leave(call);
        this.#connections.set(socket, (this.#connections.get(socket) ?? 1) - 1);
      }
    };
    response.once('finish', end);
    response.once('close', end);
  }

  #take(keys: string[], key: string, limit: number, code: 'open.calls' | `open.${'transfers' | 'watches'}`) {
    const count = this.#counts.get(key) ?? 0;
    if (count >= limit) {
      throw new AppError(code, { params: { limit } });
    }
    this.#counts.set(key, count + 1);
    keys.push(key);
  }

  #leave({ keys }: Pick<OpenCall, 'keys'>): void {
    for (const key of keys.splice(0)) {
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) {
        this.#counts.set(key, left);
      } else {
        this.#counts.delete(key);
      }
    }
  }
}
