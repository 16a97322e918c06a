// On both engines: of several servers, one tries an asset.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

import type { HostKeyRow } from '@jadegate/contract/access/host-key';
import { sayStoredWay } from '@jadegate/contract/access/way';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AssetProtocol, AssetTarget } from '../../protocols/dial/target.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { startSocksProxy } from '../../testing/socks-proxy.ts';
import { newHostKey, startSshHost } from '../../testing/ssh-host.ts';
import { closedPort, startTcpHost } from '../../testing/tcp-host.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { ReachabilityRepository } from './reachability.repository.ts';
import { ReachabilityService } from './reachability.service.ts';

const server = useTestServer();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) {
    await close();
  }
});

const PROXY_PASSWORD = 'proxy-secret-8812';

async function keep<Thing extends { close(): Promise<unknown> }>(starting: Promise<Thing>): Promise<Thing> {
  const thing = await starting;
  closers.push(() => thing.close());
  return thing;
}

async function asset(protocol: AssetProtocol, port: number): Promise<string> {
  const id = newId();
  await server.current.db
    .insertInto('asset')
    .values({
      id,
      name: `asset ${id}`,
      protocol,
      ip: '127.0.0.1',
      port,
      account_type: 'custom',
      username: '',
      credential_id: null,
      description: '',
      owner_id: 'abcdefghijklmnopqrstuvwxyz',
      created_at: 1,
    })
    .execute();
  return id;
}

const rowOf = (id: string) =>
  server.current.db.selectFrom('asset').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const clock = { now: () => Date.now() };

/** A service of its own: the routes of these assets are the test's. */
function service(route: AssetTarget['route'] = {}, pace = { intervalMinutes: 10, concurrency: 8 }) {
  const { database, accessGateways, hostKeys, logger, audit } = server.current.services;
  const made = new ReachabilityService({
    database,
    gateways: accessGateways,
    hostKeys,
    clock,
    logger,
    audit,
    attributes: async () => ({}),
    timeoutMs: 1000,
    pace: async () => pace,
    resolve: async (id) => {
      const row = await database.db.selectFrom('asset').selectAll().where('id', '=', id).executeTakeFirst();
      return (
        row && {
          id,
          name: row.name,
          protocol: row.protocol,
          host: row.ip,
          port: row.port,
          route,
          account: async () => ({ username: '' }),
        }
      );
    },
  });
  closers.push(() => made.stop());
  return made;
}

async function actor() {
  const { id, username } = await server.current.seedUser({ type: 'admin' });
  const caller = { address: '127.0.0.1', userAgent: '', language: 'zh-TW', requestId: '' } as const;
  return { ...caller, userId: id, username, loginId: '' };
}

async function test(protocol: AssetProtocol, port: number, route: AssetTarget['route'] = {}) {
  const id = await asset(protocol, port);
  return { id, ...(await service(route).test(id, await actor())) };
}

