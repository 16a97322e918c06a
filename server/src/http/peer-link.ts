import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

import { SUCCESS } from '@jadegate/contract/envelope';
import { storedEnd, storeEnd, type SessionEnd } from '@jadegate/contract/session/session-end';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { SYSTEM_CALLER } from '../kernel/actor.ts';
import { AppError } from '../kernel/app-error.ts';
import { SECOND_MS } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { LeaseAnswer, OrderAnswer, Peer, PeerLink } from '../kernel/peer-link.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import { answerOf, PEER_HEADER, targetOf, textOf } from './peer-forward.ts';
import type { PeerPasses } from './peer-pass.ts';

interface LinkOptions {
  passes: PeerPasses;
  logger: Logger;
  ca?: string[] | undefined;
}

/** What a server does for another that asks by itself. */
interface Asked {
  hasLease: () => boolean;
  /** Begins to end what is held here; nothing where it is not. */
  endHere: (sessionId: string, end: SessionEnd) => void;
}

/** Whoever is there answers this without asking anybody. */
const PATIENCE_MS = 3 * SECOND_MS;
const LEASE_PATH = '/peer/lease';
const endPath = (sessionId: string) => `/peer/sessions/${sessionId}/end`;

/** Calls of a server itself. Everything they say is in the address, which the pass is bound to. */
export class HttpPeerLink implements PeerLink {
  readonly #options: LinkOptions;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  async lease(peer: Peer): Promise<LeaseAnswer> {
    const answer = await this.#call(peer, 'GET', LEASE_PATH);
    if (typeof answer === 'string') {
      // A version that does not know the question is there all the same; what it thinks of itself is not known.
      return answer === 'refused' ? 'lost' : answer;
    }
    return (answer.data as { isHeld?: boolean } | null)?.isHeld === true ? 'held' : 'lost';
  }

  async end(peer: Peer, sessionId: string, end: SessionEnd): Promise<OrderAnswer> {
    const query = new URLSearchParams({ end: storeEnd(end) }).toString();
    const answer = await this.#call(peer, 'POST', `${endPath(sessionId)}?${query}`);
    if (typeof answer === 'string') {
      return answer === 'gone' ? 'gone' : 'silent';
    }
    return 'taken';
  }

  async #call(
    peer: Peer,
    method: string,
    url: string,
  ): Promise<{ data: unknown } | 'refused' | 'gone' | 'silent'> {
    const target = targetOf(peer, this.#options.ca);
    const vouched = { caller: SYSTEM_CALLER, who: undefined };
    // A connection of its own: one that was used before may have fallen silent.
    const asked = (target.protocol === 'https:' ? httpsRequest : httpRequest)({
      ...target,
      method,
      path: url,
      agent: false,
      headers: { [PEER_HEADER]: this.#options.passes.issue(peer.processId, { method, url }, vouched) },
    });
    asked.end();
    try {
      const read = answerOf(asked, peer, 'answer').then(([answer]) => textOf(answer));
      const envelope = JSON.parse(await withTimeout(read, PATIENCE_MS)) as {
        code: number;
        error?: string;
        data?: unknown;
      };
      if (envelope.code === SUCCESS) {
        return { data: envelope.data };
      }
      return envelope.error === 'peer.other_process' ? 'gone' : 'refused';
    } catch (error) {
      this.#options.logger.warn({ err: error, server: new URL(peer.url).host }, 'a server did not answer');
      return isRefused(error) ? 'gone' : 'silent';
    } finally {
      asked.destroy();
    }
  }
}

/** The machine is there and says that nobody listens. */
function isRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === 'ECONNREFUSED';
}

/** Answers what another server asks, and nobody else. Nothing of it needs the database: that may be what is missing. */
export function servePeers(app: FastifyInstance, { hasLease, endHere }: Asked): void {
  const config = { takesPasses: true };
  app.get(LEASE_PATH, { config }, (request) => {
    refuseOthers(request);
    return { code: SUCCESS, message: 'success', data: { isHeld: hasLease() } };
  });
  app.post(endPath(':id'), { config }, (request) => {
    refuseOthers(request);
    const { id } = request.params as { id: string };
    const { end } = request.query as { end?: unknown };
    endHere(id, storedEnd(typeof end === 'string' ? end : '') ?? { kind: 'administrator' });
    return { code: SUCCESS, message: 'success', data: null };
  });
}

/** A server that speaks for itself has a pass that names no person. */
function refuseOthers({ vouched }: FastifyRequest): void {
  if (!vouched || vouched.who) {
    throw new AppError('peer.refused');
  }
}
