import { once } from 'node:events';

import type { AccessGateway, AccessGatewayRow, GatewayTest } from '@jadegate/contract/access/access-gateway';
import type { HostKeyRow } from '@jadegate/contract/access/host-key';
import { afterEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { inspectPrivateKey } from '../../protocols/ssh/inspect-private-key.ts';
import { KEY_PASSPHRASE, testKeys } from '../../testing/keys.ts';
import { newHostKey, startSshHost, type SshHost, type SshHostOptions } from '../../testing/ssh-host.ts';
import { closedPort, startTcpHost } from '../../testing/tcp-host.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { AccessGatewayService } from './access-gateway.service.ts';

const server = useTestServer();
const PASSWORD = 'hidden-word-4417';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) {
    await close();
  }
});

async function sshHost(options: SshHostOptions = {}): Promise<SshHost> {
  const host = await startSshHost({ password: PASSWORD, ...options });
  closers.push(() => host.close());
  return host;
}

async function tcpHost(greeting: string) {
  const host = await startTcpHost(greeting);
  closers.push(() => host.close());
  return host;
}

let named = 0;
const input = (port: number, change: object = {}) => ({
  name: `gateway ${++named}`,
  ip: '127.0.0.1',
  port,
  accountType: 'password',
  username: 'jump',
  password: PASSWORD,
  ...change,
});

let admin = '';
async function asAdmin(): Promise<string> {
  admin ||= await server.current.login();
  return admin;
}

async function call<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) {
  return server.current.call<Data>(method, url, {
    token: await asAdmin(),
    ...(body !== undefined && { body }),
  });
}

async function create(port: number, change: object = {}): Promise<AccessGateway> {
  const { data, message } = await call<AccessGateway>('POST', '/access-gateways', input(port, change));
  expect(message).toBe('success');
  return data;
}

const test = async (id: string) => (await call<GatewayTest>('POST', `/access-gateways/${id}/test`)).data;
const get = async (id: string) => (await call<AccessGateway>('GET', `/access-gateways/${id}`)).data;
const keys = async (id: string) => (await call<HostKeyRow[]>('GET', `/access-gateways/${id}/host-keys`)).data;

async function everythingSaid(): Promise<string> {
  const audit = await server.current.db.selectFrom('audit_log').selectAll().execute();
  return JSON.stringify(audit) + server.current.logLines.join('\n');
}

