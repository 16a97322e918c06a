import { once } from 'node:events';
import { Agent, get, type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { compileIpSet } from '../kernel/ip-set.ts';
import { createLogger } from '../kernel/logger.ts';
import { makeCertificate } from '../testing/certificates.ts';
import { shortOrSoak } from '../testing/soak.ts';
import { TestServer } from '../testing/test-server.ts';
import { Certificate } from './certificate.ts';
import { ConnectionLimiter } from './connection-limiter.ts';
import { createListener } from './listener.ts';

/** Half-open connections of the attack. */
const FLOOD = shortOrSoak(60, 5000);
const MOST = 20;

const logLines: string[] = [];
const logger = createLogger('warn', { write: (line: string) => void logLines.push(line) });
const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((one) => one.close()));

interface Bed {
  server: Server;
  limiter: ConnectionLimiter;
  port: number;
}

async function listening(answer?: RequestListener, certificate?: Certificate): Promise<Bed> {
  const limiter = new ConnectionLimiter({ perAddress: MOST, isProxy: compileIpSet('127.0.0.200'), logger });
  const server = createListener(
    (request, response) => {
      if (request.headers['x-token'] !== undefined) {
        limiter.prove(request.socket);
      }
      if (answer) {
        answer(request, response);
      } else {
        response.end('answered');
      }
    },
    limiter,
    certificate,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  return { server, limiter, port: (server.address() as AddressInfo).port };
}

/** A connection on which nothing is said, or not all of it. */
async function knock(port: number, localAddress: string, text = ''): Promise<Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  open.push({ close: () => socket.destroy() });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function flood(port: number, localAddress: string, count: number, text = ''): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let made = 0; made < count; made += 1) {
    sockets.push(await knock(port, localAddress, text));
  }
  return sockets;
}

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;

const PATIENT = { timeout: 10_000 };

function stillOpen(sockets: readonly Socket[]): number {
  // An end that nobody reads never learns that the other one is gone.
  sockets.forEach((socket) => socket.resume());
  return sockets.filter(isOpen).length;
}

function ask(port: number, localAddress: string, more: { agent?: Agent; token?: string } = {}) {
  return new Promise<string>((resolve, reject) => {
    const { agent, token } = more;
    const headers = token === undefined ? {} : { 'x-token': token };
    get({ port, host: '127.0.0.1', localAddress, headers, ...(agent && { agent }) }, (response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => (text += bytes.toString())).on('end', () => resolve(text));
    }).on('error', reject);
  });
}

describe('many half-open connections of one address', () => {
  it('push each other out, and keep nobody from being served', async () => {
    const { port } = await listening();
    const sockets = await flood(port, '127.0.0.9', FLOOD, 'GET / HTTP/1.1\r\nhost: x\r\n');
    await expect.poll(() => stillOpen(sockets), PATIENT).toBe(MOST);
    expect(sockets.slice(-MOST).every(isOpen)).toBe(true);
    expect(await ask(port, '127.0.0.8')).toBe('answered');
    expect(await ask(port, '127.0.0.9')).toBe('answered');
    expect(logLines.join('')).toContain('127.0.0.9');
  });

  it('take no place from those who are signed in', async () => {
    const { port } = await listening();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    open.push({ close: () => agent.destroy() });
    await ask(port, '127.0.0.9', { agent, token: 'good' });
    const [socket] = Object.values(agent.freeSockets).flat();
    await flood(port, '127.0.0.9', MOST * 2);
    expect(await ask(port, '127.0.0.9', { agent, token: 'good' })).toBe('answered');
    expect(Object.values(agent.freeSockets).flat()).toEqual([socket]);
  });

  it('are more where a trusted proxy brings them', async () => {
    const { port } = await listening();
    const sockets = await flood(port, '127.0.0.200', MOST * 2);
    expect(await ask(port, '127.0.0.200')).toBe('answered');
    expect(stillOpen(sockets)).toBe(MOST * 2);
  });

  it('count while they are still agreeing on keys', async () => {
    const { certPath, keyPath } = makeCertificate('limiter');
    const clock = { now: () => Date.now() };
    const certificate = Certificate.open({ cert: certPath, key: keyPath }, { logger, clock });
    const { port } = await listening(undefined, certificate);
    const sockets = await flood(port, '127.0.0.9', MOST * 2);
    await expect.poll(() => stillOpen(sockets), PATIENT).toBe(MOST);
  });

  it('do not end a request that is being answered; the newcomer goes instead', async () => {
    const answers: (() => void)[] = [];
    const { port } = await listening((_, response) => answers.push(() => response.end('late')));
    const busy = Array.from({ length: MOST }, () => ask(port, '127.0.0.9'));
    await expect.poll(() => answers.length).toBe(MOST);
    const late = await knock(port, '127.0.0.9');
    await expect.poll(() => stillOpen([late]), PATIENT).toBe(0);
    answers.forEach((answer) => answer());
    expect(new Set(await Promise.all(busy))).toEqual(new Set(['late']));
  });
});

it('gives the head of a request and an idle connection their time, and no more', async () => {
  const { server } = await listening();
  expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 72_000 });
});

it('ends unused connections only, and lets requests under way finish', async () => {
  let answer: (() => void) | undefined;
  const { port, limiter } = await listening((_, response) => (answer = () => void response.end('late')));
  const busy = ask(port, '127.0.0.9');
  await expect.poll(() => answer).toBeDefined();
  const silent = await knock(port, '127.0.0.9');
  await expect.poll(() => (limiter.closeUnused(), stillOpen([silent])), PATIENT).toBe(0);
  answer?.();
  expect(await busy).toBe('late');
});

describe('the product', () => {
  it('does not wait for connections on which nothing was asked when it closes', async () => {
    const server = await TestServer.start();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const silent = await knock(port, '127.0.0.1');
    const half = await knock(port, '127.0.0.1', 'GET / HTTP/1.1\r\n');
    await server.stop();
    await expect.poll(() => stillOpen([silent, half]), PATIENT).toBe(0);
  });

  it('makes no socket out of what is none', async () => {
    const server = await TestServer.start();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const upgrade =
      'host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    for (const head of ['GET /branding', 'GET /healthz', 'POST /login', 'GET /nowhere', 'GET /docs']) {
      const socket = await knock(port, '127.0.0.1', `${head} HTTP/1.1\r\n${upgrade}`);
      let text = '';
      socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
      await expect.poll(() => stillOpen([socket]), PATIENT).toBe(0);
      expect(text).toContain('HTTP/1.1 200');
      expect(text).not.toContain('HTTP/1.1 101');
    }
    await server.stop();
  });
});
