import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { Notice } from '@jadegate/contract/platform/notice';
import { decodeFrame } from '@jadegate/contract/session/terminal-socket';
import { SESSION_END_WORDS } from '@jadegate/contract/words/session-ends';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { MEGABYTE } from '../../kernel/size.ts';
import { Mailbox } from '../../testing/mailbox.ts';
import { SessionKit, type SocketClient } from '../../testing/session-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { levelOf, marksOf } from './disk-marks.ts';

const GIGABYTE = 1024 * MEGABYTE;
const PLENTY = 50 * GIGABYTE;
const volume = { free: PLENTY, total: 100 * GIGABYTE };

const server = useTestServer({ readVolume: async () => volume });
const kit = new SessionKit(server);
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  await kit.start();
  const mail = { 'mail-host': '127.0.0.1', 'mail-port': mailbox.port, 'mail-security': 'none' };
  await set({ ...mail, 'mail-from': 'jadegate@example.test' });
  const { db } = server.current;
  await db.updateTable('user').set({ mail: 'ops@example.test' }).where('id', '=', SUPER_ADMIN_ID).execute();
});
afterEach(async () => {
  kit.leave();
  await has(PLENTY);
  await set({
    'disk-running-sessions': 'until-full',
    'recording-max-mb': 2048,
    'recording-when-full': 'end',
  });
});
afterAll(async () => {
  await kit.stop();
  await mailbox.close();
});

// Real sessions, on whatever machine this is.
vi.setConfig({ testTimeout: 60_000 });

const set = (body: object) => server.current.call('PUT', '/properties', { token: kit.token, body });
const disk = () => server.current.services.diskSpace;
const reasonOf = (client: SocketClient) =>
  vi.waitUntil(() => client.reason, { timeout: 30_000, interval: 50 });

async function has(free: number): Promise<void> {
  volume.free = free;
  await disk().check();
  await server.current.services.alerts.check('disk');
}

async function notices(token = kit.token): Promise<Notice[]> {
  return (await server.current.call<Notice[]>('GET', '/notices', { token })).data;
}

describe('the marks', () => {
  const settings = { percent: 5, megabytes: 2048, endMegabytes: 512 };
  it.each([
    ['a large disk', 1000 * GIGABYTE, 2 * GIGABYTE, 512 * MEGABYTE],
    ['a middling one', 20 * GIGABYTE, GIGABYTE, 512 * MEGABYTE],
    ['a small one', GIGABYTE, 0.05 * GIGABYTE, 0.025 * GIGABYTE],
  ])(
    'of %s are the lesser of share and size, the second at most half of the first',
    (_what, total, low, end) => {
      expect(marksOf(total, settings)).toEqual({ low, end });
    },
  );

  it('are off when one of the settings is 0', () => {
    expect(levelOf({ free: 0, total: GIGABYTE }, { ...settings, percent: 0 }, 'fine')).toBe('fine');
    expect(levelOf({ free: 0, total: GIGABYTE }, { ...settings, megabytes: 0 }, 'fine')).toBe('fine');
  });

  it('are left only when there is a little more room than they ask for', () => {
    const at = (free: number, before: 'fine' | 'low' | 'full') =>
      levelOf({ free: free * GIGABYTE, total: 100 * GIGABYTE }, settings, before);
    expect([at(2.1, 'fine'), at(1.9, 'fine'), at(2.1, 'low'), at(2.3, 'low')]).toEqual([
      'fine',
      'low',
      'low',
      'fine',
    ]);
    expect([at(0.49, 'low'), at(0.52, 'full'), at(0.6, 'full')]).toEqual(['full', 'full', 'low']);
  });
});

describe('little room on the disk', () => {
  it('refuses new sessions, prepared ones too, lets the living go on, and tells administrators once', async () => {
    const living = await kit.opened();
    const assetId = await kit.machine();
    const prepared = await kit.create(assetId);
    expect(await notices()).toEqual([]);

    await has(1.9 * GIGABYTE);
    await has(1.8 * GIGABYTE);
    await has(2.05 * GIGABYTE);
    expect((await kit.create(assetId)).error).toBe('session.disk_low');
    const late = kit.connect(`/sessions/${prepared.data.id}/ssh`, kit.token);
    expect(await reasonOf(late)).toBe(SESSION_END_WORDS.disk_low['zh-TW']);
    living.client.type('still here');
    await vi.waitUntil(() => living.client.shown.includes('still here'), { timeout: 10_000 });
    expect((await kit.row(living.id)).status).toBe('connected');

    expect(await notices()).toMatchObject([
      { level: 'warning', text: expect.stringContaining('2.2 GB') as string },
    ]);
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['asset'] });
    expect(await notices(token)).toEqual([]);
    await server.current.services.notifications.settled();
    expect(mailbox.received.map(({ to, subject }) => [to[0], subject.replace(/^.*：/, '')])).toEqual([
      ['ops@example.test', '磁碟空間不足'],
    ]);

    await has(3 * GIGABYTE);
    expect(await notices()).toEqual([]);
    expect((await kit.create(assetId)).code).toBe(1);
  });

  it('ends what is recorded below the second mark, with the truth', async () => {
    const { id, client } = await kit.opened();
    await has(0.4 * GIGABYTE);
    expect(await notices()).toMatchObject([{ level: 'danger' }]);
    expect(await reasonOf(client)).toBe(SESSION_END_WORDS.disk_full['zh-TW']);
    await vi.waitUntil(async () => (await kit.row(id)).status === 'disconnected', { timeout: 10_000 });
    expect(await kit.row(id)).toMatchObject({
      message: SESSION_END_WORDS.disk_full['zh-TW'],
      recording: '1',
    });
  });

  it('ends or spares running sessions as the setting says', async () => {
    await set({ 'disk-running-sessions': 'end' });
    await has(1.9 * GIGABYTE);
    const recorded = { hasFailed: false };
    expect(disk().endOf(recorded)).toEqual({ kind: 'disk_full' });
    expect(disk().endOf(undefined)).toBeUndefined();
    await set({ 'disk-running-sessions': 'go-on' });
    await has(0.1 * GIGABYTE);
    expect(disk().endOf(recorded)).toBeUndefined();
  });
});