describe('the record', () => {
  it('keeps its secrets to itself', async () => {
    const made = await create(22);
    expect(made).toMatchObject({ password: '', privateKey: '', stored: ['password'], state: 'unused' });
    expect(made).toMatchObject({ connected: false, message: '尚未使用', hostKey: 'unknown' });
    const list = await call<{ items: AccessGatewayRow[] }>('GET', '/access-gateways/paging?name=gateway');
    expect(list.data.items.map(({ id }) => id)).toContain(made.id);
    expect(JSON.stringify(list)).not.toContain(PASSWORD);
    expect(await everythingSaid()).not.toContain(PASSWORD);
  });

  it('reads a private key, and refuses one it cannot use', async () => {
    const key = { accountType: 'private-key', password: '', privateKey: testKeys().ed25519Locked };
    const refused = await call('POST', '/access-gateways', input(22, key));
    expect(refused).toMatchObject({ code: -1, fields: [{ path: 'passphrase' }] });
    const made = await create(22, { ...key, passphrase: KEY_PASSPHRASE });
    expect(made.stored).toEqual(['privateKey', 'passphrase']);
    // Back to a password: the key must not stay and win later.
    await call('PUT', `/access-gateways/${made.id}`, input(22, { name: made.name }));
    expect((await get(made.id)).stored).toEqual(['password']);
  });

  it('wants a password, and the same name only once', async () => {
    expect(await call('POST', '/access-gateways', input(22, { password: '' }))).toMatchObject({
      code: -1,
      fields: [{ path: 'password' }],
    });
    const made = await create(22);
    expect(await call('POST', '/access-gateways', input(22, { name: made.name }))).toMatchObject({
      code: -1,
      fields: [{ path: 'name' }],
    });
  });

  it('does not send a stored password to another host', async () => {
    const made = await create(22);
    const moved = input(22, { name: made.name, ip: '127.0.0.9', password: '' });
    expect(await call('PUT', `/access-gateways/${made.id}`, moved)).toMatchObject({
      code: -1,
      fields: [{ path: 'password' }],
    });
    const kept = input(22, { name: `${made.name} renamed`, password: '' });
    expect(await call('PUT', `/access-gateways/${made.id}`, kept)).toMatchObject({ code: 1 });
  });

  it('refuses circles, chains that are too long, and parents that are not there', async () => {
    const chain = [await create(22)];
    for (let depth = 2; depth <= 5; depth++) {
      chain.push(await create(22, { accessGatewayId: chain.at(-1)?.id }));
    }
    const [first, second, , , last] = chain;
    expect(await call('POST', '/access-gateways', input(22, { accessGatewayId: last?.id }))).toMatchObject({
      code: -1,
      message: '存取閘道最多串接 5 層',
    });
    const circle = { name: first?.name, accessGatewayId: second?.id };
    expect(await call('PUT', `/access-gateways/${first?.id}`, input(22, circle))).toMatchObject({
      code: -1,
      message: expect.stringContaining('繞回'),
    });
    const self = { name: first?.name, accessGatewayId: first?.id };
    expect((await call('PUT', `/access-gateways/${first?.id}`, input(22, self))).code).toBe(-1);
    expect((await call('POST', '/access-gateways', input(22, { accessGatewayId: 'nobody' }))).code).toBe(404);
    // A chain below counts too: putting one more above makes six.
    const above = await create(22);
    const under = { name: first?.name, accessGatewayId: above.id };
    expect((await call('PUT', `/access-gateways/${first?.id}`, input(22, under))).code).toBe(-1);
  });

  it('cannot be deleted while something goes through it', async () => {
    const [parent, child] = [await create(22), await create(22)];
    await call(
      'PUT',
      `/access-gateways/${child.id}`,
      input(22, { name: child.name, accessGatewayId: parent.id }),
    );
    const refused = await call('DELETE', `/access-gateways/${parent.id}`);
    expect(refused).toMatchObject({ code: -1, message: expect.stringContaining(child.name) });
    await server.current.db
      .insertInto('asset')
      .values({
        id: newId(),
        name: 'web server of gateways',
        protocol: 'ssh',
        ip: '127.0.0.1',
        port: 22,
        account_type: 'custom',
        username: '',
        credential_id: null,
        description: '',
        owner_id: 'abcdefghijklmnopqrstuvwxyz',
        created_at: 1,
        access_gateway_id: child.id,
      })
      .execute();
    expect(await call('DELETE', `/access-gateways/${child.id}`)).toMatchObject({
      code: -1,
      message: expect.stringContaining('web server of gateways'),
    });
    await server.current.db.deleteFrom('asset').where('access_gateway_id', '=', child.id).execute();
    expect(await call('DELETE', `/access-gateways/${parent.id},${child.id}`)).toMatchObject({ code: 1 });
    expect((await call('GET', `/access-gateways/${child.id}`)).code).toBe(404);
    expect(await server.current.services.vault.listNames(`gateway:${child.id}`)).toEqual([]);
  });
});

