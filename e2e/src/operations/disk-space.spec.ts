// A disk that fills: refused and told in time, and nobody can fill it alone.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { VisibleStorage } from '@jadegate/contract/files/storage';
import type { Notice } from '@jadegate/contract/platform/notice';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { SESSION_END_WORDS } from '@jadegate/contract/words/session-ends';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import type { Answer } from '../support/client.ts';
import { PATIENT, SessionBed } from '../support/session-bed.ts';
import { fill, fillUpTo, mountSmall, unmount } from '../support/small-disk.ts';
import { isSoak } from '../support/soak.ts';
import type { SteadyTerminal } from '../support/steady-terminal.ts';

const MEGABYTE = 1024 * 1024;

let bed: SessionBed;
let disk = '';
let assetId = '';

beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'jadegate-disk-'));
  mountSmall(disk, '96m');
  bed = await SessionBed.start({ dataDir: disk });
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  // Without the watch over the room that is left: this is what holds when it comes too late.
  await set({ 'disk-free-mb': 0 });
});
afterAll(async () => {
  await bed.product.stop();
  unmount(disk);
  rmSync(disk, { recursive: true, force: true });
});

async function set(settings: object): Promise<void> {
  expect((await bed.admin.call('PUT', '/properties', settings)).code).toBe(1);
}

const notices = async () => (await bed.admin.call<Notice[]>('GET', '/notices')).data;

it('an upload that fills the disk is refused, leaves no half, and what fits is taken afterwards', async () => {
  const own = async () => (await bed.admin.call<VisibleStorage>('GET', '/account/storage')).data;
  const { id } = await own();
  const upload = async (name: string, size: number) => {
    const query = new URLSearchParams({ dir: '/', name, size: String(size) }).toString();
    const headers = { 'content-type': 'application/octet-stream' };
    const path = `/storages/${id}/upload?${query}`;
    const response = await bed.fetch(path, { method: 'POST', headers, body: randomBytes(size) });
    return (await response.json()) as Answer<unknown>;
  };
  const ballast = fillUpTo(disk, 16 * MEGABYTE);
  expect(await upload('large.bin', 40 * MEGABYTE)).toMatchObject({
    error: 'storage.disk_full',
    message: ERROR_WORDS['storage.disk_full']['zh-TW'],
  });
  expect(await bed.make(`/storages/${id}/ls`, { dir: '/' })).toEqual([]);
  expect(readdirSync(join(disk, 'uploads'))).toEqual([]);
  expect((await own()).usedSize).toBe(0);
  expect(await upload('small.bin', MEGABYTE)).toMatchObject({ code: 1 });
  expect((await own()).usedSize).toBe(MEGABYTE);
  rmSync(ballast);
});

it('writes down how a session ended once the database has room again', async () => {
  const { id, terminal } = await bed.open(assetId);
  await bed.says(terminal, 'before-it-was-full');
  const ballast = fill(disk);
  // Two megabytes that no compression makes small.
  terminal.type('head -c 1600000 /dev/urandom | base64\r');
  const words = SESSION_END_WORDS.recording_failed['zh-TW'];
  await expect.poll(() => terminal.reason, PATIENT).toBe(words);
  await expect.poll(() => bed.connectionsTo(hosts.ssh.port), PATIENT).toBe(0);
  expect(bed.product.isRunning).toBe(true);
  rmSync(ballast);
  expect(await bed.over(id)).toMatchObject({ message: words, recording: '1' });
  expect(await bed.recordedText(id)).toContain('before-it-was-full');
});

describe('the room that is left', () => {
  beforeAll(() => set({ 'disk-free-percent': 50, 'disk-free-mb': 2048, 'disk-end-mb': 20 }));

  it('refuses new sessions below the first mark, and those that are prepared, and tells of it', async () => {
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
    if (isSoak) {
      await endsAndRecovers(id, terminal, first);
    }
  });
});

/** What is recorded ends below the second mark. */
async function endsAndRecovers(id: string, terminal: SteadyTerminal, first: string): Promise<void> {
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
}

it.runIf(isSoak)('ends a session that prints without an end at the limit of its recording', async () => {
  await set({ 'recording-max-mb': 8 });
  const { id, terminal } = await bed.open(assetId);
  terminal.type('yes 0123456789abcdefghijklmnopqrstuvwxyz\r');
  const words = SESSION_END_WORDS.recording_full['zh-TW'].replace('{limit}', '8');
  await expect.poll(() => terminal.reason, { timeout: 60_000, interval: 50 }).toBe(words);
  expect(await bed.over(id)).toMatchObject({ message: words, recording: '1' });
  await expect.poll(() => bed.connectionsTo(hosts.ssh.port), PATIENT).toBe(0);
});