describe('a test of one asset', () => {
  it('stores what it found, and is no use of the asset', async () => {
    const { port } = await keep(startTcpHost('RFB 003.008\n\x01\x02'));
    const { id, ...result } = await test('vnc', port);
    expect(result).toMatchObject({ active: true, message: '' });
    expect(result.latency).toBeGreaterThanOrEqual(0);
    expect(await rowOf(id)).toMatchObject({ active: 1, active_message: '', last_access_at: null });
    expect((await rowOf(id)).checked_at).toBeGreaterThan(0);
  });

  it('says why, in both languages', async () => {
    const port = await closedPort();
    const { id, ...result } = await test('ssh', port);
    expect(result).toMatchObject({
      active: false,
      latency: null,
      message: `127.0.0.1 的連接埠 ${port} 拒絕連線`,
      advice: '請確認主機上的服務已啟動、資產的連接埠正確，而且防火牆允許堡壘機連線。',
    });
    const { active, active_message } = await rowOf(id);
    expect(active).toBe(0);
    expect(sayStoredWay(active_message, 'en')).toBe(`127.0.0.1 refuses connections on port ${port}`);
  });

  it.each<[AssetProtocol, string | undefined, string]>([
    ['ssh', 'HTTP/1.1 400 Bad Request\r\n', '不是 SSH 服務'],
    ['vnc', 'SSH-2.0-Other\r\n', '不是 VNC 服務'],
    ['ssh', undefined, 'SSH 服務沒有回應'],
    ['vnc', undefined, 'VNC 服務沒有回應'],
    ['rdp', 'not a desktop at all\r\n', '不是 RDP 服務'],
    ['kubernetes', 'not TLS at all, for sure\r\n', '不是 Kubernetes 服務'],
  ])('tells %s from something that says %j', async (protocol, greeting, message) => {
    const { port, sockets } = await keep(startTcpHost(greeting));
    expect((await test(protocol, port)).message).toContain(message);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('says when guacd cannot log in to a VNC host, and when anybody can', async () => {
    const vnc = async (answer: string) =>
      test('vnc', (await keep(startTcpHost(`RFB 003.008\n${answer}`, { isSilent: true }))).port);
    expect(await vnc('\x02\x05\x06')).toMatchObject({
      active: false,
      message: '這台 VNC 主機只提供 guacd 不支援的登入方式（RA2, RA2ne）',
      advice: expect.stringContaining('VeNCrypt'),
    });
    expect(await vnc('\x02\x05\x02')).toMatchObject({ active: true, advice: '' });
    expect(await vnc('\x01\x01')).toMatchObject({
      active: true,
      advice: expect.stringContaining('不要求密碼'),
    });
    expect(await vnc('\0')).toMatchObject({
      active: false,
      message: expect.stringContaining('登入失敗次數過多'),
    });
  });

  it('lets a desktop answer, and is content when Telnet only listens', async () => {
    const desktop = net.createServer((socket) => {
      socket.once('data', () => socket.write(Buffer.from([3, 0, 0, 11, 6, 0xd0, 0, 0, 0x12, 0x34, 0])));
    });
    desktop.listen(0, '127.0.0.1');
    await once(desktop, 'listening');
    closers.push(() => desktop.close());
    expect(await test('rdp', (desktop.address() as AddressInfo).port)).toMatchObject({ active: true });
    const { port } = await keep(startTcpHost());
    expect(await test('telnet', port)).toMatchObject({ active: true });
  });

  it('goes through the proxy, which wins over a gateway, and keeps its password', async () => {
    const target = await keep(startTcpHost('SSH-2.0-Something\r\n'));
    const login = { username: 'someone', password: PROXY_PASSWORD };
    const proxy = await keep(startSocksProxy({ login }));
    const route = (password: string) => ({
      socks: { host: '127.0.0.1', port: proxy.port, username: 'someone', password: new Secret(password) },
      gatewayId: 'no such gateway',
    });
    const id = await asset('vnc', target.port);
    expect((await service(route(PROXY_PASSWORD)).test(id, await actor())).message).toContain('不是 VNC');
    const refused = await service(route('wrong-proxy-word-1')).test(id, await actor());
    expect(refused.message).toContain('SOCKS5 代理伺服器拒絕登入');
    const said = JSON.stringify(await rowOf(id)) + server.current.logLines.join('\n');
    expect(said).not.toMatch(/proxy-secret-8812|wrong-proxy-word-1/);
  });

  it('says when the gateway is gone', async () => {
    const { message } = await test('ssh', 22, { gatewayId: 'no-such-gateway' });
    expect(message).toBe('存取閘道已不存在');
    await expect(service().test('no-such-asset', await actor())).rejects.toMatchObject({
      code: 'asset.not_found',
    });
  });
});

describe('host keys of assets', () => {
  it('are learned from a test, block when changed, and go on when accepted', async () => {
    const host = await keep(startSshHost({ password: 'x' }));
    const { id, active } = await test('ssh', host.port);
    expect(active).toBe(true);
    const token = await server.current.login();
    const keys = async () =>
      (await server.current.call<HostKeyRow[]>('GET', `/assets/${id}/host-keys`, { token })).data;
    expect(await keys()).toMatchObject([{ state: 'pinned', keyType: 'ecdsa-sha2-nistp256' }]);

    await host.close();
    await keep(startSshHost({ password: 'x', port: host.port, hostKey: newHostKey() }));
    const checks = service();
    expect((await checks.test(id, await actor())).message).toContain('主機金鑰已變更');
    const offered = (await keys()).find(({ state }) => state === 'offered');
    const accept = (fingerprint: string | undefined) =>
      server.current.call('POST', `/assets/${id}/host-keys/accept`, { token, body: { fingerprint } });
    expect((await accept(`SHA256:${'B'.repeat(43)}`)).code).toBe(-1);
    expect((await accept(offered?.fingerprint)).code).toBe(1);
    expect((await checks.test(id, await actor())).active).toBe(true);
    expect((await server.current.call('DELETE', `/assets/${id}/host-keys`, { token })).code).toBe(1);
    expect(await keys()).toEqual([]);
    expect((await server.current.call('GET', '/assets/nobody/host-keys', { token })).code).toBe(404);
    const { token: reader } = await server.current.loginAs({ type: 'admin', menus: ['asset-detail'] });
    const denied = { token: reader, body: { fingerprint: offered?.fingerprint } };
    expect((await server.current.call('POST', `/assets/${id}/host-keys/accept`, denied)).code).toBe(403);
  });
});

describe('the background check', () => {
  const checkedCount = async () => {
    const rows = await server.current.db.selectFrom('asset').select('checked_at').execute();
    return rows.filter(({ checked_at }) => checked_at !== null).length;
  };

  it('tries every asset, never more at once than allowed, and stops', async () => {
    await server.current.db.deleteFrom('asset').execute();
    const { port, sockets } = await keep(startTcpHost());
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, sockets.size);
    }, 1);
    closers.push(() => clearInterval(watching));
    const refusing = await closedPort();
    for (let index = 0; index < 20; index++) {
      await asset('telnet', index % 2 === 0 ? port : refusing);
    }
    const checks = service({}, { intervalMinutes: 10, concurrency: 4 });
    checks.start();
    await expect.poll(checkedCount, { timeout: 10_000 }).toBe(20);
    await checks.stop();
    expect(most).toBeLessThanOrEqual(4);
    const rows = await server.current.db.selectFrom('asset').select(['active', 'last_access_at']).execute();
    expect(rows.filter(({ active }) => active === 1)).toHaveLength(10);
    expect(rows.every(({ last_access_at }) => last_access_at === null)).toBe(true);
    await server.current.db.updateTable('asset').set({ checked_at: null }).execute();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await checkedCount()).toBe(0);
  });

  it('tries each asset once, however many servers look, come and go', async () => {
    await server.current.db.deleteFrom('asset').execute();
    const { port } = await keep(startTcpHost());
    const count = 20;
    for (let index = 0; index < count; index++) {
      await asset('telnet', port);
    }
    const stored: string[] = [];
    // oxlint-disable-next-line typescript/unbound-method -- called on what it is a method of
    const { store } = ReachabilityRepository.prototype;
    const noted = vi.spyOn(ReachabilityRepository.prototype, 'store').mockImplementation(function (
      this: ReachabilityRepository,
      results,
      tx,
    ) {
      stored.push(...results.map(({ id }) => id));
      return store.call(this, results, tx);
    });
    closers.push(() => noted.mockRestore());
    const begin = () => {
      const one = service({}, { intervalMinutes: 10, concurrency: 4 });
      one.start();
      return one;
    };
    for (let round = 1; round <= shortOrSoak(2, 100); round++) {
      stored.length = 0;
      await server.current.db.updateTable('asset').set({ checked_at: null }).execute();
      const servers = [begin(), begin(), begin()];
      await expect.poll(() => stored.length, { timeout: 10_000, interval: 10 }).toBeGreaterThan(0);
      await servers.shift()?.stop();
      servers.push(begin());
      await expect.poll(checkedCount, { timeout: 20_000 }).toBe(count);
      await Promise.all(servers.map((one) => one.stop()));
      expect(stored).toHaveLength(count);
      expect(new Set(stored).size).toBe(count);
    }
  }, 600_000);

  it('is off when the interval is 0, and learns no keys', async () => {
    await server.current.db.deleteFrom('asset').execute();
    const host = await keep(startSshHost({ password: 'x' }));
    const id = await asset('ssh', host.port);
    const off = service({}, { intervalMinutes: 0, concurrency: 4 });
    off.start();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await checkedCount()).toBe(0);
    await off.stop();
    const on = service();
    on.start();
    await expect.poll(checkedCount, { timeout: 10_000 }).toBe(1);
    expect(await server.current.services.hostKeys.pinned(`asset:${id}`)).toEqual([]);
  });
});
