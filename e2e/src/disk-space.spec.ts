// A disk that fills: refused and told in time, and nobody can fill it alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Notice } from '@jadegate/contract/notice';
import { SESSION_END_WORDS } from '@jadegate/contract/words/session-ends';
import { afterEach, expect, it } from 'vitest';

import * as hosts from './hosts.ts';
import { PATIENT, SessionBed } from './support/session-bed.ts';
import { fillUpTo, mountSmall, unmount } from './support/small-disk.ts';

const MEGABYTE = 1024 * 1024;

let bed: SessionBed;
let disk = '';

afterEach(async () => {
  await bed.product.stop();
  unmount(disk);
  rmSync(bed.product.dataDir, { recursive: true, force: true });
});

async function onSmallDisk(settings: object): Promise<string> {
  disk = mkdtempSync(join(tmpdir(), 'jadegate-disk-'));
  mountSmall(disk, '96m');
  bed = await SessionBed.start({ dataDir: disk });
  expect((await bed.admin.call('PUT', '/properties', settings)).code).toBe(1);
  return bed.asset('web-01', { port: hosts.ssh.port });
}

const notices = async () => (await bed.admin.call<Notice[]>('GET', '/notices')).data;

it('refuses new sessions below the first mark, ends recorded ones below the second, and recovers', async () => {
  const assetId = await onSmallDisk({ 'disk-free-percent': 50, 'disk-end-mb': 20 });
  const { id, terminal } = await bed.open(assetId);
  await bed.says(terminal, 'plenty-of-room');
  const prepared = await bed.prepare(assetId);

  const first = fillUpTo(disk, 40 * MEGABYTE);
  await expect
    .poll(notices, PATIENT)
    .toMatchObject([{ id: expect.stringMatching(/^disk-/), level: 'warning' }]);
  const refused = await bed.admin.call('POST', `/sessions?assetId=${assetId}&mode=native`);
  expect(refused.error).toBe('session.disk_low');
  const late = bed.terminal(prepared);
  await expect.poll(() => late.reason, PATIENT).toBe(SESSION_END_WORDS.disk_low['zh-TW']);
  await bed.says(terminal, 'goes-on');

  const second = fillUpTo(disk, 10 * MEGABYTE);
  await expect.poll(() => terminal.reason, PATIENT).toBe(SESSION_END_WORDS.disk_full['zh-TW']);
  expect(await bed.over(id)).toMatchObject({ message: SESSION_END_WORDS.disk_full['zh-TW'], recording: '1' });
  expect(await bed.recordedText(id)).toContain('goes-on');

  rmSync(first);
  rmSync(second);
  await expect.poll(notices, PATIENT).toEqual([]);
  const next = await bed.open(assetId);
  await bed.says(next.terminal, 'room-again');
  next.terminal.leave();
  await bed.over(next.id);
});

it('ends a session that prints without an end at the limit of its recording', async () => {
  const assetId = await onSmallDisk({ 'recording-max-mb': 8 });
  const { id, terminal } = await bed.open(assetId);
  terminal.type('yes 0123456789abcdefghijklmnopqrstuvwxyz\r');
  const words = SESSION_END_WORDS.recording_full['zh-TW'].replace('{limit}', '8');
  await expect.poll(() => terminal.reason, { timeout: 60_000, interval: 50 }).toBe(words);
  expect(await bed.over(id)).toMatchObject({ message: words, recording: '1' });
  await expect.poll(() => bed.connectionsTo(hosts.ssh.port), PATIENT).toBe(0);
});
