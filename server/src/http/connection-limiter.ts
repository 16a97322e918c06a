import type { Server } from 'node:http';
import type { Socket } from 'node:net';

import { addressKey } from '../kernel/address-key.ts';
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
import type { MatchesAddress } from '../kernel/ip-set.ts';
import type { Logger } from '../kernel/logger.ts';

export interface ConnectionLimiterOptions {
  /** Connections that one address may hold while nobody on them is signed in. */
  perAddress: number;
  isProxy: MatchesAddress;
  logger: Logger;
}

/** An office behind one address, with everybody at the login page at once and browsers that open six each. */
export const DEFAULT_CONNECTIONS_PER_ADDRESS = 500;
/** A proxy stands for many people. */
const PROXY_SHARE = 10;
/** From everywhere together: far below what a process may open, far above what a login page needs. */
const UNKNOWN_IN_ALL = 10_000;
/** An answer that nobody takes and a request that nobody finishes are given up after this. */
const SILENCE_MS = MINUTE_MS;
const WARN_EVERY_MS = MINUTE_MS;

/** Time to finish the head of a request. Node looks every few seconds. */
export const HEADERS_MS = 15 * SECOND_MS;
export const HEADERS_CHECK_MS = 5 * SECOND_MS;
/** Time to agree on keys. */
export const HANDSHAKE_MS = 10 * SECOND_MS;

/** Connections that count together; `idle` are those without a request under way, the longest idle first. */
class Crowd {
  size = 0;
  readonly idle = new Set<Connection>();
}

interface Connection {
  socket: Socket;
  key: string;
  crowds: readonly Crowd[];
  requests: number;
  hasAsked: boolean;
}

/**
 * Bounds the connections of people who are not signed in: half-open ones, those that send nothing, and those that idle
 * after a request. Where an address has too many, the one that has been idle longest goes, so that a newcomer who asks
 * at once is served even while somebody beside them opens connections as fast as they can. A connection on which
 * somebody was let in counts no more.
 */
export class ConnectionLimiter {
  readonly #options: ConnectionLimiterOptions;
  readonly #connections = new Map<string, Connection>();
  readonly #crowds = new Map<string, Crowd>();
  readonly #everybody = new Crowd();
  #warnedAt = -Infinity;

  constructor(options: ConnectionLimiterOptions) {
    this.#options = options;
  }

  watch(server: Server): void {
    // With TLS this is the bare connection, before a key is agreed on.
    server.on('connection', (socket: Socket) => this.#enter(socket));
    server.on('secureConnection', (socket: Socket) => this.#upgrade(socket));
    server.on('request', ({ socket }, response) => {
      const connection = this.#begin(socket);
      response.once('close', () => connection && this.#end(connection));
    });
    // What becomes of it is not a matter of waiting any more: it is let in and proven, or refused and closed.
    server.on('upgrade', ({ socket }: { socket: Socket }) => this.#begin(socket));
  }

  /** Somebody who is signed in uses this connection. */
  prove(socket: Socket): void {
    const connection = this.#connections.get(peerOf(socket));
    if (connection && connection.crowds.length > 0) {
      this.#leave(connection);
      connection.socket.setTimeout(0);
    }
  }

  /** Ends connections on which nothing was ever asked. */
  closeUnused(): void {
    for (const { socket, hasAsked } of this.#connections.values()) {
      if (!hasAsked) {
        socket.destroy();
      }
    }
  }

  #enter(socket: Socket): void {
    const address = socket.remoteAddress;
    if (address === undefined) {
      socket.destroy();
      return;
    }
    const key = addressKey(address);
    const crowd = this.#crowds.get(key) ?? new Crowd();
    const { perAddress, isProxy } = this.#options;
    const most = isProxy(address) ? perAddress * PROXY_SHARE : perAddress;
    if (!this.#makeRoom(crowd, most, key) || !this.#makeRoom(this.#everybody, UNKNOWN_IN_ALL, key)) {
      socket.destroy();
      return;
    }
    this.#crowds.set(key, crowd);
    const crowds = [crowd, this.#everybody];
    const connection: Connection = { socket, key, crowds, requests: 0, hasAsked: false };
    for (const each of crowds) {
      each.size += 1;
      each.idle.add(connection);
    }
    const peer = peerOf(socket);
    this.#connections.set(peer, connection);
    socket.once('close', () => {
      this.#leave(connection);
      this.#connections.delete(peer);
    });
  }

  #makeRoom(crowd: Crowd, most: number, key: string): boolean {
    if (crowd.size < most) {
      return true;
    }
    this.#warn(key);
    const [longestIdle] = crowd.idle;
    if (!longestIdle) {
      return false;
    }
    this.#leave(longestIdle);
    longestIdle.socket.destroy();
    return true;
  }

  /** From here on the TLS socket is the one that can say goodbye. */
  #upgrade(socket: Socket): void {
    const connection = this.#connections.get(peerOf(socket));
    if (connection) {
      connection.socket = socket;
    }
  }

  #begin(socket: Socket): Connection | undefined {
    const connection = this.#connections.get(peerOf(socket));
    if (!connection) {
      return undefined;
    }
    connection.requests += 1;
    connection.hasAsked = true;
    for (const crowd of connection.crowds) {
      crowd.idle.delete(connection);
    }
    if (connection.crowds.length > 0) {
      connection.socket.setTimeout(SILENCE_MS);
    }
    return connection;
  }

  #end(connection: Connection): void {
    connection.requests -= 1;
    if (connection.requests === 0) {
      for (const crowd of connection.crowds) {
        crowd.idle.add(connection);
      }
    }
  }

  #leave(connection: Connection): void {
    for (const crowd of connection.crowds) {
      crowd.size -= 1;
      crowd.idle.delete(connection);
    }
    const [own] = connection.crowds;
    connection.crowds = [];
    if (own?.size === 0 && this.#crowds.get(connection.key) === own) {
      this.#crowds.delete(connection.key);
    }
  }

  #warn(key: string): void {
    const now = performance.now();
    if (now - this.#warnedAt >= WARN_EVERY_MS) {
      this.#warnedAt = now;
      this.#options.logger.warn({ address: key }, 'too many connections of people who are not signed in');
    }
  }
}

/** Unique among open connections, and the same for a TLS socket and the one under it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? 0}`;
}
