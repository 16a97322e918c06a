import type { VmRow } from '@jadegate/contract/fleet/vm';
import type { VmConsoleKind } from '@jadegate/contract/fleet/vm-console';
// The consoles of real machines, through the SSH of their hypervisor: opened, typed into, recorded, found, watched, ended.
import type { MenuId } from '@jadegate/contract/menu';
import type { Page } from '@jadegate/contract/paging';
import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import type { SessionSearchPage } from '@jadegate/contract/session/session-search';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { InstructionReader } from '../../protocols/guacd/instruction.ts';
import { DesktopKit, PATIENT } from '../../testing/desktop-kit.ts';
import { ECHO_PROMPT, libvirtAccount, LibvirtHost, SCREEN, SERIAL } from '../../testing/libvirt-host.ts';
import { SocketClient } from '../../testing/session-kit.ts';
import { isSoak, WITHIN_5_SECONDS } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new DesktopKit(server);
const sockets: SocketClient[] = [];
let host: LibvirtHost;
let uri = '';
let assetId = '';
let nodeId = '';
/** A machine that runs and has both consoles. */
let echo = { id: '', key: '' };

beforeAll(async () => {
  host = await LibvirtHost.open();
  uri = await host.qemuUri();
  await kit.start();
  server.current.services.searchIndexer.start();
  assetId = (await kit.assets.created(libvirtAccount)).id;
  nodeId = (await call<{ id: string }>('POST', '/nodes', { name: 'kvm-01', assetId, hypervisorUri: uri })).id;
  await server.current.services.nodeScheduler.settled();
  echo = await machine();
}, 90_000);
afterEach(() => {
  kit.leave();
  sockets.splice(0).forEach(({ socket }) => socket.terminate());
});
afterAll(() => host.close());

async function call<Data = unknown>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) {
  const answer = await server.current.call<Data>(method, url, { token: kit.token, ...(body && { body }) });
  expect(answer, `${method} ${url}`).toMatchObject({ code: 1 });
  return answer.data;
}

/** A machine of one sector, found on its host by the product itself. */
async function machine({ devices, isRunning = true }: { devices?: string; isRunning?: boolean } = {}) {
  const key = await host.echoMachine(uri, devices);
  if (isRunning) {
    await host.shell('virsh', '-c', uri, 'start', key);
  }
  await call('POST', `/nodes/${nodeId}/collect`);
  const query = new URLSearchParams({ keyword: key }).toString();
  const { items } = await call<Page<VmRow>>('GET', `/vms/paging?${query}`);
  expect(items).toHaveLength(1);
  return { id: items[0]?.id ?? '', key };
}

const prepare = (vmId: string, kind: VmConsoleKind, token: string) =>
  server.current.call<CreatedSession>('POST', `/vms/${vmId}/console`, { token, body: { kind } });

async function prepared(vmId: string, kind: VmConsoleKind, token: string): Promise<CreatedSession> {
  const answer = await prepare(vmId, kind, token);
  expect(answer).toMatchObject({ code: 1 });
  return answer.data;
}

function connect(path: string, token: string): SocketClient {
  const query = new URLSearchParams({ protocol: 'binary', 'X-Auth-Token': token, cols: '100', rows: '30' });
  const place = `127.0.0.1:${kit.port}`;
  const client = new SocketClient(`ws://${place}${path}?${query.toString()}`, `http://${place}`);
  sockets.push(client);
  return client;
}

/** Somebody sits at a text console, or was told why not. */
async function text(vmId: string, token = kit.token) {
  const { id } = await prepared(vmId, 'serial', token);
  const client = connect(`/sessions/${id}/ssh`, token);
  const isSettled = () => client.frames.some(({ type }) => type === 'connected' || type === 'closed');
  await vi.waitUntil(isSettled, PATIENT);
  return { id, client };
}

async function screen(vmId: string, token = kit.token) {
  const { id } = await prepared(vmId, 'vnc', token);
  const client = kit.tunnel(id, {}, token);
  await vi.waitUntil(() => client.hasPicture || client.error !== undefined, PATIENT);
  return { id, client };
}

const answers = (client: SocketClient, word: string) =>
  vi.waitUntil(() => client.shown.includes(`${word}\r\r\n${ECHO_PROMPT}`), PATIENT);
