// A whole session of a client of the product family.
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import * as hosts from '../hosts.ts';
import { FamilyClient, type FamilyTerminal } from '../support/family-client.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';

let bed: SessionBed;
let client: FamilyClient;
let assetId = '';

beforeAll(async () => {
  bed = await SessionBed.start();
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  client = new FamilyClient(bed.product.url);
  await client.login('admin', PASSWORD);
});
afterAll(() => bed.product.dispose());

interface Created {
  id: string;
  [flag: string]: string;
}

async function create(id = assetId): Promise<Created> {
  const { code, data } = await client.request<Created>('POST', `/sessions?assetId=${id}&mode=native`);
  expect(code).toBe(1);
  return data;
}

async function opened(): Promise<{ id: string; terminal: FamilyTerminal }> {
  const { id } = await create();
  const terminal = client.terminal(`/sessions/${id}/ssh`, { cols: '80', rows: '24' });
  await expect.poll(() => terminal.text, PATIENT).toMatch(/[$#] $/);
  return { id, terminal };
}

const row = async (id: string) =>
  (await client.request<Record<string, unknown>>('GET', `/sessions/${id}`)).data;

describe('a client of the product family', () => {
  it('runs a whole session: connect, type, resize, ping, watch, leave, and fetch the recording', async () => {
    const created = await create();
    for (const flag of ['upload', 'download', 'delete', 'rename', 'edit', 'fileSystem', 'copy', 'paste']) {
      expect([flag, created[flag]]).toEqual([flag, '1']);
    }
    expect(created['storageId']).toBe('');
    const terminal = client.terminal(`/sessions/${created.id}/ssh`, { cols: '80', rows: '24' });
    const connected = new Promise<void>((resolve) => (terminal.onConnected = resolve));
    await connected;
    // The first frame, before any data; no subprotocol was agreed on.
    expect(terminal.frames[0]).toBe('1');
    expect(terminal.socket.protocol).toBe('');
    expect(await client.request('POST', `/sessions/${created.id}/connect`)).toMatchObject({
      code: 1,
      message: 'success',
      data: null,
    });
    await expect.poll(() => terminal.text, PATIENT).toMatch(/[$#] $/);
    terminal.send('2stty size; echo 中文-"$((6*7))"\r');
    await expect.poll(() => terminal.text, PATIENT).toMatch(/24 80\r\n中文-42/);

    terminal.resize(132, 43);
    terminal.send('2stty size\r');
    await expect.poll(() => terminal.text, PATIENT).toContain('43 132');
    expect((await client.request('POST', `/sessions/${created.id}/resize?width=132&height=43`)).data).toBe(
      '',
    );
    expect(await row(created.id)).toMatchObject({
      width: 132,
      height: 43,
      status: 'connected',
      mode: 'native',
    });

    terminal.send('4');
    await expect.poll(() => terminal.frames, PATIENT).toContain('4');
    // What nobody knows is ignored, as is what cannot be read.
    for (const nonsense of ['9x', '3not-base64', '3', '', 'x']) {
      terminal.send(nonsense);
    }

    const monitor = client.terminal(`/sessions/${created.id}/ssh-monitor`);
    terminal.send('2echo se""en\r');
    await expect.poll(() => monitor.text, PATIENT).toMatch(/[\r\n]seen/);
    monitor.send('2echo not-""mine\r');
    terminal.send('2echo la""st\r');
    await expect.poll(() => terminal.text, PATIENT).toMatch(/[\r\n]last/);
    expect(terminal.text).not.toContain('not-mine');

    terminal.send('2exit\r');
    await expect.poll(() => terminal.reason, PATIENT).toBe('遠端工作階段已結束');
    await expect.poll(() => monitor.reason, PATIENT).toBe('遠端工作階段已結束');
    await expect.poll(() => terminal.isClosed && monitor.isClosed, PATIENT).toBe(true);
    // Only the five kinds it knows, as text, and none of them empty data.
    for (const { kinds, binary, frames } of [terminal, monitor]) {
      expect([...kinds].filter((kind) => !'01234'.includes(kind))).toEqual([]);
      expect(binary).toEqual([]);
      expect(frames).not.toContain('2');
    }
    await playable(created.id);
  });

  /** As the family's player needs it. */
  async function playable(id: string): Promise<void> {
    await expect.poll(async () => (await row(id))['status'], PATIENT).toBe('disconnected');
    const query = `status=disconnected&pageIndex=1&pageSize=10&field=&order=`;
    const page = await client.request<{ total: number; items: Record<string, unknown>[] }>(
      'GET',
      `/sessions/paging?${query}`,
    );
    expect(page.data.items.find((item) => item['id'] === id)).toMatchObject({
      recording: '1',
      reviewed: false,
      code: 0,
      commandCount: expect.any(Number),
      creatorName: expect.any(String),
    });
    const address = `${bed.product.url}/sessions/${id}/recording?X-Auth-Token=${client.token}`;
    const response = await fetch(address);
    expect(response.headers.get('content-type')).not.toContain('json;');
    const [header = '', ...events] = (await response.text()).trimEnd().split('\n');
    expect(JSON.parse(header)).toMatchObject({ version: 2, width: 80, height: 24 });
    const decoded = events.map((line) => JSON.parse(line) as [number, string, string]);
    expect(decoded.length).toBeGreaterThan(0);
    expect(events.every((line) => line.startsWith('['))).toBe(true);
    const output = decoded.flatMap(([, kind, text]) => (kind === 'o' ? [text] : [])).join('');
    expect(output).toContain('中文-42');
    expect(decoded.filter(([, kind]) => kind === 'r').map(([, , size]) => size)).toContain('132x43');
    expect((await row(id))['reviewed']).toBe(true);
  }

  it.runIf(isSoak)('is told when an administrator ends it, and when it leaves the row says so', async () => {
    const ended = await opened();
    await client.request('POST', `/sessions/${ended.id}/disconnect`);
    await expect.poll(() => ended.terminal.reason, PATIENT).toBe('已由管理員中斷連線');
    expect(await row(ended.id)).toMatchObject({ status: 'disconnected', code: 802 });
    // Its console closes the socket without a word, and cannot come back.
    const left = await opened();
    left.terminal.socket.terminate();
    await expect.poll(async () => (await row(left.id))['status'], PATIENT).toBe('disconnected');
    expect(await row(left.id)).toMatchObject({ code: 0, message: '使用者已離開' });
    // A late report does not bring it back to life.
    await client.request('POST', `/sessions/${left.id}/connect`);
    expect(await row(left.id)).toMatchObject({ status: 'disconnected' });
  });

  it.runIf(isSoak)('learns why a target cannot be reached or watched, as a 0 frame', async () => {
    const shut = await OwnSshd.start();
    const id = await bed.asset('shut', { port: shut.port });
    await shut.remove();
    const refused = client.terminal(`/sessions/${(await create(id)).id}/ssh`, { cols: '80', rows: '24' });
    await expect.poll(() => refused.reason, PATIENT).toContain('拒絕連線');
    await expect.poll(() => refused.isClosed, PATIENT).toBe(true);
    const { id: past, terminal } = await opened();
    terminal.send('2exit\r');
    await expect.poll(() => terminal.isClosed, PATIENT).toBe(true);
    const late = client.terminal(`/sessions/${past}/ssh-monitor`);
    await expect.poll(() => late.reason, PATIENT).toContain('已經結束');
  });

  it.runIf(isSoak)(
    'gets no 1 frame while the target says nothing, and leaves nothing behind when it gives up',
    async () => {
      const { id: asset, close } = await silentTarget();
      const { id } = await create(asset);
      const terminal = client.terminal(`/sessions/${id}/ssh`, { cols: '0', rows: '0' });
      await expect.poll(() => terminal.socket.readyState, PATIENT).toBe(WebSocket.OPEN);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(terminal.frames).toEqual([]);
      terminal.socket.terminate();
      await expect.poll(async () => (await row(id))['status'], PATIENT).toBe('disconnected');
      expect(await row(id)).toMatchObject({ message: '使用者已離開', recording: '0' });
      await close();
    },
  );
});

/** Takes connections and never says a word. */
async function silentTarget(): Promise<{ id: string; close: () => Promise<void> }> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => server.listen(0, hosts.LOOPBACK, resolve));
  const { port } = server.address() as AddressInfo;
  const account = { accountType: 'custom', username: 'nobody', password: 'nothing' };
  const body = { name: 'silent', protocol: 'ssh', ip: hosts.LOOPBACK, port, ...account };
  const { id } = await bed.make<{ id: string }>('/assets', body);
  return {
    id,
    close: async () => {
      await expect.poll(() => bed.connectionsTo(port), PATIENT).toBe(0);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
