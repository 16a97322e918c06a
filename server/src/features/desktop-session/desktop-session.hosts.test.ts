// A client of the product family's wire at real desktops: guacd, TigerVNC and xrdp.
import type { AddressInfo } from 'node:net';

import { encodeInstruction } from '@jadegate/contract/guac-instruction';
import type { CreatedSession, SessionRow } from '@jadegate/contract/session';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { InstructionReader } from '../../protocols/guacd/instruction.ts';
import { AssetKit } from '../../testing/assets.ts';
import { nlaHost, rdpHost, vncHost } from '../../testing/desktop-hosts.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 20_000, interval: 20 };
const server = useTestServer();
const assets = new AssetKit(server);
const clients: FamilyClient[] = [];
let port = 0;

/** As the pinned library of the family's page behaves: every frame holds whole instructions, and each sync is answered. */
class FamilyClient {
  readonly heard: [string, ...string[]][] = [];
  readonly socket: WebSocket;
  isOver = false;
  closeReason = '';

  constructor(path: string, token: string, query: Record<string, string> = {}) {
    const host = `127.0.0.1:${port}`;
    const address = new URLSearchParams({ 'X-Auth-Token': token, ...query }).toString();
    this.socket = new WebSocket(`ws://${host}${path}?${address}`, ['guacamole'], {
      headers: { origin: `http://${host}` },
    });
    clients.push(this);
    this.socket.on('error', () => undefined);
    this.socket.on('close', (_code, reason) => {
      this.isOver = true;
      this.closeReason = reason.toString();
    });
    this.socket.on('message', (message: Buffer, isBinary) => {
      if (isBinary) {
        throw new Error('a frame is no text');
      }
      const frames = new InstructionReader();
      for (const instruction of frames.read(message)) {
        this.heard.push([instruction.opcode, ...instruction.args]);
        if (instruction.opcode === 'sync') {
          this.send('sync', instruction.args[0] ?? '');
        }
      }
    });
  }

  send(...elements: (string | number)[]): void {
    this.socket.send(encodeInstruction(...elements));
  }

  count(opcode: string): number {
    return this.heard.filter(([one]) => one === opcode).length;
  }

  get hasPicture(): boolean {
    return this.count('blob') > 0 && this.count('sync') > 0;
  }

  /** The code and the words of the error with which it was sent away. */
  get error(): [number, string] | undefined {
    const [, text = '', code = ''] = this.heard.find(([opcode]) => opcode === 'error') ?? [];
    return code === '' ? undefined : [Number(code), Buffer.from(text, 'base64').toString()];
  }
}

beforeAll(async () => {
  await assets.login();
  await server.current.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.current.app.server.address() as AddressInfo).port;
});
afterEach(() => clients.splice(0).forEach(({ socket }) => socket.terminate()));

type Host = typeof vncHost;

async function prepared(
  protocol: string,
  { host, ...account }: Host,
  change: object = {},
  token = assets.token,
) {
  const asset = await assets.created({ protocol, ip: host, accountType: 'custom', ...account, ...change });
  const query = { assetId: asset.id, mode: 'guacd' };
  const { data } = await server.current.call<CreatedSession>('POST', '/sessions', { token, query });
  return data;
}

const SCREEN = { width: '800', height: '600', dpi: '96' };

async function opened(protocol: string, host: Host, change: object = {}, query: Record<string, string> = {}) {
  const { id } = await prepared(protocol, host, change);
  const client = new FamilyClient(`/sessions/${id}/tunnel`, assets.token, { ...SCREEN, ...query });
  await expect.poll(() => client.hasPicture || client.error !== undefined, PATIENT).toBe(true);
  return { id, client };
}

const row = async (id: string) =>
  (await server.current.call<SessionRow>('GET', `/sessions/${id}`, { token: assets.token })).data;
const isOver = async (id: string) => (await row(id)).status === 'disconnected';

