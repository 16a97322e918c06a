// A client written for the wire of the product family at desktops, as its web console speaks it: instructions in text
// frames, the token in the address, the POST that reports the connection, and numbers for every way to fail.
import type { SessionRow } from '@jadegate/contract/session/session';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { FamilyDesktop, instructionsOf } from '../support/family-desktop.ts';
import { OwnVnc } from '../support/own-desktop.ts';
import { PATIENT, SessionBed } from '../support/session-bed.ts';

const SCREEN = { width: '800', height: '600', dpi: '96' };
let bed: SessionBed;
let vnc: OwnVnc;

beforeAll(async () => {
  vnc = await OwnVnc.start();
  bed = await SessionBed.start({
    env: { GUACD_HOST: hosts.LOOPBACK, GUACD_PORT: String(hosts.guacd.port) },
  });
});
afterAll(async () => {
  await vnc.remove();
  await bed.product.dispose();
});

interface Created {
  id: string;
  [flag: string]: string;
}

async function asset(name: string, place: object): Promise<string> {
  const account = { accountType: 'custom', username: '', password: 'none' };
  const body = { name, protocol: 'vnc', ip: hosts.LOOPBACK, ...account, ...place };
  return (await bed.make<{ id: string }>('/assets', body)).id;
}

/** `mode`: the family's page sends this for everything that is no terminal. */
async function create(assetId: string): Promise<Created> {
  const { code, data } = await bed.admin.call<Created>('POST', `/sessions?assetId=${assetId}&mode=guacd`);
  expect(code).toBe(1);
  return data;
}

const tunnel = (id: string, token = bed.token) =>
  new FamilyDesktop(bed.product.url, `/sessions/${id}/tunnel`, { ...SCREEN, 'X-Auth-Token': token });
const monitor = (id: string) =>
  new FamilyDesktop(bed.product.url, `/sessions/${id}/tunnel-monitor`, { 'X-Auth-Token': bed.token });

it('runs a whole desktop: connect, see, type, watch, be ended, and fetch the recording', async () => {
  const created = await create(await asset('desktop-01', { port: vnc.port }));
  for (const flag of ['upload', 'download', 'delete', 'rename', 'edit', 'copy', 'paste']) {
    expect([flag, created[flag]]).toEqual([flag, '1']);
  }
  const { id } = created;
  const desktop = tunnel(id);
  await expect.poll(() => desktop.hasPicture, PATIENT).toBe(true);
  expect(desktop.socket.protocol).toBe('guacamole');
  expect(await bed.admin.call('POST', `/sessions/${id}/connect`)).toMatchObject({ code: 1, data: null });
  expect(await bed.row(id)).toMatchObject({
    status: 'connected',
    mode: 'guacd',
    protocol: 'vnc',
    width: 800,
  });

  desktop.send('', 'ping', 1_700_000_000_000);
  await expect.poll(() => desktop.heard, PATIENT).toContainEqual(['', 'ping', '1700000000000']);
  desktop.send('mouse', 400, 300, 0);
  desktop.send('key', 0x61, 1);
  desktop.send('key', 0x61, 0);
  desktop.send('nop');
  // What nobody knows is passed over.
  desktop.send('whatever', '玉門;,');
  // guacd's VNC keeps the size of the host; that it was asked must hurt nobody.
  desktop.send('size', 640, 480);

  const watcher = monitor(id);
  await expect.poll(() => watcher.hasPicture, PATIENT).toBe(true);
  watcher.send('key', 0x62, 1);
  watcher.send('disconnect');
  // The clock on the screen goes on for both.
  const seen = [desktop.count('sync'), watcher.count('sync')] as const;
  await expect.poll(() => desktop.count('sync'), PATIENT).toBeGreaterThan(seen[0]);
  await expect.poll(() => watcher.count('sync'), PATIENT).toBeGreaterThan(seen[1]);

  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  await expect.poll(() => desktop.isClosed && watcher.isClosed, PATIENT).toBe(true);
  for (const { error, heard, closeCode, closeReason } of [desktop, watcher]) {
    expect(error).toEqual([802, '已由管理員中斷連線']);
    expect(heard.at(-1)).toEqual(['disconnect']);
    expect([closeCode, closeReason]).toEqual([1000, '802']);
  }
  const row = await bed.over(id);
  expect(row).toMatchObject({ code: 802, recording: '1', reviewed: false });
  await playable(row);
});

