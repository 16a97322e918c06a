import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import {
  decodeFrame,
  encodeBinary,
  type AttachPoint,
  type Frame,
} from '@jadegate/contract/session/terminal-socket';
import type { ServerChannel } from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { DAY_MS } from '../../kernel/clock.ts';
import { AssetKit } from '../../testing/assets.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const assets = new AssetKit(server);
let host: SshHost;
let origin = '';
let port = 0;
let shells: ServerChannel[] = [];
/** The setting as it is delivered. */
const REATTACH_MS = 300_000;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  host = await startSshHost({
    password: 'p@ss',
    shell: (channel) => {
      shells.push(channel);
      channel.write('$ ');
      channel.on('data', (bytes: Buffer) => {
        channel.write(bytes.toString() === 'exit\r' ? 'bye\r\n' : bytes);
        if (bytes.toString() === 'exit\r') {
          channel.exit(0);
          channel.end();
        }
      });
    },
  });
  await server.current.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.current.app.server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
  await assets.login();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) {
    socket.terminate();
  }
  shells = [];
});
afterAll(() => host.close());

/** An asset on the host, its key learned by an administrator's test. */
async function machine(): Promise<string> {
  const { id } = await assets.created({ ip: '127.0.0.1', port: host.port });
  await server.current.call('POST', `/assets/${id}/tcping`, { token: assets.token });
  return id;
}

async function create(assetId: string, token: string) {
  return server.current.call<CreatedSession>('POST', '/sessions', {
    token,
    query: { assetId, mode: 'native' },
  });
}

class Browser {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;

