// What becomes of a session when its host, the gateway on the way there or guacd is killed: the row tells the truth, the
// recording is whole up to the end, nothing stays open, and the next session works. Networks that are cut are in the soak.
import type { AccessGateway } from '@jadegate/contract/access/access-gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { expectDesktopWorks, expectPlayable, openedDesktop } from '../support/family-desktop-bed.ts';
import { OwnGuacd, OwnVnc } from '../support/own-desktop.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { PATIENT, SessionBed } from '../support/session-bed.ts';
import { expectTerminalWorks, expectTidy } from '../support/terminal-ends.ts';

let bed: SessionBed;
let guacd: OwnGuacd;

beforeAll(async () => {
  guacd = await OwnGuacd.start();
  bed = await SessionBed.start({ env: guacd.env });
});
afterAll(async () => {
  await guacd?.remove();
  await bed?.product.dispose();
});

describe('a terminal', () => {
  let sshd: OwnSshd;
  let assetId = '';

  beforeAll(async () => {
    sshd = await OwnSshd.start();
    assetId = await bed.asset('own machine', { port: sshd.port });
  });
  afterAll(() => sshd?.remove());

  it('sshd is killed with everything it runs', async () => {
    const { id, terminal } = await bed.open(assetId);
    await bed.says(terminal, 'before-sshd-died');
    await sshd.kill9();
    await expect.poll(() => terminal.reason, PATIENT).toBe('遠端主機關閉了連線');
    expect(await bed.over(id)).toMatchObject({ code: -1, message: '遠端主機關閉了連線', recording: '1' });
    await expectTidy(bed, id, 'before-sshd-died', sshd.port);
    const refused = bed.terminal(await bed.prepare(assetId));
    await expect.poll(() => refused.reason, PATIENT).toContain('拒絕連線');
    await sshd.start();
    await expectTerminalWorks(bed, assetId, 'after-sshd-died');
  });

  it('the gateway is killed', async () => {
    const gatewayHost = await OwnSshd.start();
    const { username, password } = hosts.ssh;
    const account = { accountType: 'password', username, password };
    const gateway = await bed.make<AccessGateway>('/access-gateways', {
      name: 'doorway',
      ip: hosts.LOOPBACK,
      port: gatewayHost.port,
      ...account,
    });
    await bed.admin.call('POST', `/access-gateways/${gateway.id}/test`);
    const behind = await bed.asset('behind a gateway', { port: sshd.port, accessGatewayId: gateway.id });
    const { id, terminal } = await bed.open(behind);
    await bed.says(terminal, 'before-the-gateway-died');
    await gatewayHost.kill9();
    await expect.poll(() => terminal.reason, PATIENT).toBe('存取閘道「doorway」的連線中斷');
    expect(await bed.over(id)).toMatchObject({ code: -1, message: '存取閘道「doorway」的連線中斷' });
    await expectTidy(bed, id, 'before-the-gateway-died', gatewayHost.port);
    await gatewayHost.start();
    await expectTerminalWorks(bed, behind, 'after-the-gateway-died');
    await gatewayHost.remove();
  });
});

describe('a desktop', () => {
  let vnc: OwnVnc;
  let assetId = '';

  beforeAll(async () => {
    vnc = await OwnVnc.start();
    const account = { accountType: 'custom', username: '', password: 'none' };
    const place = { protocol: 'vnc', ip: hosts.LOOPBACK, port: vnc.port };
    assetId = (await bed.make<{ id: string }>('/assets', { name: 'own desktop', ...place, ...account })).id;
  });
  afterAll(() => vnc?.remove());

  it('the target is killed', async () => {
    const { id, desktop } = await openedDesktop(bed, assetId);
    await vnc.kill9();
    await expect.poll(() => desktop.isClosed, PATIENT).toBe(true);
    const row = await bed.over(id);
    expect(row).toMatchObject({ status: 'disconnected', recording: '1' });
    // The same for everybody: the words on the screen, those of the row, and a code that is no “left in order”.
    expect(desktop.error).toEqual([row.code, row.message]);
    expect(row.message).toMatch(/^遠端(桌面|主機)/);
    expect(row.code).not.toBe(0);
    await expectPlayable(bed, id, desktop.count('sync'));
    await vnc.start();
    await expectDesktopWorks(bed, assetId);
  });

  it('guacd is killed with everything it carries', async () => {
    const { id, desktop } = await openedDesktop(bed, assetId);
    await expect.poll(() => guacd.carriers.length, PATIENT).toBe(1);
    await guacd.kill9();
    await expect.poll(() => desktop.isClosed, PATIENT).toBe(true);
    const message = '遠端桌面服務（guacd）的連線中斷，請重新連線';
    expect(desktop.error?.[1]).toBe(message);
    expect(await bed.over(id)).toMatchObject({ message, recording: '1' });
    await expectPlayable(bed, id, desktop.count('sync'));
    await guacd.start();
    await expectDesktopWorks(bed, assetId);
    await expect.poll(() => guacd.carriers, PATIENT).toEqual([]);
  });
});