const isOver = (id: string) => vi.waitUntil(() => kit.isOver(id), PATIENT);
const endNow = (id: string) => call('POST', `/sessions/${id}/disconnect`);
const someone = (...menus: MenuId[]) => server.current.loginAs({ type: 'admin', menus });

describe('a text console', () => {
  it('is typed into and answers, is recorded, found by what it said, and named after its machine', async () => {
    const { id, client } = await text(echo.id);
    const word = `jadewort${process.pid}`;
    client.type(`${word}\r`);
    await answers(client, word);
    const row = await kit.row(id);
    expect(row).toMatchObject({
      status: 'connected',
      protocol: 'ssh',
      mode: 'native',
      assetId: '',
      vmId: echo.id,
      ip: libvirtAccount.ip,
      username: libvirtAccount.username,
    });
    expect(row.assetName).toBe(`echo-${echo.key.slice(0, 8)}（主控台）`);
    await endNow(id);
    await isOver(id);
    expect(await kit.row(id)).toMatchObject({ recording: '1' });
    const query = new URLSearchParams({ text: word, kind: 'output' }).toString();
    const found = () => call<SessionSearchPage>('GET', `/session-search/paging?${query}`);
    await expect.poll(async () => (await found()).items[0]?.sessionId, PATIENT).toBe(id);
    const listed = await call<Page<SessionRow>>('GET', `/sessions/paging?vmId=${echo.id}`);
    expect(listed.items.map((one) => one.id)).toContain(id);
    const audited = await kit.assets.audited(echo.id);
    expect(audited.map(({ action }) => action)).toContain('vm.console-opened');
  });

  it('is somebody’s alone: another is told so, and finds it free when they have left', async () => {
    const first = await text(echo.id);
    first.client.type('one\r');
    await answers(first.client, 'one');
    const second = await text(echo.id);
    expect(second.client.reason).toBe('文字主控台正由其他人使用，請等對方離開後再試');
    expect(await kit.row(second.id)).toMatchObject({ status: 'disconnected', recording: '0' });
    first.client.type('two\r');
    await answers(first.client, 'two');
    await endNow(first.id);
    await isOver(first.id);
    const third = await text(echo.id);
    expect(third.client.reason).toBeUndefined();
    await endNow(third.id);
    await isOver(third.id);
    // Nothing of ours is left on the hypervisor.
    await expect.poll(() => host.shell('pgrep', '-f', `console --domain ${echo.key}`), PATIENT).toBe('');
  });

  it('has no files, no figures and no commands of its hypervisor', async () => {
    const { id, client } = await text(echo.id);
    expect(client.reason).toBeUndefined();
    const { token } = kit;
    expect(
      await server.current.call('POST', `/sessions/${id}/ls`, { token, body: { dir: '/' } }),
    ).toMatchObject({ error: 'file.no_file_system' });
    expect(await server.current.call('GET', `/sessions/${id}/stats`, { token })).toMatchObject({
      error: 'session.no_stats',
    });
    await endNow(id);
    await isOver(id);
  });

  it('is watched by whoever may watch', async () => {
    const { id, client } = await text(echo.id);
    const watcher = await someone('online-session-monitor');
    const looking = connect(`/sessions/${id}/ssh-monitor`, watcher.token);
    await vi.waitUntil(() => looking.frames.some(({ type }) => type === 'connected'), PATIENT);
    client.type('seen\r');
    await expect.poll(() => looking.shown, PATIENT).toContain('seen');
    await endNow(id);
    await isOver(id);
  });
});

describe('a screen', () => {
  it('is drawn with the password of the moment, recorded, and watched by whoever may watch', async () => {
    const { id, client } = await screen(echo.id);
    expect(client.error).toBeUndefined();
    expect(await kit.row(id)).toMatchObject({ status: 'connected', protocol: 'vnc', mode: 'guacd' });
    const watcher = await someone('online-session-monitor');
    const looking = kit.monitor(id, watcher.token);
    await expect.poll(() => looking.hasPicture, PATIENT).toBe(true);
    await endNow(id);
    await isOver(id);
    expect(client.error).toEqual([802, '已由管理員中斷連線']);
    const file = await fetch(`http://127.0.0.1:${kit.port}/sessions/${id}/recording`, {
      headers: { 'X-Auth-Token': kit.token },
    });
    const recorded = new InstructionReader().read(Buffer.from(await file.arrayBuffer()));
    expect(recorded.some(({ opcode }) => opcode === 'sync')).toBe(true);
  });

  it('of a machine that was put out says that it ended', async () => {
    const other = await machine();
    const { id, client } = await screen(other.id);
    expect(client.error).toBeUndefined();
    await host.shell('virsh', '-c', uri, 'destroy', other.key);
    await isOver(id);
  });
});

