import { once } from 'node:events';
import { PassThrough, type Duplex } from 'node:stream';

import { afterEach, describe, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { startSocksProxy } from '../../testing/socks-proxy.ts';
import { startSshHost, type SshHost, type SshHostOptions } from '../../testing/ssh-host.ts';
import { closedPort, startTcpHost } from '../../testing/tcp-host.ts';
import type { HostKey } from '../ssh/host-key.ts';
import { DialError } from './dial-error.ts';
import { dial, type GatewayHop, type Route } from './dial.ts';

const PASSWORD = 'gateway-pass-7719';
const PROXY_PASSWORD = 'proxy-pass-5521';
const HOST = '127.0.0.1';
const PATIENT = { timeoutMs: 5000 };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) {
    await close();
  }
});

async function keep<Thing extends { close(): Promise<void> }>(starting: Promise<Thing>): Promise<Thing> {
  const thing = await starting;
  closers.push(() => thing.close());
  return thing;
}

const target = () => keep(startTcpHost('hello from the target\n'));
const gateway = (options: SshHostOptions = {}) => keep(startSshHost({ password: PASSWORD, ...options }));

function hop(host: SshHost, change: Partial<GatewayHop> = {}): GatewayHop {
  return {
    name: `gw-${host.port}`,
    host: HOST,
    port: host.port,
    username: 'jump',
    auth: { kind: 'password', password: new Secret(PASSWORD) },
    hostKey: { pinned: [], decide: () => 'trusted' },
    ...change,
  };
}

async function firstWords(stream: Duplex): Promise<string> {
  const [data] = (await once(stream, 'data')) as [Buffer];
  return data.toString();
}

async function failure(port: number, route: Route, timeoutMs = 5000, host = HOST): Promise<DialError> {
  const error = await dial({ host, port }, route, { timeoutMs }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DialError);
  return error as DialError;
}

/** Everything an error could carry into a log. */
function everythingOf(error: unknown): string {
  const parts: string[] = [];
  for (let next = error; next instanceof Error; next = next.cause) {
    parts.push(next.message, next.stack ?? '', JSON.stringify(next));
  }
  return parts.join('\n');
}

const direct: Route = { gateways: [] };

