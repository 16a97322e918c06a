import { request as httpRequest, Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

import { SUCCESS, TICKET_QUERY, TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '../kernel/app-error.ts';
import { SECOND_MS } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { ServerAnswer } from '../kernel/other-servers.ts';
import type { Peer } from '../kernel/peer-link.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import { callerOf } from './auth.ts';
import type { PeerPasses, PeerIdentity, PeerPerson } from './peer-pass.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Another server of this installation has let them in and leads them here. */
    vouched: PeerIdentity | undefined;
  }
  interface FastifyContextConfig {
    /** Other servers may lead here whom they have let in. */
    takesPasses?: boolean;
  }
}

export interface PeerOptions {
  passes: PeerPasses;
  /** Who holds the session or, asked for that, its recording, where that is another server which can be reached. */
  holderOf: (sessionId: string, isRecorded: boolean) => Promise<Peer | undefined>;
  /** Those that can be reached, with their data directories. */
  others: () => Promise<(Peer & { disk: string })[]>;
  logger: Logger;
  /** Of those who sign the certificates of the others; else those the system trusts. */
  ca?: string[] | undefined;
}

interface Led {
  sessionId: string;
  /** It is about what the session left, too. */
  isRecorded?: boolean;
  /** What was read of the request already; else it is passed on as it comes. */
  body?: string | undefined;
}

export const PEER_HEADER = 'x-jadegate-peer';

/** A server that is there answers at once; one that is not must not keep anybody waiting. */
const PATIENCE_MS = 5 * SECOND_MS;

/** Whoever asks all servers waits for the slowest, but not for one that hangs. */
const GATHER_MS = 3 * SECOND_MS;
const GATHERED_BYTES = 16 * 1024 * 1024;

/** They are about one connection. The token has served: the other server is told who it is. */
const NOT_LED_ON: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  PEER_HEADER,
  TOKEN_HEADER.toLowerCase(),
]);

/**
 * Leads whatever is about a live session to the server that holds it. Bytes are passed on as they are; that server
 * decides as if the person had come to it directly.
 */
export class PeerForward {
  readonly #options: PeerOptions;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #tlsAgent: TlsAgent;
  /** What came right behind the wish for a socket, before anybody answered. */
  readonly #heads = new WeakMap<IncomingMessage, Buffer>();
  readonly #piped = new Set<Socket>();

  constructor(options: PeerOptions) {
    this.#options = options;
    this.#tlsAgent = new TlsAgent({ keepAlive: true, ca: options.ca });
  }