describe('a recording that reaches its limit', () => {
  /** Prints without an end, as `yes` does, while somebody reads along. */
  function flood({ client, shell }: Awaited<ReturnType<SessionKit['opened']>>, megabytes: number): void {
    let read = Buffer.byteLength(client.shown);
    client.socket.on('message', (bytes: Buffer) => {
      const frame = decodeFrame(bytes);
      read += frame?.type === 'data' ? frame.bytes.length : 0;
      client.confirm(read);
    });
    shell.write('y\r\n'.repeat((megabytes * MEGABYTE) / 3));
  }

  it('ends the session', async () => {
    await set({ 'recording-max-mb': 1 });
    const opened = await kit.opened();
    flood(opened, 4);
    const words = SESSION_END_WORDS.recording_full['zh-TW'].replace('{limit}', '1');
    expect(await reasonOf(opened.client)).toBe(words);
    await vi.waitUntil(async () => (await kit.row(opened.id)).status === 'disconnected', { timeout: 10_000 });
    const row = await stored(opened.id);
    expect(row.recording).toBe('kept');
    expect(row.recording_bytes).toBeGreaterThan(MEGABYTE / 2);
    expect(row.recording_bytes).toBeLessThanOrEqual(MEGABYTE);
  });

  it('or stops, which the person is told and the audit log keeps', async () => {
    await set({ 'recording-max-mb': 1, 'recording-when-full': 'unrecorded' });
    const opened = await kit.opened();
    flood(opened, 2);
    await vi.waitUntil(
      () =>
        opened.client.frames.some(
          (frame) => frame.type === 'notice' && frame.notice.text.includes('不再錄製'),
        ),
      { timeout: 30_000 },
    );
    opened.client.type('goes on');
    await vi.waitUntil(() => opened.client.shown.endsWith('goes on'), { timeout: 30_000 });
    opened.shell.exit(0);
    opened.shell.end();
    await vi.waitUntil(async () => (await kit.row(opened.id)).status === 'disconnected', { timeout: 10_000 });
    expect((await stored(opened.id)).recording_bytes).toBeLessThanOrEqual(MEGABYTE);
    const entries = await server.current.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('object_id', '=', opened.id)
      .orderBy('seq')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'session.opened',
      'session.recording-stopped',
      'session.closed',
    ]);
    expect(JSON.parse(entries[1]?.detail ?? '')).toMatchObject({ megabytes: 1 });
    expect(JSON.parse(entries[2]?.detail ?? '')).toMatchObject({ recording: 'incomplete' });
  });

  const stored = (id: string) =>
    server.current.db
      .selectFrom('session')
      .select(['recording', 'recording_bytes'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
});

describe('a load balancer', () => {
  const ready = async () => {
    const { statusCode, body } = await server.current.inject('GET', '/readyz');
    const { status, parts } = JSON.parse(body) as { status: string; parts: Record<string, string> };
    return [statusCode, status, parts['disk']];
  };
  const becomes = async (expected: unknown[]) => {
    await expect.poll(ready, { timeout: 10_000, interval: 300 }).toEqual(expected);
  };

  it('is told of little room, and sends people elsewhere when there is none', async () => {
    await becomes([200, 'ok', 'ok']);
    await has(GIGABYTE);
    await becomes([200, 'degraded', 'degraded']);
    await has(100 * MEGABYTE);
    await becomes([503, 'unavailable', 'unavailable']);
    await has(PLENTY);
    await becomes([200, 'ok', 'ok']);
    // Whatever the figures say, nothing can be written.
    const inTheWay = join(server.current.dataDir, `.room-probe-${process.pid}`);
    mkdirSync(inTheWay);
    await becomes([503, 'unavailable', 'unavailable']);
    rmdirSync(inTheWay);
    await becomes([200, 'ok', 'ok']);
    expect(await ready()).toEqual([200, 'ok', 'ok']);
  });
});