describe('a client of the family', () => {
  it('opens a VNC desktop, watches it, and is told when an administrator ends it; row and recording agree', async () => {
    const { id, client } = await opened('vnc', vncHost);
    expect(client.socket.protocol).toBe('guacamole');
    expect(await row(id)).toMatchObject({ status: 'connected', mode: 'guacd', protocol: 'vnc', width: 800 });
    expect(
      await server.current.call('POST', `/sessions/${id}/connect`, { token: assets.token }),
    ).toMatchObject({
      code: 1,
    });
    client.socket.send('0.,4.ping,13.1700000000000;');
    await expect
      .poll(() => client.heard.find(([opcode]) => opcode === ''), PATIENT)
      .toEqual(['', 'ping', '1700000000000']);
    const watcher = new FamilyClient(`/sessions/${id}/tunnel-monitor`, assets.token);
    await expect.poll(() => watcher.hasPicture, PATIENT).toBe(true);
    await server.current.call('POST', `/sessions/${id}/disconnect`, { token: assets.token });
    await expect.poll(() => client.isOver && watcher.isOver, PATIENT).toBe(true);
    expect(client.error).toEqual([802, '已由管理員中斷連線']);
    expect(client.heard.at(-1)).toEqual(['disconnect']);
    expect(client.closeReason).toBe('802');
    expect(watcher.error?.[0]).toBe(802);
    const past = await row(id);
    expect(past).toMatchObject({ status: 'disconnected', code: 802, recording: '1' });
    expect(past.recordingBytes).toBeGreaterThan(1000);
    const download = `http://127.0.0.1:${port}/sessions/${id}/recording`;
    const file = await fetch(download, { headers: { 'X-Auth-Token': assets.token } });
    expect(file.headers.get('content-type')).toContain('text/plain');
    const bytes = Buffer.from(await file.arrayBuffer());
    const recorded = new InstructionReader().read(bytes).map(({ opcode }) => opcode);
    expect(recorded).toEqual(expect.arrayContaining(['size', 'img', 'blob', 'end', 'sync']));
  });

  it('opens RDP desktops, with and without a login before the desktop', async () => {
    const xrdp = await opened('rdp', rdpHost);
    expect(xrdp.client.hasPicture).toBe(true);
    const nla = await opened('rdp', nlaHost);
    expect(nla.client.hasPicture).toBe(true);
    xrdp.client.send('disconnect');
    await expect.poll(() => isOver(xrdp.id), PATIENT).toBe(true);
    expect(await row(xrdp.id)).toMatchObject({ code: 0 });
  });

  it('is told that the password is wrong or nobody is there, in words and as a code', async () => {
    const { id } = await prepared('vnc', { ...vncHost, password: 'wrong-one' });
    const client = new FamilyClient(`/sessions/${id}/tunnel`, assets.token, SCREEN);
    await expect.poll(() => client.error?.[0], PATIENT).toBe(519);
    expect(client.error?.[1]).toContain('目標沒有接受連線或登入');
    await expect.poll(async () => (await row(id)).code, PATIENT).toBe(519);
    const nobody = await prepared('vnc', { ...vncHost, port: 1 });
    const late = new FamilyClient(`/sessions/${nobody.id}/tunnel`, assets.token, SCREEN);
    await expect.poll(() => late.error, PATIENT).toEqual([-1, '127.0.0.1 的連接埠 1 拒絕連線']);
  });

  it('ends its session by leaving, unless it says that it returns; then it finds its desktop again', async () => {
    const { id, client } = await opened('vnc', vncHost, {}, { returns: 'true' });
    client.socket.terminate();
    await expect.poll(async () => (await row(id)).awayUntil, PATIENT).not.toBeNull();
    const again = new FamilyClient(`/sessions/${id}/tunnel`, assets.token, { ...SCREEN, returns: 'true' });
    await expect.poll(() => again.hasPicture, PATIENT).toBe(true);
    const other = await opened('vnc', vncHost);
    other.client.socket.terminate();
    await expect.poll(() => isOver(other.id), PATIENT).toBe(true);
    expect((await row(id)).status).toBe('connected');
  });

  it('is refused a session that is not its own, that is over, or that is a terminal', async () => {
    const { id, client } = await opened('vnc', vncHost);
    const stranger = await server.current.loginAs({ type: 'user' });
    const foreign = new FamilyClient(`/sessions/${id}/tunnel`, stranger.token, SCREEN);
    await expect.poll(() => foreign.error?.[0], PATIENT).toBe(800);
    client.send('disconnect');
    await expect.poll(() => isOver(id), PATIENT).toBe(true);
    const late = new FamilyClient(`/sessions/${id}/tunnel-monitor`, assets.token);
    await expect.poll(() => late.error?.[0], PATIENT).toBe(805);
    const terminal = await prepared('ssh', { ...rdpHost, port: 22 });
    const wrong = new FamilyClient(`/sessions/${terminal.id}/tunnel`, assets.token, SCREEN);
    await expect.poll(() => wrong.error?.[0], PATIENT).toBe(800);
  });
});

describe('a desktop behind a gateway', () => {
  let gateway: SshHost;
  beforeAll(async () => {
    gateway = await startSshHost({ password: 'p@ss' });
  });
  afterAll(() => gateway.close());

  it('is reached through it', async () => {
    const body = {
      name: 'desktop gateway',
      ip: '127.0.0.1',
      port: gateway.port,
      accountType: 'password',
      username: 'jump',
      password: 'p@ss',
    };
    const made = await server.current.call<{ id: string }>('POST', '/access-gateways', {
      token: assets.token,
      body,
    });
    await server.current.call('POST', `/access-gateways/${made.data.id}/test`, { token: assets.token });
    const { client } = await opened('vnc', vncHost, { accessGatewayId: made.data.id });
    expect(client.error).toBeUndefined();
    expect(gateway.forwards).toContain(`127.0.0.1:${vncHost.port}`);
  });
});