describe('the test', () => {
  it('connects, learns the key, and says so', async () => {
    const host = await sshHost();
    const { id } = await create(host.port);
    const first = await test(id);
    expect(first).toMatchObject({ connected: true, learned: true, hostKey: 'trusted', message: '連線正常' });
    expect(first.latency).toBeGreaterThanOrEqual(0);
    expect(await keys(id)).toMatchObject([{ state: 'pinned', fingerprint: first.fingerprint }]);
    expect(await test(id)).toMatchObject({ connected: true, learned: false });
    expect(await get(id)).toMatchObject({ connected: true, state: 'connected', hostKey: 'trusted' });
    // The user name was left empty here: that means root.
    const root = await create(host.port, { username: '-' });
    await test(root.id);
    expect(host.logins.at(-1)).toBe('root');
  });

  it('blocks a changed key until the very key is accepted', async () => {
    const host = await sshHost();
    const { id } = await create(host.port);
    const { fingerprint: old } = await test(id);
    await host.close();
    const other = await sshHost({ port: host.port, hostKey: newHostKey() });
    const blocked = await test(id);
    expect(blocked).toMatchObject({ connected: false, hostKey: 'changed', learned: false });
    expect(blocked.message).toContain('主機金鑰已變更');
    expect(other.logins).toEqual([]);
    expect(await get(id)).toMatchObject({ hostKey: 'changed', state: 'failed' });
    const accept = (fingerprint: string) =>
      call('POST', `/access-gateways/${id}/host-keys/accept`, { fingerprint });
    expect(await accept(old)).toMatchObject({ code: -1 });
    expect(await accept(`SHA256:${'A'.repeat(43)}`)).toMatchObject({ code: -1 });
    expect(await accept(blocked.fingerprint)).toMatchObject({ code: 1 });
    expect(await test(id)).toMatchObject({ connected: true, hostKey: 'trusted' });
    expect(await keys(id)).toMatchObject([{ state: 'pinned', fingerprint: blocked.fingerprint }]);
    const actions = await server.current.db.selectFrom('audit_log').select('action').execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['host-key.learned', 'host-key.accepted', 'access-gateway.tested']),
    );
  });

  it('says truly why it failed, without saying secrets', async () => {
    const host = await sshHost();
    const wrong = await create(host.port, { password: 'wrong-secret-2291' });
    expect((await test(wrong.id)).message).toContain('拒絕登入');
    const gone = await create(await closedPort());
    expect((await test(gone.id)).message).toContain('拒絕連線');
    const nowhere = await create(22, { ip: 'nowhere.invalid' });
    expect((await test(nowhere.id)).message).toContain('找不到主機名稱');
    const web = await tcpHost('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect((await test((await create(web.port)).id)).message).toContain('無法連上');
    expect(await get(gone.id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('拒絕連線'),
    });
    expect(await everythingSaid()).not.toMatch(/wrong-secret-2291|hidden-word-4417/);
    expect((await call('POST', '/access-gateways/nobody/test')).code).toBe(404);
  });

  it('needs the right to edit', async () => {
    const host = await sshHost();
    const { id } = await create(host.port);
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['access-gateway'] });
    expect((await server.current.call('POST', `/access-gateways/${id}/test`, { token })).code).toBe(403);
    expect((await server.current.call('GET', `/access-gateways/${id}/host-keys`, { token })).code).toBe(1);
    expect((await server.current.call('DELETE', `/access-gateways/${id}/host-keys`, { token })).code).toBe(
      403,
    );
    expect(host.logins).toEqual([]);
  });
});

