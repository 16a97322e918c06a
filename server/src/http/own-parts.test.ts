// Nothing that a person may enter leads the product to its own parts. Each kind of dial, with a neighbour that is reached.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

import type { GatewayTest } from '@jadegate/contract/access/access-gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { placeOfUrl } from '../kernel/own-parts.ts';
import { Secret } from '../kernel/secret.ts';
import { SessionKit } from '../testing/session-kit.ts';
import { TestServer } from '../testing/test-server.ts';

const OWN = 'Jadegate 自己使用';
const PATIENT = { timeout: 10_000, interval: 20 };

/** Counts who comes, and hangs up. */
class Listener {
  readonly #server = net.createServer((socket) => {
    this.visits += 1;
    socket.on('error', () => undefined);
    socket.end('hello\n');
  });
  visits = 0;

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): void {
    this.#server.close();
  }
}

let guacd: Listener;
let store: Listener;
let peer: Listener;
let neighbour: Listener;
let started: TestServer | undefined;
const server = {
  get current(): TestServer {
    if (!started) {
      throw new Error('not started');
    }
    return started;
  },
};
const kit = new SessionKit(server);
let own = 0;

beforeAll(async () => {
  [guacd, store, peer, neighbour] = await Promise.all([
    new Listener().open(),
    new Listener().open(),
    new Listener().open(),
    new Listener().open(),
  ]);
  const keys = { accessKeyId: 'x', secretAccessKey: new Secret('x') };
  started = await TestServer.start({
    guacd: { host: '127.0.0.1', port: guacd.port, isOurs: false },
    s3: { endpoint: store.url, bucket: 'b', ...keys },
    peer: { url: peer.url },
  });
  await kit.start();
  await started.services.processes.register();
  own = (started.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await kit.stop();
  await started?.stop();
  [guacd, store, peer, neighbour].forEach((one) => one.close());
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  server.current.call<Data>(method, url, { token: kit.token, ...(body && { body }) });

async function tested(change: object): Promise<string> {
  const { id } = await kit.assets.created({ ip: '127.0.0.1', ...change });
  const { data } = await call<{ message: string }>('POST', `/assets/${id}/tcping`);
  return data.message;
}

const lastAudit = () =>
  server.current.db
    .selectFrom('audit_log')
    .select(['action', 'result'])
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();

describe('the test of an asset', () => {
  it.each(['ssh', 'telnet', 'rdp', 'vnc'])('that speaks %s', async (protocol) => {
    expect(await tested({ protocol, port: guacd.port })).toContain(OWN);
    expect(await tested({ protocol, port: neighbour.port })).not.toContain(OWN);
    expect(guacd.visits).toBe(0);
  });

  it('at our own port, the store, another server and the database', async () => {
    const { databaseUrl } = server.current.database;
    const database = databaseUrl === undefined ? undefined : placeOfUrl(databaseUrl)?.port;
    for (const port of [own, store.port, peer.port, ...(database === undefined ? [] : [database])]) {
      expect(await tested({ protocol: 'telnet', port })).toContain(OWN);
    }
    expect(store.visits + peer.visits).toBe(0);
  });

  it('behind a proxy that is a part of ours', async () => {
    const proxied = (port: number) => ({
      port: neighbour.port,
      'socks-proxy-enable': true,
      'socks-proxy-host': '127.0.0.1',
      'socks-proxy-port': port,
    });
    const before = neighbour.visits;
    expect(await tested(proxied(guacd.port))).toContain(OWN);
    expect(guacd.visits).toBe(0);
    expect(await tested(proxied(neighbour.port))).not.toContain(OWN);
    expect(neighbour.visits).toBe(before + 1);
  });
});

it('a session ends before it begins, and its row says why', async () => {
  const { id: assetId } = await kit.assets.created({
    protocol: 'telnet',
    ip: '127.0.0.1',
    port: guacd.port,
  });
  const { data } = await kit.create(assetId);
  const client = kit.connect(`/sessions/${data.id}/ssh`, kit.token);
  await expect.poll(() => client.reason, PATIENT).toContain(OWN);
  expect(guacd.visits).toBe(0);
  expect(await kit.row(data.id)).toMatchObject({ message: expect.stringContaining(OWN) });
});

it('the test of a gateway', async () => {
  const test = async (port: number) => {
    const account = { accountType: 'password', username: 'jump', password: 'x' };
    const body = { name: `gateway ${port}`, ip: '127.0.0.1', port, ...account };
    const { data } = await call<{ id: string }>('POST', '/access-gateways', body);
    return (await call<GatewayTest>('POST', `/access-gateways/${data.id}/test`)).data;
  };
  expect((await test(guacd.port)).message).toContain(OWN);
  expect(await lastAudit()).toEqual({ action: 'access-gateway.tested', result: 'failure' });
  expect((await test(neighbour.port)).message).not.toContain(OWN);
  expect(guacd.visits).toBe(0);
});

it('a question to a physical host', async () => {
  const asked = async (port: number) => {
    const asset = await kit.assets.created({ ip: '127.0.0.1', port });
    const body = { name: `node ${port}`, assetId: asset.id };
    const { data } = await call<{ id: string }>('POST', '/nodes', body);
    await server.current.services.nodeScheduler.settled();
    return JSON.stringify((await call('POST', `/nodes/${data.id}/collect`)).data);
  };
  expect(await asked(guacd.port)).toContain(OWN);
  expect(await asked(neighbour.port)).not.toContain(OWN);
  expect(guacd.visits).toBe(0);
});

it('a mail', async () => {
  const sent = (port: number) =>
    call('POST', '/properties/test-mail', {
      to: 'you@example.test',
      settings: {
        'mail-host': 'localhost',
        'mail-port': port,
        'mail-security': 'none',
        'mail-from': 'a@b.test',
      },
    });
  expect(await sent(guacd.port)).toMatchObject({
    error: 'mail.own_part',
    message: expect.stringContaining(OWN),
    fields: [{ path: 'mail-host' }],
  });
  expect(await lastAudit()).toEqual({ action: 'setting.mail-tested', result: 'failure' });
  expect(await sent(neighbour.port)).not.toMatchObject({ error: 'mail.own_part' });
  expect(guacd.visits).toBe(0);
});

it('advisories', async () => {
  const fetched = async (url: string) => {
    await call('PUT', '/properties', { 'advisory-url': url });
    await server.current.services.advisories.refresh();
    return server.current.logLines.findLast((line) => line.includes('advisories could not be fetched'));
  };
  expect(await fetched(`${guacd.url}/advisories.json`)).toContain('own_part');
  expect(guacd.visits).toBe(0);
  const before = neighbour.visits;
  expect(await fetched(`${neighbour.url}/advisories.json`)).not.toContain('own_part');
  expect(neighbour.visits).toBe(before + 1);
});
