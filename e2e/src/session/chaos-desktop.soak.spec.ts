// What becomes of a desktop when the network or the product itself breaks, or after a hundred others: the row tells the
// truth, the recording is whole up to the end, and the next desktop works. `chaos-hosts` kills its target and guacd.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { expectDesktopWorks, expectPlayable, openedDesktop } from '../support/family-desktop-bed.ts';
import { OwnGuacd, OwnVnc } from '../support/own-desktop.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { PulledPlug } from '../support/pulled-plug.ts';
import { PATIENT, SessionBed } from '../support/session-bed.ts';

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

it('the network to the target is cut for twenty seconds: the desktop waits, and goes on', async () => {
  const plug = PulledPlug.make(3);
  const far = await OwnVnc.start(plug.name);
  try {
    const { id, desktop } = await openedDesktop(
      bed,
      await desktopAt('far away', { ip: plug.address, port: far.port }),
    );
    plug.pull();
    await sleep(20_000);
    expect(await bed.row(id)).toMatchObject({ status: 'connected' });
    const blobs = desktop.count('blob');
    plug.putBack();
    // The clock on the screen has gone on.
    await expect.poll(() => desktop.count('blob'), { timeout: 40_000 }).toBeGreaterThan(blobs);
    desktop.leave();
    expect(await bed.over(id)).toMatchObject({ code: 0, message: '使用者已離開', recording: '1' });
    await expectPlayable(bed, id, desktop.count('sync'));
  } finally {
    await far.remove();
    plug.remove();
  }
});

it('the product is told to stop: everybody learns why', async () => {
  const { id, desktop } = await openedDesktop(bed, assetId);
  const message = '伺服器停止服務，連線已中斷';
  expect(await bed.product.stop()).toBe(0);
  expect(desktop.error?.[1]).toBe(message);
  await bed.restart({ env: guacd.env });
  expect(await bed.row(id)).toMatchObject({ status: 'disconnected', message, recording: '1' });
  await expectPlayable(bed, id, desktop.count('sync'));
  await expectDesktopWorks(bed, assetId);
});

it('the product is killed: the row says so, and the recording is there', async () => {
  const { id, desktop } = await openedDesktop(bed, assetId);
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
  await expectPlayable(bed, id, seen);
  await expectDesktopWorks(bed, assetId);
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
  await expectDesktopWorks(bed, assetId);
  await expectDesktopWorks(bed, behind);
  await expect.poll(() => bed.connectionsTo(guacd.port), PATIENT).toBe(0);
  const before = held();
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    await expectDesktopWorks(bed, cycle % 2 === 0 ? assetId : behind);
  }
  await expect.poll(() => bed.connectionsTo(guacd.port), PATIENT).toBe(0);
  await expect.poll(() => guacd.carriers, PATIENT).toEqual([]);
  await expect.poll(() => held().listeners, PATIENT).toBe(before.listeners);
  // The console's own calls come and go on a few connections.
  await expect.poll(() => held().handles, PATIENT).toBeLessThanOrEqual(before.handles + 3);
  await gatewayHost.remove();
}, 600_000);