describe('the way through', () => {
  /** A service of its own with short times, on the same data. */
  function service(pool: object = {}): AccessGatewayService {
    const { database, vault, hostKeys, audit } = server.current.services;
    const clock = { now: () => Date.now() };
    const made = new AccessGatewayService({
      database,
      vault,
      hostKeys,
      audit,
      clock,
      inspectPrivateKey,
      pool,
    });
    closers.push(() => made.close());
    return made;
  }
  const OPTIONS = { timeoutMs: 5000 };
  const to = (port: number, gatewayId: string) => ({ host: '127.0.0.1', port, route: { gatewayId } });
  const stateOf = async (gateways: AccessGatewayService, id: string) => gateways.get(id, 'zh-TW');

  it('shares one connection, and closes it a while after its last use', async () => {
    const [host, target] = [await sshHost(), await tcpHost('hello\n')];
    const { id } = await create(host.port);
    await test(id);
    await expect.poll(() => host.logins.length).toBe(1);
    const gateways = service({ lingerMs: 200 });
    const streams = await Promise.all([1, 2, 3].map(() => gateways.open(to(target.port, id), OPTIONS)));
    expect(host.logins.length).toBe(2);
    expect((await stateOf(gateways, id)).message).toContain('3');
    for (const stream of streams) {
      stream.destroy();
    }
    await expect.poll(async () => (await stateOf(gateways, id)).state).toBe('idle');
    await expect.poll(() => target.sockets.size).toBe(0);
  });

  it('goes through a chain, and refuses a parent nobody has tested', async () => {
    const [outer, inner, target] = [await sshHost(), await sshHost(), await tcpHost('hello\n')];
    const parent = await create(outer.port);
    const child = await create(inner.port, { accessGatewayId: parent.id });
    expect(await test(child.id)).toMatchObject({
      connected: false,
      message: expect.stringContaining(`「${parent.name}」（第 1 層）的主機金鑰尚未確認`),
    });
    await test(parent.id);
    expect(await test(child.id)).toMatchObject({ connected: true, learned: true });
    const gateways = service();
    const stream = await gateways.open(to(target.port, child.id), OPTIONS);
    const [hello] = (await once(stream, 'data')) as [Buffer];
    expect(hello.toString()).toBe('hello\n');
    expect(inner.forwards).toContain(`127.0.0.1:${target.port}`);
    await expect(gateways.open(to(await closedPort(), child.id), OPTIONS)).rejects.toMatchObject({
      kind: 'gateway_forward_refused',
      hop: 2,
    });
  });

  it('notices a dead gateway and makes a new connection on demand', async () => {
    const [host, target] = [await sshHost(), await tcpHost('hello\n')];
    const { id } = await create(host.port);
    await test(id);
    const gateways = service({ keepaliveMs: 100, connectTimeoutMs: 1000 });
    const stream = await gateways.open(to(target.port, id), OPTIONS);
    stream.resume();
    const lost = once(stream, 'error');
    const closed = new Promise((resolve) => stream.once('close', resolve));
    host.freeze();
    expect(await lost).toMatchObject([{ kind: 'gateway_lost', hop: 1 }]);
    await closed;
    expect(await stateOf(gateways, id)).toMatchObject({ state: 'failed', connected: false });
    const again = await gateways.open(to(target.port, id), OPTIONS);
    expect(await stateOf(gateways, id)).toMatchObject({ state: 'connected' });
    again.destroy();
  });

  it('starts anew when the row changed, and ends when it is deleted', async () => {
    const [host, target] = [await sshHost(), await tcpHost('hello\n')];
    const { id, name } = await create(host.port);
    await test(id);
    const { accessGateways } = server.current.services;
    const stream = await accessGateways.open(to(target.port, id), OPTIONS);
    stream.resume();
    const lost = once(stream, 'error');
    const closed = new Promise((resolve) => stream.once('close', resolve));
    await call('PUT', `/access-gateways/${id}`, input(host.port, { name, username: 'somebody-else' }));
    expect(await lost).toMatchObject([{ kind: 'gateway_lost' }]);
    await closed;
    const second = await accessGateways.open(to(target.port, id), OPTIONS);
    second.resume();
    expect(host.logins.at(-1)).toBe('somebody-else');
    const gone = new Promise((resolve) => second.once('close', resolve));
    await call('DELETE', `/access-gateways/${id}`);
    await gone;
    await expect(accessGateways.open(to(target.port, id), OPTIONS)).rejects.toMatchObject({
      way: { kind: 'gateway_missing' },
    });
    await expect.poll(() => host.sockets.size).toBe(0);
  });

  it('lets only so many through', async () => {
    const [host, target] = [await sshHost(), await tcpHost('hello\n')];
    const { id } = await create(host.port);
    await test(id);
    const gateways = service({ maxChannels: 2 });
    await gateways.open(to(target.port, id), OPTIONS);
    const second = await gateways.open(to(target.port, id), OPTIONS);
    await expect(gateways.open(to(target.port, id), OPTIONS)).rejects.toMatchObject({ reason: 'busy' });
    second.destroy();
    await expect
      .poll(() =>
        gateways.open(to(target.port, id), OPTIONS).then(
          () => 'open',
          () => 'busy',
        ),
      )
      .toBe('open');
  });
});
