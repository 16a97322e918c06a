import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { Mailbox } from '../../testing/mailbox.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { connectTcp } from '../dial/tcp.ts';
import { fetchDocument } from './fetch-document.ts';

const LIMITS = { dial: connectTcp, maxBytes: 1000, timeoutMs: 5000 };
const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const failure = async (address: string, limits = LIMITS) =>
  fetchDocument(address, limits).then(
    () => 'fetched',
    (error: unknown) => (error as { kind: string }).kind,
  );

describe('a document', () => {
  it('is read as it is, and the other side learns nothing of this installation', async () => {
    let seen: http.IncomingMessage | undefined;
    const address = await serve((request, response) => {
      seen = request;
      response.setHeader('set-cookie', 'a=b').end('{"a":"玉"}');
    });
    expect((await fetchDocument(`${address}x?y=1`, LIMITS)).toString()).toBe('{"a":"玉"}');
    expect(seen?.url).toBe('/x?y=1');
    expect(Object.keys(seen?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(seen?.headers['user-agent']).toBe('jadegate');
  });

  it.each([
    'http://192.0.2.1/',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'javascript:0',
    '',
  ])('is not asked for at %j: without TLS only this machine is', async (address) => {
    expect(await failure(address)).toBe('address');
  });
});

describe('what is refused', () => {
  it('a certificate that nobody trusts', async () => {
    const untrusted = await Mailbox.open({ security: 'tls' });
    try {
      expect(await failure(`https://127.0.0.1:${untrusted.port}/`)).toBe('certificate');
    } finally {
      await untrusted.close();
    }
  });

  it('a redirect, also to somewhere good', async () => {
    const good = await serve((_request, response) => response.end('{}'));
    const address = await serve((_request, response) =>
      response.writeHead(302, { location: good }).end('{}'),
    );
    expect(await failure(address)).toBe('status');
  });

  it('more than is asked for, whatever its length claims to be', async () => {
    const endless = await serve((_request, response) => {
      const more = () => response.write(Buffer.alloc(300)) && setImmediate(more);
      more();
    });
    expect(await failure(endless)).toBe('too-large');
  });

  it('an answer that does not come, or comes a byte at a time', async () => {
    const silent = await serve(() => undefined);
    expect(await failure(silent, { ...LIMITS, timeoutMs: 200 })).toBe('timeout');
    const slow = await serve((_request, response) => {
      const timer = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(timer));
    });
    expect(await failure(slow, { ...LIMITS, timeoutMs: 300 })).toBe('timeout');
  });

  it('nobody', async () => {
    expect(await failure(`http://127.0.0.1:${await closedPort()}/`)).toBe('connection');
  });
});
