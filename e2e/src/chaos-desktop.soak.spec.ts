// What becomes of a desktop when the network or the product itself breaks, or after a hundred others: the row tells the
// truth, the recording is whole up to the end, and the next desktop works. `chaos-hosts` kills its target and guacd.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { CreatedSession } from '@jadegate/contract/session';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from './hosts.ts';
import { FamilyDesktop, instructionsOf } from './support/family-desktop.ts';
import { OwnGuacd, OwnVnc } from './support/own-desktop.ts';
import { OwnSshd } from './support/own-sshd.ts';
import { PulledPlug } from './support/pulled-plug.ts';
import { PATIENT, SessionBed } from './support/session-bed.ts';

const CYCLES = 100;
let bed: SessionBed;
let guacd: OwnGuacd;
let vnc: OwnVnc;
let assetId = '';

beforeAll(async () => {
  [guacd, vnc] = await Promise.all([OwnGuacd.start(), OwnVnc.start()]);
  bed = await SessionBed.start({ env: guacd.env });
  assetId = await desktopAt('own desktop', { port: vnc.port });
});
afterAll(async () => {
  await vnc.remove();
  await guacd.remove();
  await bed.product.dispose();
});

async function desktopAt(
  name: string,
  place: { port: number; ip?: string; accessGatewayId?: string },
): Promise<string> {
  const account = { accountType: 'custom', username: '', password: 'none' };
  const body = { name, protocol: 'vnc', ip: hosts.LOOPBACK, ...account, ...place };
  return (await bed.make<{ id: string }>('/assets', body)).id;
}

/** A desktop that is seen. */
async function opened(asset = assetId): Promise<{ id: string; desktop: FamilyDesktop }> {
  const path = `/sessions?assetId=${asset}&mode=guacd`;
  const { id } = (await bed.admin.call<CreatedSession>('POST', path)).data;
  const query = { width: '800', height: '600', dpi: '96', 'X-Auth-Token': bed.token };
  const desktop = new FamilyDesktop(bed.product.url, `/sessions/${id}/tunnel`, query);
  await expect.poll(() => desktop.hasPicture || desktop.error, PATIENT).toBe(true);
  return { id, desktop };
}

/** Every frame that was seen is in the recording, which can be played. */
async function playable(id: string, framesSeen: number): Promise<void> {
  const text = await (await bed.fetch(`/sessions/${id}/recording`)).text();
  const recorded = instructionsOf(text).map(([opcode]) => opcode);
  expect(recorded).toEqual(expect.arrayContaining(['size', 'img', 'blob', 'sync']));
  const frames = recorded.filter((opcode) => opcode === 'sync').length;
  expect(frames).toBeGreaterThanOrEqual(framesSeen);
  expect(await bed.admin.call('GET', `/sessions/${id}/recording/segments`)).toMatchObject({ code: 1 });
}

async function works(asset = assetId): Promise<void> {
  const { id, desktop } = await opened(asset);
  desktop.leave();
  expect(await bed.over(id)).toMatchObject({ code: 0, message: '使用者已離開' });
}

it('the network to the target is cut for twenty seconds: the desktop waits, and goes on', async () => {
  const plug = PulledPlug.make(3);
  const far = await OwnVnc.start(plug.name);
  try {
    const { id, desktop } = await opened(await desktopAt('far away', { ip: plug.address, port: far.port }));
    plug.pull();
    await sleep(20_000);
    expect(await bed.row(id)).toMatchObject({ status: 'connected' });
    const blobs = desktop.count('blob');
    plug.putBack();
    // The clock on the screen has gone on.
    await expect.poll(() => desktop.count('blob'), { timeout: 40_000 }).toBeGreaterThan(blobs);
    desktop.leave();
    expect(await bed.over(id)).toMatchObject({ code: 0, message: '使用者已離開', recording: '1' });
    await playable(id, desktop.count('sync'));
  } finally {
    await far.remove();
    plug.remove();
  }
});

it('the product is told to stop: everybody learns why', async () => {
  const { id, desktop } = await opened();
  const message = '伺服器停止服務，連線已中斷';
  expect(await bed.product.stop()).toBe(0);
  expect(desktop.error?.[1]).toBe(message);
  await bed.restart({ env: guacd.env });
  expect(await bed.row(id)).toMatchObject({ status: 'disconnected', message, recording: '1' });
  await playable(id, desktop.count('sync'));
  await works();
});

it('the product is killed: the row says so, and the recording is there', async () => {
  const { id, desktop } = await opened();
  const seen = desktop.count('sync');
  // A second may be lost: the clock on the screen moves once in each.
  await expect.poll(() => desktop.count('sync'), PATIENT).toBeGreaterThan(seen + 2);
  await bed.product.kill9();
  await bed.restart({ env: guacd.env });
  expect(await bed.over(id)).toMatchObject({
    code: -1,
    message: '伺服器異常中止，連線已中斷',
    recording: '1',
  });
  await playable(id, seen);
  await works();
});

/** What the product holds open, as the kernel knows it. */
const held = () => ({
  handles: readdirSync(`/proc/${bed.product.pid}/fd`).length,
  listeners: execFileSync('ss', ['-ltnpH'])
    .toString()
    .split('\n')
    .filter((line) => line.includes(`pid=${bed.product.pid},`)).length,
});

it('desktops that are opened and closed leave nothing behind, neither here nor at guacd', async () => {
  const gatewayHost = await OwnSshd.start();
  const { username, password } = hosts.ssh;
  const gateway = await bed.make<{ id: string }>('/access-gateways', {
    name: 'doorway',
    ip: hosts.LOOPBACK,
    port: gatewayHost.port,
    accountType: 'password',
    username,
    password,
  });
  await bed.admin.call('POST', `/access-gateways/${gateway.id}/test`);
  const behind = await desktopAt('behind a gateway', { port: vnc.port, accessGatewayId: gateway.id });
  await works();
  await works(behind);
  await expect.poll(() => bed.connectionsTo(guacd.port), PATIENT).toBe(0);
  const before = held();
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    await works(cycle % 2 === 0 ? assetId : behind);
  }
  await expect.poll(() => bed.connectionsTo(guacd.port), PATIENT).toBe(0);
  await expect.poll(() => guacd.carriers, PATIENT).toEqual([]);
  await expect.poll(() => held().listeners, PATIENT).toBe(before.listeners);
  // The console's own calls come and go on a few connections.
  await expect.poll(() => held().handles, PATIENT).toBeLessThanOrEqual(before.handles + 3);
  await gatewayHost.remove();
}, 600_000);
