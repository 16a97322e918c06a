import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import type { Db } from '../../db/database.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { DistributedLockService } from '../../platform/server-process/distributed-lock.service.ts';
import { storedRecordingPath } from '../../recorders/stored-recordings.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { DiskStore } from '../../storage/disk/disk-store.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { seedRecording } from '../../testing/recordings.ts';
import { plansOf } from '../../testing/statement-plans.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { RecordingMoverService } from './recording-mover.service.ts';
import { RecordingRemovalService } from './recording-removal.service.ts';

const PATIENT = { timeout: 10_000, interval: 20 };
const server = useTestServer();
/** A folder stands in for S3. */
let store: ByteStore;
let mover: RecordingMoverService;

function movingTo(
  openStore: () => Promise<ByteStore>,
  db: Db = server.current.db,
  others: { distributedLock?: DistributedLockService } = {},
) {
  const { services, dataDir } = server.current;
  const parts = {
    ...services,
    // The server itself, which has no store, would come first.
    processes: { diskId: async () => 'a disk of the test' },
    database: { ...services.database, db },
    clock: server.current,
    recordingRoot: join(dataDir, 'recordings'),
    openStore,
    ...others,
  };
  const removals = new RecordingRemovalService(parts);
  mover = new RecordingMoverService({ ...parts, kinds: services.sessionKinds, removals, retryMs: 50 });
  return { mover, removals };
}

beforeEach(async () => {
  const { dataDir, db } = server.current;
  await db.deleteFrom('session').execute();
  await db.deleteFrom('stored_recording_file').execute();
  store = new DiskStore({ root: join(dataDir, 's3'), drafts: join(dataDir, 's3-drafts') });
});
afterEach(() => mover.close());

const folderOf = (id: string) => server.current.services.liveSessions.folderOf(id);
const recorded = async (ago: number) =>
  (await seedRecording(server.current, { ago, printed: [{ at: 0, text: 'x\r\n' }] })).id;

it('goes on past a recording that cannot be moved, tells of it, and moves it when it can', async () => {
  const bad = await recorded(3_600_000);
  const others = [await recorded(1_800_000), await recorded(900_000)];
  const inTheWay = join(folderOf(bad), '000009.seg');
  mkdirSync(inTheWay);
  movingTo(async () => store).mover.start();
  await expect.poll(() => others.map((id) => existsSync(folderOf(id))), PATIENT).toEqual([false, false]);
  await mover.settle();
  expect(existsSync(folderOf(bad))).toBe(true);
  const told = () =>
    server.current.logLines.filter((line) => line.includes('could not be moved to S3') && line.includes(bad));
  expect(told().length).toBeGreaterThan(0);
  expect(mover.isFailing).toBe(true);
  expect(mover.notices()).toEqual([]);
  // A server that stops need not wait for what cannot be moved.
  expect(await mover.isDone()).toBe(true);
  server.current.passTime(5 * MINUTE_MS);
  const [notice] = mover.notices();
  expect(notice?.text('zh-TW')).toContain('有 1 份錄影無法移到 S3');
  rmdirSync(inTheWay);
  mover.wake();
  await expect.poll(() => existsSync(folderOf(bad)), PATIENT).toBe(false);
  await mover.settle();
  expect([mover.isFailing, mover.notices()]).toEqual([false, []]);
});

it('moves beside a command of the operator that does the same: each recording once, and neither fails', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((hours) => recorded(hours * 3_600_000)));
  const { database, logger } = server.current.services;
  const begun: string[] = [];
  const watched = {
    stat: (path: string) => store.stat(path),
    begin: (path: string) => {
      begun.push(path);
      return store.begin(path);
    },
    read: (path: string) => store.read(path),
  } as ByteStore;
  // As another process has it.
  const distributedLock = new DistributedLockService({ database, logger });
  const command = movingTo(async () => watched, undefined, { distributedLock }).mover;
  const own = movingTo(async () => watched).mover;
  const moved = await Promise.all([command.moveAll(), own.moveAll()]);
  expect(moved[0] + moved[1]).toBe(ids.length);
  expect(new Set(begun).size).toBe(begun.length);
  expect(ids.some((id) => existsSync(folderOf(id)))).toBe(false);
  await command.close();
});

it('waits for the store when that is away, and counts no recording as stuck', async () => {
  const ids = [await recorded(3_600_000), await recorded(1_800_000)];
  let isAway = true;
  const begun: string[] = [];
  const careful = {
    stat: (path: string) => (isAway ? Promise.reject(new StorageError('away')) : store.stat(path)),
    begin: (path: string) => {
      begun.push(path);
      return isAway ? Promise.reject(new StorageError('away')) : store.begin(path);
    },
    read: (path: string) => store.read(path),
  } as ByteStore;
  movingTo(async () => careful);
  await expect(mover.moveAll()).rejects.toThrow('storage: away');
  expect(begun).toHaveLength(1);
  isAway = false;
  expect(await mover.moveAll()).toBe(2);
  expect(ids.map((id) => existsSync(folderOf(id)))).toEqual([false, false]);
});

it('leaves nothing in the store of a session that is deleted meanwhile', async () => {
  const id = await recorded(3_600_000);
  const { database } = server.current.services;
  let removals: RecordingRemovalService | undefined;
  const slow = {
    stat: (path: string) => store.stat(path),
    begin: async (path: string) => {
      await database.transact(async (tx) => {
        await removals?.note([id], tx);
        await tx.deleteFrom('session').where('id', '=', id).execute();
      });
      await removals?.settle();
      return store.begin(path);
    },
    read: (path: string) => store.read(path),
    remove: (path: string) => store.remove(path),
  } as ByteStore;
  ({ removals } = movingTo(async () => slow));
  await mover.moveAll();
  await removals.settle();
  expect(existsSync(folderOf(id))).toBe(false);
  expect(await store.stat(storedRecordingPath(id))).toBeUndefined();
  expect(await server.current.db.selectFrom('stored_recording_file').selectAll().execute()).toEqual([]);
});

it('does not look through all stored files when a session ends', async () => {
  await recorded(3_600_000);
  const plans = await plansOf(server.current.services.database, async (db) => {
    movingTo(async () => store, db).mover.start();
    await mover.settle();
  });
  const reads = plans.flatMap((plan) => plan.reads).filter((line) => line.includes('stored_recording_file'));
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter((line) => line.startsWith('SCAN'))).toEqual([]);
});
