// Whatever the way, the product is not led to its own parts: by the address at the moment of dialling, not by the name.
import dns from 'node:dns';
import { once } from 'node:events';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { registerOwnPart } from '../../kernel/own-parts.ts';
import { Secret } from '../../kernel/secret.ts';
import { startSocksProxy } from '../../testing/socks-proxy.ts';
import { newHostKey, startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { startTcpHost } from '../../testing/tcp-host.ts';
import { DialError } from './dial-error.ts';
import { dial, type GatewayHop, type Route } from './dial.ts';
import { judgeOnward } from './onward.ts';
import { judgedAddress } from './tcp.ts';

const HOST = '127.0.0.1';
const PASSWORD = 'gateway-pass-7719';
const HOST_KEY = newHostKey();
const direct: Route = { gateways: [] };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0).toReversed()) {
    await close();
  }
});

async function keep<Thing extends { close(): Promise<void> }>(starting: Promise<Thing>): Promise<Thing> {
  const thing = await starting;
  closers.push(() => thing.close());
  return thing;
}

/** Two that listen on this machine; one of them is ours. */
async function pair() {
  const [own, other] = await Promise.all([keep(startTcpHost('own')), keep(startTcpHost('other'))]);
  closers.push(registerOwnPart(() => [{ host: HOST, port: own.port }]));
  return { own: own.port, other: other.port };
}

const gateway = () => keep(startSshHost({ password: PASSWORD, hostKey: HOST_KEY }));

function hop({ port }: Pick<SshHost, 'port'>): GatewayHop {
  return {
    name: `gw-${port}`,
    host: HOST,
    port,
    username: 'jump',
    auth: { kind: 'password', password: new Secret(PASSWORD) },
    hostKey: { pinned: [], decide: () => 'trusted' },
  };
}

/** What the target said first, or why there was none. */
async function reached(port: number, route: Route = direct, host = HOST): Promise<string> {
  try {
    const stream = await dial({ host, port }, route, { timeoutMs: 5000 });
    const [data] = (await once(stream, 'data')) as [Buffer];
    stream.destroy();
    return data.toString();
  } catch (error) {
    return error instanceof DialError ? [error.kind, error.reason].filter(Boolean).join(' ') : 'failed';
  }
}

/** What names lead to, one answer after the other. */
function answering(...answers: string[]) {
  const lookup = vi.spyOn(dns.promises, 'lookup') as unknown as { mockImplementation(work: unknown): void };
  const asked: string[] = [];
  lookup.mockImplementation(async (name: string) => {
    asked.push(name);
    return [{ address: answers[Math.min(asked.length, answers.length) - 1], family: 4 }];
  });
  return asked;
}

describe('without gateways', () => {
  it.each([HOST, 'localhost', '0.0.0.0', '127.1', '2130706433', '::ffff:127.0.0.1'])(
    'a part of ours is refused by %s, and its neighbour reached',
    async (host) => {
      const { own, other } = await pair();
      expect(await reached(own, direct, host)).toBe('own_part');
      expect(await reached(other, direct, host)).toBe('other');
    },
  );

  it('a name is looked up once, and what was judged is dialled', async () => {
    const { own, other } = await pair();
    const asked = answering(HOST, '127.0.0.66');
    expect(await reached(other, direct, 'rebound.example')).toBe('other');
    expect(asked).toEqual(['rebound.example']);
    // Another name, another turn: the second address is that of nobody, and still on this machine.
    expect(await reached(own, direct, 'rebound.example')).toBe('own_part');
  });

  it('whoever dials in our place is told an address that was judged', async () => {
    const { own, other } = await pair();
    expect(await judgedAddress({ host: HOST, port: other })).toBe(HOST);
    await expect(judgedAddress({ host: 'localhost', port: own })).rejects.toMatchObject({ kind: 'own_part' });
  });
});

describe('through a SOCKS proxy', () => {
  it('of this machine, what it would dial is judged, and the proxy is no part of ours', async () => {
    const { own, other } = await pair();
    const proxy = await keep(startSocksProxy());
    const socks = { host: HOST, port: proxy.port };
    expect(await reached(other, { socks, gateways: [] })).toBe('other');
    expect(await reached(own, { socks, gateways: [] })).toBe('own_part');
    expect(await reached(own, { socks, gateways: [] }, 'localhost')).toBe('own_part');
    expect(proxy.asked).toEqual([`${HOST}:${other}`]);
    expect(await reached(other, { socks: { host: HOST, port: own }, gateways: [] })).toBe(
      'socks_connect own_part',
    );
  });
});

describe('through gateways', () => {
  it('a part of ours is no gateway', async () => {
    const { own, other } = await pair();
    expect(await reached(other, { gateways: [hop({ port: own })] })).toBe('gateway_connect own_part');
  });

  it('that are this machine, what they would dial is judged, at each hop', async () => {
    const { own, other } = await pair();
    const [first, second] = [await gateway(), await gateway()];
    const gateways = [hop(first), hop(second)];
    expect(await reached(other, { gateways })).toBe('other');
    expect(await reached(own, { gateways })).toBe('own_part');
    expect(await reached(own, { gateways: [hop(first)] }, 'localhost')).toBe('own_part');
    expect(await reached(other, { gateways: [hop(first), hop({ port: own })] })).toBe('own_part');
    expect([...first.forwards, ...second.forwards].filter((one) => one.endsWith(`:${own}`))).toEqual([]);
  });

  it('of this machine are told the address that was judged, so that a name leads nowhere else', async () => {
    const { other } = await pair();
    const first = await gateway();
    expect(await reached(other, { gateways: [hop(first)] }, 'localhost')).toBe('other');
    expect(first.forwards).toEqual([`${HOST}:${other}`]);
  });

  it('that are elsewhere have a loopback of their own, and no way to parts of ours by other addresses', async () => {
    const { own } = await pair();
    closers.push(registerOwnPart(() => [{ host: '192.0.2.9', port: own }]));
    expect(await judgeOnward(false, { host: HOST, port: own })).toEqual([HOST]);
    expect(await judgeOnward(false, { host: 'inside.example', port: own })).toEqual([]);
    const remote = judgeOnward(false, { host: '192.0.2.9', port: own });
    await expect(remote).rejects.toMatchObject({ kind: 'own_part' });
  });

  it('behind a proxy of this machine, are this machine too', async () => {
    const { own, other } = await pair();
    const [proxy, first] = [await keep(startSocksProxy()), await gateway()];
    const route = { socks: { host: HOST, port: proxy.port }, gateways: [hop(first)] };
    expect(await reached(other, route)).toBe('other');
    expect(await reached(own, route)).toBe('own_part');
  });
});
