// A client of the product family's wire at real desktops: guacd, TigerVNC and xrdp.
import { ADVICE_WORDS } from '@jadegate/contract/words/session-advice';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { InstructionReader } from '../../protocols/guacd/instruction.ts';
import { nlaHost, rdpHost, vncHost } from '../../testing/desktop-hosts.ts';
import { DesktopKit, PATIENT } from '../../testing/desktop-kit.ts';
import { sessionBytes } from '../../testing/metrics-text.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new DesktopKit(server);

beforeAll(() => kit.start());
afterEach(() => kit.leave());

describe('a client of the family', () => {
  it('opens a VNC desktop, watches it, and is told when an administrator ends it; row and recording agree', async () => {
    const { id, client } = await kit.opened(vncHost);
    expect(client.socket.protocol).toBe('guacamole');
    expect(await kit.row(id)).toMatchObject({
      status: 'connected',
      mode: 'guacd',
      protocol: 'vnc',
      width: 800,
    });
    expect(await server.current.call('POST', `/sessions/${id}/connect`, { token: kit.token })).toMatchObject({
      code: 1,
    });
    client.socket.send('0.,4.ping,13.1700000000000;');
    await expect
      .poll(() => client.heard.find(([opcode]) => opcode === ''), PATIENT)
      .toEqual(['', 'ping', '1700000000000']);
    const watcher = kit.monitor(id);
    await expect.poll(() => watcher.hasPicture, PATIENT).toBe(true);
    await server.current.call('POST', `/sessions/${id}/disconnect`, { token: kit.token });
    await expect.poll(() => client.isOver && watcher.isOver, PATIENT).toBe(true);
    expect(client.error).toEqual([802, '已由管理員中斷連線']);
    expect(client.heard.at(-1)).toEqual(['disconnect']);
    expect(client.closeReason).toBe('802');
    expect(watcher.error?.[0]).toBe(802);
    const past = await kit.row(id);
    expect(past).toMatchObject({ status: 'disconnected', code: 802, recording: '1' });
    expect(past.recordingBytes).toBeGreaterThan(1000);
    const download = `http://127.0.0.1:${kit.port}/sessions/${id}/recording`;
    const file = await fetch(download, { headers: { 'X-Auth-Token': kit.token } });
    expect(file.headers.get('content-type')).toContain('text/plain');
    const bytes = Buffer.from(await file.arrayBuffer());
    const recorded = new InstructionReader().read(bytes).map(({ opcode }) => opcode);
    expect(recorded).toEqual(expect.arrayContaining(['size', 'img', 'blob', 'end', 'sync']));
  });

  it('counts as bytes through sessions what it shows and what is done in it, also when it is over', async () => {
    const before = await sessionBytes(server.current, 'vnc');
    const { id, client } = await kit.opened(vncHost);
    await expect.poll(() => client.hasPicture, PATIENT).toBe(true);
    const shown = await sessionBytes(server.current, 'vnc');
    expect(shown.output - before.output).toBeGreaterThan(100);
    const moves = 50;
    for (let step = 0; step < moves; step++) {
      client.send('mouse', 10 + step, 10, 0);
    }
    const least = moves * '5.mouse,2.10,2.10,1.0;'.length;
    await expect
      .poll(async () => (await sessionBytes(server.current, 'vnc')).input - shown.input, PATIENT)
      .toBeGreaterThanOrEqual(least);
    client.send('disconnect');
    await expect.poll(() => kit.isOver(id), PATIENT).toBe(true);
    const after = await sessionBytes(server.current, 'vnc');
    expect(after.input - shown.input).toBeGreaterThanOrEqual(least);
    expect(after.output).toBeGreaterThanOrEqual(shown.output);
  });

  it('opens RDP desktops, with and without a login before the desktop', async () => {
    const xrdp = await kit.opened(rdpHost, { protocol: 'rdp' });
    expect(xrdp.client.hasPicture).toBe(true);
    const nla = await kit.opened(nlaHost, { protocol: 'rdp' });
    expect(nla.client.hasPicture).toBe(true);
    xrdp.client.send('disconnect');
    await expect.poll(() => kit.isOver(xrdp.id), PATIENT).toBe(true);
    expect(await kit.row(xrdp.id)).toMatchObject({ code: 0 });
  });

  it('has an RDP desktop in the size that its window took while the desktop began', async () => {
    const { client } = await kit.opened(rdpHost, { protocol: 'rdp' });
    // nothing is drawn yet but a pointer
    client.send('size', 640, 480, 96);
    const sizes = () =>
      client.heard.flatMap(([one, layer, ...size]) => (one === 'size' && layer === '0' ? [size] : []));
    await expect.poll(() => sizes().at(-1), PATIENT).toEqual(['640', '480']);
  });

  it('is told that the password is wrong or nobody is there, in words and as a code', async () => {
    const { id } = await kit.prepared(await kit.asset({ ...vncHost, password: 'wrong-one' }));
    const client = kit.tunnel(id);
    await expect.poll(() => client.error?.[0], PATIENT).toBe(519);
    expect(client.error?.[1]).toContain('目標沒有接受連線或登入');
    // What can be done about it is said before the end.
    const told = client.heard.flatMap(([opcode, text = '']) => (opcode === 'notice' ? [text] : []));
    expect(told.map((text) => (JSON.parse(text) as { kind: string }).kind)).toEqual([
      'step',
      'step',
      'advice',
    ]);
    expect(told.at(-1)).toBe(JSON.stringify({ kind: 'advice', text: ADVICE_WORDS.desktopLogin['zh-TW'] }));
    await expect.poll(async () => (await kit.row(id)).code, PATIENT).toBe(519);
    const nobody = await kit.prepared(await kit.asset({ ...vncHost, port: 1 }));
    const late = kit.tunnel(nobody.id);
    await expect.poll(() => late.error, PATIENT).toEqual([-1, '127.0.0.1 的連接埠 1 拒絕連線']);
  });

  it('ends its session by leaving, unless it says that it returns; then it finds its desktop again', async () => {
    const { id, client } = await kit.opened(vncHost, { query: { returns: 'true' } });
    client.socket.terminate();
    await expect.poll(async () => (await kit.row(id)).awayUntil, PATIENT).not.toBeNull();
    const again = kit.tunnel(id, { returns: 'true' });
    await expect.poll(() => again.hasPicture, PATIENT).toBe(true);
    const other = await kit.opened(vncHost);
    other.client.socket.terminate();
    await expect.poll(() => kit.isOver(other.id), PATIENT).toBe(true);
    expect((await kit.row(id)).status).toBe('connected');
  });

  it('is refused a session that is not its own, that is over, or that is a terminal', async () => {
    const { id, client } = await kit.opened(vncHost);
    const stranger = await server.current.loginAs({ type: 'user' });
    const foreign = kit.tunnel(id, {}, stranger.token);
    await expect.poll(() => foreign.error?.[0], PATIENT).toBe(800);
    client.send('disconnect');
    await expect.poll(() => kit.isOver(id), PATIENT).toBe(true);
    const late = kit.monitor(id);
    await expect.poll(() => late.error?.[0], PATIENT).toBe(805);
    const ssh = await kit.asset({ ...rdpHost, port: 22 }, { protocol: 'ssh' });
    const terminal = await kit.prepared(ssh, kit.token, 'native');
    const wrong = kit.tunnel(terminal.id);
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
      token: kit.token,
      body,
    });
    await server.current.call('POST', `/access-gateways/${made.data.id}/test`, { token: kit.token });
    const { client } = await kit.opened(vncHost, { change: { accessGatewayId: made.data.id } });
    expect(client.error).toBeUndefined();
    expect(gateway.forwards).toContain(`127.0.0.1:${vncHost.port}`);
  });
});
