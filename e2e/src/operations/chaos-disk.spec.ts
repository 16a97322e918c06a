// A disk of recordings that is full: nobody works unrecorded unless the settings say so, and nothing else breaks.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { PATIENT, SessionBed } from '../support/session-bed.ts';
import { fill, freeBytes, mountSmall, unmount } from '../support/small-disk.ts';

const RECORDING_FAILED = '錄影無法寫入，為了安全已中斷連線；請通知管理員檢查磁碟空間';

let bed: SessionBed;
let disk = '';
let assetId = '';

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'jadegate-disk-'));
  disk = join(dataDir, 'recordings');
  mountSmall(disk, '1m');
  bed = await SessionBed.start({ dataDir });
  // Without the watch over the room that is left: this is what holds when it comes too late.
  await bed.admin.call('PUT', '/properties', { 'disk-free-mb': '0' });
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
});
afterAll(async () => {
  await bed.product.stop();
  unmount(disk);
  rmSync(bed.product.dataDir, { recursive: true, force: true });
});

/** Room for the recordings that come. */
async function forget(id: string): Promise<void> {
  expect((await bed.admin.call('DELETE', `/sessions/${id}`)).code).toBe(1);
  await expect.poll(() => freeBytes(disk), PATIENT).toBeGreaterThan(500_000);
}

/** Two megabytes that no compression makes small. */
const FLOOD = 'head -c 1600000 /dev/urandom | base64\r';

it('ends the session that can no longer be recorded, and opens no other', async () => {
  const { id, terminal } = await bed.open(assetId);
  await bed.says(terminal, 'before-the-flood');
  terminal.type(FLOOD);
  await expect.poll(() => terminal.reason, PATIENT).toBe(RECORDING_FAILED);
  expect(await bed.over(id)).toMatchObject({ code: -1, message: RECORDING_FAILED, recording: '1' });
  expect(await bed.recordedText(id)).toContain('before-the-flood');
  await expect.poll(() => bed.connectionsTo(hosts.ssh.port), PATIENT).toBe(0);
  fill(disk);
  const refused = await bed.prepare(assetId);
  const late = bed.terminal(refused);
  await expect.poll(() => late.reason, PATIENT).toBe(RECORDING_FAILED);
  expect(await bed.over(refused)).toMatchObject({ message: RECORDING_FAILED, recording: '0' });
  await expect.poll(() => bed.connectionsTo(hosts.ssh.port), PATIENT).toBe(0);
  // Room again: work goes on.
  rmSync(join(disk, 'ballast'));
  await forget(id);
  const next = await bed.open(assetId);
  await bed.says(next.terminal, 'room-again');
  next.terminal.leave();
  await bed.over(next.id);
});

it('goes on without a recording where the settings say so', async () => {
  await bed.admin.call('PUT', '/properties', { 'recording-fail-open': 'true' });
  const { id, terminal } = await bed.open(assetId);
  await bed.says(terminal, 'before-the-flood');
  terminal.type(FLOOD);
  await expect.poll(() => terminal.received, PATIENT).toBeGreaterThan(2_100_000);
  await bed.says(terminal, 'still-here');
  expect((await bed.row(id)).status).toBe('connected');
  fill(disk);
  const second = await bed.open(assetId);
  await bed.says(second.terminal, 'unrecorded');
  second.terminal.leave();
  expect(await bed.over(second.id)).toMatchObject({ recording: '0', reviewed: true });
  terminal.leave();
  expect(await bed.over(id)).toMatchObject({ recording: '1' });
  expect(await bed.recordedText(id)).toContain('before-the-flood');
  expect(await bed.recordedText(id)).not.toContain('still-here');
});