describe('direct', () => {
  it('reaches the target, and closing leaves nothing', async () => {
    const { port, sockets } = await target();
    const stream = await dial({ host: HOST, port }, direct, PATIENT);
    expect(await firstWords(stream)).toBe('hello from the target\n');
    stream.destroy();
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('tells a refusal from a name that does not exist', async () => {
    expect(await failure(await closedPort(), direct)).toMatchObject({ kind: 'refused', hop: undefined });
    expect(await failure(22, direct, 5000, 'nowhere.invalid')).toMatchObject({ kind: 'dns' });
  });

  it('gives up when the time is up or the caller leaves', async () => {
    const silent = await gateway({ forwarding: 'silent' });
    const { port } = await target();
    expect(await failure(port, { gateways: [hop(silent)] }, 700)).toMatchObject({ kind: 'timeout', hop: 1 });
    const leaving = new AbortController();
    const dialling = dial(
      { host: HOST, port },
      { gateways: [hop(silent)] },
      { ...PATIENT, signal: leaving.signal },
    );
    setTimeout(() => leaving.abort(), 300);
    await expect(dialling).rejects.toMatchObject({ kind: 'aborted' });
    await expect.poll(() => silent.sockets.size).toBe(0);
    await expect(
      dial({ host: HOST, port }, direct, { ...PATIENT, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ kind: 'aborted' });
  });
});

describe('through SOCKS5', () => {
  const socks = (port: number, password = PROXY_PASSWORD) => ({
    socks: { host: HOST, port, username: 'proxy-user', password: new Secret(password) },
    gateways: [],
  });
  const login = { username: 'proxy-user', password: PROXY_PASSWORD };

  it('reaches the target and loses none of its first words', async () => {
    const { port } = await target();
    const proxy = await keep(startSocksProxy({ login }));
    const stream = await dial({ host: HOST, port }, socks(proxy.port), PATIENT);
    expect(await firstWords(stream)).toBe('hello from the target\n');
    expect(proxy.asked).toEqual([`${HOST}:${port}`]);
    stream.destroy();
    await expect.poll(() => proxy.sockets.size).toBe(0);
  });

  it('leaves names to the proxy', async () => {
    const { port } = await target();
    const proxy = await keep(startSocksProxy());
    const route = { socks: { host: HOST, port: proxy.port }, gateways: [] };
    const stream = await dial({ host: 'localhost', port }, route, PATIENT);
    stream.destroy();
    expect(proxy.asked).toEqual([`localhost:${port}`]);
  });

  it.each([
    ['a wrong password', { login: { ...login, password: 'other' } }, { kind: 'socks_auth' }],
    ['its own rules', { reply: 2 }, { kind: 'socks_refused', reason: 'not_allowed' }],
    ['an unreachable host', { reply: 4 }, { kind: 'socks_refused', reason: 'unreachable' }],
    ['a refusing host', { reply: 5 }, { kind: 'socks_refused', reason: 'refused' }],
  ])('says when the proxy refuses for %s', async (_what, options, expected) => {
    const proxy = await keep(startSocksProxy(options));
    const error = await failure(9, socks(proxy.port));
    expect(error).toMatchObject(expected);
    expect(everythingOf(error)).not.toContain(PROXY_PASSWORD);
    await expect.poll(() => proxy.sockets.size).toBe(0);
  });

  it('says when the proxy wants a login and has none', async () => {
    const proxy = await keep(startSocksProxy({ login }));
    const route = { socks: { host: HOST, port: proxy.port }, gateways: [] };
    expect(await failure(9, route)).toMatchObject({ kind: 'socks_auth' });
  });

  it('says when there is no proxy, something else, or silence', async () => {
    expect(await failure(9, socks(await closedPort()))).toMatchObject({
      kind: 'socks_connect',
      reason: 'refused',
    });
    const { port } = await keep(startTcpHost('HTTP/1.1 400 Bad Request\r\n'));
    expect(await failure(9, socks(port))).toMatchObject({ kind: 'socks_connect', reason: 'not_socks' });
    const silent = await keep(startSocksProxy({ silent: true }));
    expect(await failure(9, socks(silent.port), 300)).toMatchObject({ kind: 'timeout' });
    await expect.poll(() => silent.sockets.size).toBe(0);
  });

  it('leads to the first gateway when both are set', async () => {
    const { port } = await target();
    const host = await gateway();
    const proxy = await keep(startSocksProxy({ login }));
    const stream = await dial({ host: HOST, port }, { ...socks(proxy.port), gateways: [hop(host)] }, PATIENT);
    expect(await firstWords(stream)).toBe('hello from the target\n');
    expect(proxy.asked).toEqual([`${HOST}:${host.port}`]);
    stream.destroy();
    await expect.poll(() => host.sockets.size + proxy.sockets.size).toBe(0);
  });
});

describe('through gateways', () => {
  it('goes through two, one inside the other', async () => {
    const { port, sockets } = await target();
    const [outer, inner] = [await gateway(), await gateway()];
    const stream = await dial({ host: HOST, port }, { gateways: [hop(outer), hop(inner)] }, PATIENT);
    expect(await firstWords(stream)).toBe('hello from the target\n');
    stream.write('echo me');
    expect(await firstWords(stream)).toBe('echo me');
    expect(outer.forwards).toEqual([`${HOST}:${inner.port}`]);
    expect(inner.forwards).toEqual([`${HOST}:${port}`]);
    stream.destroy();
    await expect.poll(() => sockets.size + outer.sockets.size + inner.sockets.size).toBe(0);
  });

  it('closes when what it is piped into does', async () => {
    const { port } = await target();
    const [host, client] = [await gateway(), new PassThrough()];
    const stream = await dial({ host: HOST, port }, { gateways: [hop(host)] }, PATIENT);
    const closed = new Promise<string>((resolve) => stream.once('close', () => resolve('closed')));
    client.once('close', () => stream.destroy());
    stream.pipe(client);
    await firstWords(client);
    client.destroy();
    expect(await closed).toBe('closed');
  });

  it('ends with its gateway', async () => {
    const { port } = await target();
    const host = await gateway();
    const stream = await dial({ host: HOST, port }, { gateways: [hop(host)] }, PATIENT);
    stream.resume();
    const lost = once(stream, 'error');
    const closed = new Promise((resolve) => stream.once('close', resolve));
    for (const socket of host.sockets) {
      socket.destroy();
    }
    expect(await lost).toMatchObject([{ kind: 'gateway_lost', hop: 1 }]);
    await closed;
    expect(host.connections.size).toBe(0);
  });

  const offered = expect.objectContaining({ fingerprint: expect.stringMatching(/^SHA256:/) });
  const wrong = { kind: 'password', password: new Secret('wrong-pass-3344') } as const;
  it.each<[string, SshHostOptions, Partial<GatewayHop>, object]>([
    ['the login is refused', {}, { auth: wrong }, { kind: 'gateway_auth' }],
    ['there is no login', {}, { auth: undefined }, { kind: 'gateway_auth' }],
    [
      'the host key is unknown',
      {},
      { hostKey: { pinned: [], decide: () => 'unknown' } },
      { kind: 'gateway_host_key_unknown', offered },
    ],
    [
      'the host key has changed',
      {},
      { hostKey: { pinned: [], decide: () => 'changed' } },
      { kind: 'gateway_host_key_changed', offered },
    ],
    [
      'it does not forward',
      { forwarding: 'off' },
      {},
      { kind: 'gateway_forward_refused', reason: 'prohibited' },
    ],
  ])('says at which hop %s', async (_what, options, change, expected) => {
    const { port } = await target();
    const [outer, inner] = [await gateway(), await gateway(options)];
    const error = await failure(port, { gateways: [hop(outer), hop(inner, change)] });
    expect(error).toMatchObject({ ...expected, hop: 2, hopName: `gw-${inner.port}` });
    expect(everythingOf(error)).not.toMatch(/wrong-pass-3344|gateway-pass-7719/);
    await expect.poll(() => outer.sockets.size + inner.sockets.size).toBe(0);
  });

  it('tells a gateway that is not there from a target that is not', async () => {
    const { port } = await target();
    const gone = await closedPort();
    const host = await gateway();
    expect(await failure(port, { gateways: [hop(host, { port: gone })] })).toMatchObject({
      kind: 'gateway_connect',
      reason: 'refused',
      hop: 1,
    });
    expect(await failure(gone, { gateways: [hop(host)] })).toMatchObject({
      kind: 'gateway_forward_refused',
      reason: 'connect_failed',
      hop: 1,
      target: { host: HOST, port: gone },
    });
    expect(await failure(port, { gateways: [hop(host), hop(host, { port: gone })] })).toMatchObject({
      kind: 'gateway_forward_refused',
      hop: 1,
      target: { host: HOST, port: gone },
    });
  });

  it('sends no password to a host whose key is not trusted', async () => {
    const host = await gateway();
    const { port } = await target();
    await failure(port, { gateways: [hop(host, { hostKey: { pinned: [], decide: () => 'changed' } })] });
    expect(host.logins).toEqual([]);
  });

  it('learns an unknown key once the host has proved it', async () => {
    const { port } = await target();
    const host = await gateway();
    const learned: HostKey[] = [];
    const hostKey = {
      pinned: [],
      decide: () => 'unknown' as const,
      learn: async (key: HostKey) => void learned.push(key),
    };
    const stream = await dial({ host: HOST, port }, { gateways: [hop(host, { hostKey })] }, PATIENT);
    stream.destroy();
    expect(learned).toMatchObject([
      { keyType: 'ecdsa-sha2-nistp256', fingerprint: expect.stringMatching(/^SHA256:/) },
    ]);
  });
});