describe('a console that cannot be opened says why', () => {
  it('the machine does not run', async () => {
    const stopped = await machine({ isRunning: false });
    const why = '虛擬機沒有在執行，請先啟動再開啟主控台';
    expect((await text(stopped.id)).client.reason).toBe(why);
    const { id, client } = await screen(stopped.id);
    expect(client.error?.[1]).toBe(why);
    expect(await kit.row(id)).toMatchObject({ status: 'disconnected', message: why });
  });

  it.runIf(isSoak)('there is no serial line, or no screen, or one that is its host’s alone', async () => {
    const mute = await machine({ devices: SCREEN });
    expect((await text(mute.id)).client.reason).toBe('這台虛擬機沒有文字主控台（序列埠）');
    const blind = await machine({ devices: SERIAL });
    expect((await screen(blind.id)).client.error?.[1]).toBe('這台虛擬機沒有 VNC 畫面');
    const local = await machine({
      devices: `${SERIAL}<graphics type='vnc' socket='/tmp/vnc-${process.pid}'/>`,
    });
    expect((await screen(local.id)).client.error?.[1]).toContain('UNIX socket');
  });

  it.runIf(isSoak)('the machine is gone, or its host is away', async () => {
    const gone = await machine();
    await host.shell('virsh', '-c', uri, 'destroy', gone.key);
    await host.shell('virsh', '-c', uri, 'undefine', gone.key);
    expect((await text(gone.id)).client.reason).toBe('虛擬化平台上找不到這台虛擬機');
    const { db } = server.current;
    await db.updateTable('asset').set({ port: 9 }).where('id', '=', assetId).execute();
    try {
      expect((await text(echo.id)).client.reason).toContain('拒絕');
      expect((await screen(echo.id)).client.error?.[1]).toContain('拒絕');
    } finally {
      await db.updateTable('asset').set({ port: libvirtAccount.port }).where('id', '=', assetId).execute();
    }
  });
});

describe('the right to consoles', () => {
  it('is asked of everybody: a person, a list alone and a machine that is not there are refused', async () => {
    const person = await server.current.loginAs({ type: 'user' });
    const reader = await someone('vm');
    for (const { token } of [person, reader]) {
      expect(await prepare(echo.id, 'serial', token)).toMatchObject({ code: 403 });
    }
    const holder = await someone('vm-console');
    expect(await prepare('no-such-machine', 'serial', holder.token)).toMatchObject({ error: 'vm.not_found' });
  });

  it('opens consoles and nothing else of the hypervisor, and what it opened is its own', async () => {
    const holder = await someone('vm-console');
    const query = { assetId, mode: 'native' };
    expect(await server.current.call('POST', '/sessions', { token: holder.token, query })).toMatchObject({
      error: 'asset.not_found',
    });
    const { id } = await prepared(echo.id, 'serial', holder.token);
    const stranger = await someone('vm-console');
    const client = connect(`/sessions/${id}/ssh`, stranger.token);
    await vi.waitUntil(() => client.reason !== undefined, PATIENT);
    expect(await kit.row(id)).toMatchObject({ status: 'no_connect' });
  });

  it('that is taken away ends what it opened within five seconds', async () => {
    const holder = await someone('vm-console');
    const [typed, drawn] = [await text(echo.id, holder.token), await screen(echo.id, holder.token)];
    expect([typed.client.reason, drawn.client.error]).toEqual([undefined, undefined]);
    await server.current.db.deleteFrom('user_role').where('user_id', '=', holder.id).execute();

    await expect.poll(() => typed.client.reason, WITHIN_5_SECONDS).toBe('使用主控台的權限已失效');
    await expect.poll(() => drawn.client.error?.[1], WITHIN_5_SECONDS).toBe('使用主控台的權限已失效');
  });

  it('goes with the person: one who is disabled is out', async () => {
    const holder = await someone('vm-console');
    const { client } = await text(echo.id, holder.token);
    expect(client.reason).toBeUndefined();
    await call('PATCH', `/users/${holder.id}/status?status=disabled`);
    await expect.poll(() => client.reason, WITHIN_5_SECONDS).toBeDefined();
  });
});