/** As the family's player needs it. */
async function playable({ id }: SessionRow): Promise<void> {
  const response = await fetch(
    `${bed.product.url}/sessions/${id}/recording?${new URLSearchParams({ 'X-Auth-Token': bed.token }).toString()}`,
  );
  expect(response.headers.get('content-type')).toContain('text/plain');
  const recorded = instructionsOf(await response.text()).map(([opcode]) => opcode);
  expect(recorded).toEqual(expect.arrayContaining(['size', 'img', 'blob', 'end', 'sync']));
  // Nothing of what the person did or of what was between the two ends.
  expect(recorded).not.toContain('key');
  expect(recorded).not.toContain('');
  expect((await bed.row(id)).reviewed).toBe(true);
}

it('leaves, and the row says so', async () => {
  const { id } = await create(await asset('desktop-02', { port: vnc.port }));
  const desktop = tunnel(id);
  await expect.poll(() => desktop.hasPicture, PATIENT).toBe(true);
  desktop.socket.terminate();
  expect(await bed.over(id)).toMatchObject({ code: 0, message: '使用者已離開' });
});

it('is told why in numbers it knows', async () => {
  // 800: not there, or not one's own.
  const { id } = await create(await asset('desktop-03', { port: vnc.port }));
  const stranger = await bed.person({ username: `stranger-${Date.now()}` });
  const foreign = tunnel(id, stranger.token);
  await expect.poll(() => foreign.error?.[0], PATIENT).toBe(800);
  // 805: over.
  const desktop = tunnel(id);
  await expect.poll(() => desktop.hasPicture, PATIENT).toBe(true);
  desktop.leave();
  await bed.over(id);
  const late = monitor(id);
  await expect.poll(() => late.error?.[0], PATIENT).toBe(805);
  // 803: the gateway cannot be used.
  const gateway = await bed.make<{ id: string }>('/access-gateways', {
    name: `shut ${Date.now()}`,
    ip: hosts.LOOPBACK,
    port: 1,
    accountType: 'password',
    username: 'jump',
    password: 'nothing',
  });
  const behind = await create(await asset('desktop-04', { port: vnc.port, accessGatewayId: gateway.id }));
  const shut = tunnel(behind.id);
  await expect.poll(() => shut.error?.[0], PATIENT).toBe(803);
  // The target's own: it does not take the connection.
  const nobody = tunnel((await create(await asset('desktop-05', { port: 1 }))).id);
  await expect.poll(() => nobody.error, PATIENT).toEqual([-1, '127.0.0.1 的連接埠 1 拒絕連線']);
  for (const { heard, isClosed } of [foreign, late, shut, nobody]) {
    expect(heard.at(-1)).toEqual(['disconnect']);
    expect(isClosed).toBe(true);
  }
});

it('is told that there is no guacd', async () => {
  const without = await SessionBed.start({ env: { GUACD_HOST: hosts.LOOPBACK, GUACD_PORT: '1' } });
  try {
    const account = { accountType: 'custom', username: '', password: 'none' };
    const body = { name: 'desktop-06', protocol: 'vnc', ip: hosts.LOOPBACK, port: vnc.port, ...account };
    const { id: assetId } = await without.make<{ id: string }>('/assets', body);
    const { data } = await without.admin.call<Created>('POST', `/sessions?assetId=${assetId}&mode=guacd`);
    const query = { ...SCREEN, 'X-Auth-Token': without.token };
    const desktop = new FamilyDesktop(without.product.url, `/sessions/${data.id}/tunnel`, query);
    await expect.poll(() => desktop.error?.[0], PATIENT).toBe(801);
  } finally {
    await without.product.dispose();
  }
});