  watch(app: FastifyInstance): void {
    app.server.prependListener('upgrade', (request: IncomingMessage, _socket, head: Buffer) => {
      this.#heads.set(request, head);
    });
    // Their browsers come back through a server that stays.
    app.addHook('preClose', async () => this.#piped.forEach((socket) => socket.destroy()));
    app.addHook('onClose', async () => {
      this.#agent.destroy();
      this.#tlsAgent.destroy();
    });
  }

  /** Resolves to true once another server answers, and to false when it is this one's to answer. */
  async lead(
    request: FastifyRequest,
    reply: FastifyReply,
    { sessionId, isRecorded = false, body }: Led,
  ): Promise<boolean> {
    const who = request.identity;
    const peer = request.vouched || !who ? undefined : await this.#options.holderOf(sessionId, isRecorded);
    if (!who || !peer) {
      return false;
    }
    const asked = this.#ask(peer, request, { caller: callerOf(request), who });
    if (body === undefined) {
      // Reading it can fail by itself; that is the sender's affair, who is gone then.
      pipeline(request.raw, asked, () => undefined);
    } else {
      asked.removeHeader('transfer-encoding');
      asked.setHeader('content-length', Buffer.byteLength(body));
      asked.end(body);
    }
    const here = request.raw.socket;
    // Whoever goes while nothing was answered wants no answer any more.
    const giveUp = () => asked.destroy();
    here.once('close', giveUp);
    const answered = answerOf(asked, peer, request.ws ? 'answer' : 'connect');
    const [answer, socket, head] = await answered.finally(() => here.off('close', giveUp));
    reply.hijack();
    if (socket) {
      this.#join(request, answer, socket, head);
    } else {
      reply.raw.writeHead(answer.statusCode ?? 502, { ...hstsOf(reply), ...passable(answer.headers) });
      pipeline(answer, reply.raw, () => undefined);
    }
    return true;
  }

  /** What the others answer to the same call. One that does not in time has no answer. */
  async askAll(
    request: FastifyRequest,
    isWanted: (disk: string) => boolean = () => true,
  ): Promise<ServerAnswer[]> {
    const who = request.identity;
    if (request.vouched || !who) {
      return [];
    }
    const wanted = (await this.#options.others()).filter(({ disk }) => isWanted(disk));
    return Promise.all(
      wanted.map(async (peer) => ({
        name: new URL(peer.url).host,
        answer: await this.#askOne(peer, request, who),
      })),
    );
  }

  async #askOne(peer: Peer, request: FastifyRequest, who: PeerPerson['who']): Promise<unknown> {
    const asked = this.#ask(peer, request, { caller: callerOf(request), who });
    asked.removeHeader('accept-encoding');
    asked.end();
    try {
      const read = answerOf(asked, peer, 'answer').then(([answer]) => textOf(answer));
      const { code, data } = JSON.parse(await withTimeout(read, GATHER_MS)) as {
        code: number;
        data: unknown;
      };
      return code === SUCCESS ? data : undefined;
    } catch (error) {
      this.#options.logger.warn({ err: error, server: new URL(peer.url).host }, 'a server did not answer');
      return undefined;
    } finally {
      asked.destroy();
    }
  }

  #ask(peer: Peer, request: FastifyRequest, vouched: PeerIdentity): ClientRequest {
    const { method, headers } = request.raw;
    const url = withoutToken(request.raw.url ?? '');
    const target = targetOf(peer, this.#options.ca);
    const isTls = target.protocol === 'https:';
    const pass = this.#options.passes.issue(peer.processId, { method: method ?? '', url }, vouched);
    return (isTls ? httpsRequest : httpRequest)({
      ...target,
      method,
      path: url,
      // A socket takes its connection with it.
      agent: request.ws ? false : isTls ? this.#tlsAgent : this.#agent,
      headers: {
        ...passable(headers),
        ...(request.ws && { connection: 'Upgrade', upgrade: 'websocket' }),
        [PEER_HEADER]: pass,
      },
    });
  }

  #join(request: FastifyRequest, answer: IncomingMessage, there: Socket, head: Buffer): void {
    const here = request.raw.socket;
    for (const socket of [here, there]) {
      socket.setNoDelay(true);
      socket.setTimeout(0);
    }
    this.#piped.add(here);
    here.once('close', () => this.#piped.delete(here));
    here.write(`HTTP/1.1 101 Switching Protocols\r\n${linesOf(answer.rawHeaders)}\r\n`);
    here.write(head);
    there.write(this.#heads.get(request.raw) ?? '');
    joinSockets(here, there);
    joinSockets(there, here);
  }
}

/** Before anything else looks at a request: whose it is and where it came from is what the other server says. */
export function acceptPeerIdentity(app: FastifyInstance, passes: PeerPasses | undefined): void {
  app.decorateRequest('vouched', undefined);
  app.addHook('onRequest', async (request) => {
    const header = request.headers[PEER_HEADER];
    if (header === undefined) {
      return;
    }
    if (typeof header !== 'string' || !passes || request.routeOptions.config.takesPasses !== true) {
      throw new AppError('peer.refused');
    }
    const { method = '', url = '' } = request.raw;
    request.vouched = passes.check(header, { method, url });
    if (request.vouched.who) {
      request.caller = { ...request.vouched.caller, requestId: callerOf(request).requestId };
    }
  });
}

/** Where a call to it goes. */
export function targetOf({ url }: Peer, ca: string[] | undefined) {
  const { protocol, hostname: name, port } = new URL(url);
  const hostname = name.replace(/^\[|\]$/g, '');
  // TLS knows names of servers only: an address is not sent, and compared with the certificate all the same
  const tls = protocol === 'https:' && { servername: isIP(hostname) ? '' : hostname, ca };
  return { protocol, hostname, port, ...tls };
}

type Answer = [answer: IncomingMessage, socket: Socket | undefined, head: Buffer];

/** A call may take long to be answered; a socket is answered at once, and nobody notices meanwhile that its browser went. */
export function answerOf(
  asked: ClientRequest,
  { url }: Peer,
  awaited: 'connect' | 'answer',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => {
      reject(new AppError('peer.unreachable', { params: { server: new URL(url).host }, cause }));
      asked.destroy();
    };
    const timer = setTimeout(fail, PATIENCE_MS);
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    asked.once('socket', (socket) => {
      if (awaited === 'connect') {
        whenConnected(socket, () => clearTimeout(timer));
      }
    });
    asked.once('response', (answer) => settle([answer, undefined, Buffer.alloc(0)]));
    asked.once('upgrade', (answer, socket, head) => settle([answer, socket, head]));
    asked.on('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
  });
}

function whenConnected(socket: Socket, then: () => void): void {
  if (socket.connecting) {
    socket.once('connect', then);
  } else {
    then();
  }
}

export async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > GATHERED_BYTES) {
      throw new Error('the answer is too long');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** What comes from one goes to the other, which ends with it once it has got everything. */
function joinSockets(from: Socket, to: Socket): void {
  from.pipe(to);
  from.once('close', () => to.destroySoon());
  // The close that follows says the same.
  from.on('error', () => undefined);
}

function passable(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_LED_ON.has(name)));
}

/** Sockets of browsers carry it in their address. Everything else of it stays as it was written. */
function withoutToken(url: string): string {
  const [path = '', ...query] = url.split('?');
  const isLedOn = (part: string) => {
    const named = new URLSearchParams(part);
    return !named.has(TOKEN_HEADER) && !named.has(TICKET_QUERY);
  };
  const rest = query.join('?').split('&').filter(isLedOn).join('&');
  return rest === '' ? path : `${path}?${rest}`;
}

/** Only where the browser came in is it known whether it speaks TLS. */
function hstsOf(reply: FastifyReply): Record<string, string> {
  const value = reply.getHeader('strict-transport-security');
  return typeof value === 'string' ? { 'strict-transport-security': value } : {};
}

function linesOf(rawHeaders: readonly string[]): string {
  let lines = '';
  for (let i = 0; i < rawHeaders.length; i += 2) {
    lines += `${rawHeaders[i] ?? ''}: ${rawHeaders[i + 1] ?? ''}\r\n`;
  }
  return lines;
}