  constructor(path: string, query: Record<string, string>, headers: Record<string, string> = { origin }) {
    const address = new URLSearchParams(query).toString();
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}?${address}`, { headers });
    sockets.push(this.socket);
    this.socket.on('message', (bytes: Buffer) => {
      const frame = decodeFrame(bytes);
      if (frame) {
        this.frames.push(frame);
      }
    });
    this.socket.on('error', () => undefined);
  }

  get shown(): string {
    return Buffer.concat(
      this.frames.flatMap((frame) => (frame.type === 'data' ? [frame.bytes] : [])),
    ).toString();
  }

  get reason(): string | undefined {
    return this.frames.find((frame) => frame.type === 'closed')?.reason;
  }

  get attached(): AttachPoint | undefined {
    return this.frames.find((frame) => frame.type === 'attached')?.at;
  }

  send(frame: Frame): void {
    this.socket.send(encodeBinary(frame));
  }

  type(text: string): void {
    this.send({ type: 'data', bytes: Buffer.from(text) });
  }
}

const terminal = (id: string, token: string, query: Record<string, string> = {}) =>
  new Browser(`/sessions/${id}/ssh`, {
    cols: '100',
    rows: '30',
    protocol: 'binary',
    'X-Auth-Token': token,
    ...query,
  });

async function rowOf(id: string): Promise<SessionRow> {
  return (await server.current.call<SessionRow>('GET', `/sessions/${id}`, { token: assets.token })).data;
}

async function opened() {
  const { data } = await create(await machine(), assets.token);
  const browser = terminal(data.id, assets.token);
  await expect.poll(() => browser.shown).toBe('$ ');
  return { id: data.id, browser };
}

describe('a terminal session', () => {
  it('runs from the click to the end, and its row tells the truth', async () => {
    const { id, browser } = await opened();
    // What is told while it connects comes before.
    const kinds = browser.frames.map((frame) => frame.type).filter((type) => type !== 'notice');
    expect(kinds.slice(0, 2)).toEqual(['connected', 'attached']);
    expect(host.sizes.at(-1)).toBe('100x30');
    expect(await rowOf(id)).toMatchObject({
      status: 'connected',
      mode: 'native',
      creatorAccount: 'admin',
      width: 100,
      height: 30,
    });
    browser.type('echo 玉門');
    await expect.poll(() => browser.shown).toBe('$ echo 玉門');
    browser.send({ type: 'resize', size: { cols: 132, rows: 50 } });
    await expect.poll(() => host.sizes.at(-1)).toBe('132x50');
    browser.type('exit\r');
    await expect.poll(() => browser.reason).toBe('遠端工作階段已結束');
    await expect
      .poll(() => rowOf(id))
      .toMatchObject({ status: 'disconnected', recording: '1', width: 132, height: 50, code: 0 });
  });

  it('is recorded, and the recording can be fetched', async () => {
    const { id, browser } = await opened();
    browser.type('exit\r');
    await once(browser.socket, 'close');
    await expect.poll(async () => (await rowOf(id)).status).toBe('disconnected');
    const file = await server.current.inject('GET', `/sessions/${id}/recording`, { token: assets.token });
    const lines = file.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines[0]).toMatchObject({ version: 2, width: 100, height: 30 });
    expect(
      lines
        .slice(1)
        .map((line) => (line as string[])[2])
        .join(''),
    ).toBe('$ bye\r\n');
    expect((await rowOf(id)).reviewed).toBe(true);
  });

  it('speaks text with older clients, which end it by leaving', async () => {
    const { data } = await create(await machine(), assets.token);
    const browser = terminal(data.id, assets.token, { protocol: 'text', cols: '0' });
    await expect.poll(() => browser.shown).toBe('$ ');
    expect(browser.frames[0]).toEqual({ type: 'connected' });
    browser.socket.send('2ls');
    await expect.poll(() => browser.shown).toBe('$ ls');
    browser.socket.send('4');
    await expect.poll(() => browser.frames.some((frame) => frame.type === 'ping')).toBe(true);
    expect(
      await server.current.call('POST', `/sessions/${data.id}/connect`, { token: assets.token }),
    ).toMatchObject({ code: 1, data: null });
    browser.socket.close();
    await expect
      .poll(() => rowOf(data.id))
      .toMatchObject({ status: 'disconnected', message: '使用者已離開' });
  });

  it('waits for a browser that lost its network, and gives back what it missed', async () => {
    const { id, browser } = await opened();
    browser.type('abc');
    await expect.poll(() => browser.shown).toBe('$ abc');
    browser.send({ type: 'ack', offset: 5 });
    browser.socket.terminate();
    await once(browser.socket, 'close');
    await expect.poll(async () => (await rowOf(id)).awayUntil).not.toBeNull();
    const until = Date.parse((await rowOf(id)).awayUntil ?? '');
    const waitMs = until - server.current.now();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(REATTACH_MS);
    shells[0]?.write(' while away');
    const again = terminal(id, assets.token, { from: '5' });
    await expect.poll(() => again.shown).toBe(' while away');
    expect(again.attached).toEqual({ output: 5, input: 3, size: { cols: 100, rows: 30 } });
    expect(await rowOf(id)).toMatchObject({ status: 'connected', awayUntil: null });
    expect(shells).toHaveLength(1);
  });

  it('can be continued elsewhere by the same person', async () => {
    const { id, browser } = await opened();
    const other = terminal(id, assets.token);
    await expect.poll(() => browser.reason).toBeTruthy();
    await expect.poll(() => other.shown).toBe('$ ');
    other.type('x');
    await expect.poll(() => other.shown).toBe('$ x');
  });
});

describe('the end of a session', () => {
  it('comes from an administrator', async () => {
    const { id, browser } = await opened();
    const observer = new Browser(`/sessions/${id}/ssh-monitor`, {
      protocol: 'binary',
      'X-Auth-Token': assets.token,
    });
    // The thread that replays starts with the first who watches.
    const kinds = () => observer.frames.map((frame) => frame.type);
    await expect.poll(kinds, { timeout: 10_000 }).toEqual(['connected', 'resize', 'data']);
    await server.current.call('POST', `/sessions/${id}/disconnect`, { token: assets.token });
    await expect.poll(() => browser.reason).toBe('已由管理員中斷連線');
    await expect.poll(() => observer.reason).toBe('已由管理員中斷連線');
    expect(await rowOf(id)).toMatchObject({ status: 'disconnected', code: 802 });
  });

  it('comes within five seconds when the login ends', async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const { data } = await create(await machine(), person.token);
    const browser = terminal(data.id, person.token);
    await expect.poll(() => browser.shown).toBe('$ ');
    await server.current.call('POST', '/account/logout', { token: person.token });
    await expect.poll(() => browser.reason).toBe('登入已結束，連線隨之中斷');
  });

  it('comes when the login has lasted as long as it may, though it was just used', async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const { data } = await create(await machine(), person.token);
    const browser = terminal(data.id, person.token);
    await expect.poll(() => browser.shown).toBe('$ ');
    // As if it had begun a day ago: the session itself is young, so no other limit ends it.
    const began = { created_at: server.current.now() - DAY_MS };
    await server.current.db.updateTable('login').set(began).where('user_id', '=', person.id).execute();
    await expect.poll(() => browser.reason).toBe('登入已結束，連線隨之中斷');
    expect(await create(await machine(), person.token)).toMatchObject({ code: 401 });
  });

  it('comes within five seconds when the right is lost', async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const { data } = await create(await machine(), person.token);
    const browser = terminal(data.id, person.token);
    await expect.poll(() => browser.shown).toBe('$ ');
    await server.current.db.deleteFrom('user_role').where('user_id', '=', person.id).execute();
    await expect.poll(() => browser.reason).toBe('使用這個資產的授權已失效');
  });

  it('comes with the target', async () => {
    const { id, browser } = await opened();
    for (const connection of host.connections) {
      connection.end();
    }
    await expect.poll(() => browser.reason).toBe('遠端主機關閉了連線');
    await expect.poll(() => rowOf(id)).toMatchObject({ status: 'disconnected', code: -1 });
  });
});

describe('what is refused', () => {
  const openAndRead = async (
    path: string,
    query: Record<string, string>,
    headers?: Record<string, string>,
  ) => {
    const browser = new Browser(path, query, headers);
    const refused = once(browser.socket, 'unexpected-response').then(() => 'refused');
    const ended = once(browser.socket, 'close').then(() => browser.reason ?? 'closed');
    return Promise.race([refused, ended]);
  };

  it('a socket without a token, from a foreign page, or for a stranger', async () => {
    const { data } = await create(await machine(), assets.token);
    const path = `/sessions/${data.id}/ssh`;
    const stranger = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    expect(await openAndRead(path, {})).toBe('refused');
    expect(await openAndRead(path, { 'X-Auth-Token': assets.token }, {})).toBe('refused');
    expect(await openAndRead(path, { 'X-Auth-Token': assets.token }, { origin: 'http://evil.example' })).toBe(
      'refused',
    );
    expect(await openAndRead(path, { 'X-Auth-Token': stranger.token })).toContain('找不到這個連線');
    expect(await openAndRead(`/sessions/${data.id}/ssh-monitor`, { 'X-Auth-Token': stranger.token })).toBe(
      'refused',
    );
    expect(shells).toHaveLength(0);
  });

  it('an access token: a session ends with its login, and a token has none', async () => {
    const { data } = await server.current.call<{ token: string }>('POST', '/account/access-token', {
      token: assets.token,
      body: { password: ADMIN_PASSWORD },
    });
    expect(await create(await machine(), data.token)).toMatchObject({
      code: 403,
      error: 'auth.interactive_only',
    });
    const own = await create(await machine(), assets.token);
    expect(
      await openAndRead(`/sessions/${own.data.id}/ssh`, {}, { origin, 'x-auth-token': data.token }),
    ).toBe('refused');
  });

  it('an asset one may not use, in the words of one that is not there', async () => {
    const person = await server.current.loginAs({});
    const foreign = await create(await machine(), person.token);
    const missing = await create('nowhere', person.token);
    expect(foreign).toMatchObject({ code: 404, error: 'asset.not_found' });
    expect({ ...foreign, requestId: '' }).toEqual({ ...missing, requestId: '' });
  });

  it('Telnet on the desktop page of the product family, with the page that opens it', async () => {
    const { id } = await assets.created({ protocol: 'telnet', ip: '127.0.0.1', port: host.port });
    const query = { assetId: id, mode: 'guacd' };
    const refused = await server.current.call('POST', '/sessions', { token: assets.token, query });
    expect(refused).toMatchObject({ code: -1, error: 'session.needs_terminal' });
    expect(refused.message).toContain('Telnet 是文字終端機，無法用桌面頁面開啟：請改用終端機頁面');
    expect((await create(id, assets.token)).code).toBe(1);
  });

  it('a session that is over, and deleting one that is not', async () => {
    const { id, browser } = await opened();
    expect(await server.current.call('DELETE', `/sessions/${id}`, { token: assets.token })).toMatchObject({
      error: 'session.live',
    });
    browser.send({ type: 'closed', reason: '' });
    await expect.poll(async () => (await rowOf(id)).status).toBe('disconnected');
    expect(await openAndRead(`/sessions/${id}/ssh`, { 'X-Auth-Token': assets.token })).toContain('已經結束');
    expect(await server.current.call('DELETE', `/sessions/${id}`, { token: assets.token })).toMatchObject({
      code: 1,
    });
  });

  it('a host whose key is not known or whose door is shut, with the reason', async () => {
    const unknown = await assets.created({ ip: '127.0.0.1', port: host.port });
    const first = await create(unknown.id, assets.token);
    expect(await openAndRead(`/sessions/${first.data.id}/ssh`, { 'X-Auth-Token': assets.token })).toContain(
      '金鑰尚未確認',
    );
    const shut = await assets.created({ ip: '127.0.0.1', port: 1 });
    const second = await create(shut.id, assets.token);
    expect(await openAndRead(`/sessions/${second.data.id}/ssh`, { 'X-Auth-Token': assets.token })).toContain(
      '拒絕連線',
    );
    expect(await rowOf(second.data.id)).toMatchObject({ status: 'disconnected', code: -1 });
  });
});
