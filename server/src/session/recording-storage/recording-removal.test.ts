// On both engines: what is to be removed is written down by a statement with a condition.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { storedRecordingPath } from '../../recorders/stored-recordings.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { DiskStore } from '../../storage/disk/disk-store.ts';
import { putStream } from '../../storage/put-stream.ts';
import { seedRecording } from '../../testing/recordings.ts';
import { aSession } from '../../testing/session-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { RecordingRemovalService } from './recording-removal.service.ts';

const PATIENT = { timeout: 10_000, interval: 20 };
/** The server itself, which has no store, would come first. */
const APART = { diskId: async () => 'a disk of the test' };
const server = useTestServer();
let token: string;

beforeAll(async () => {
  token = await server.current.login();
});
beforeEach(() => server.current.db.deleteFrom('recording_removal').execute());

const folderOf = (id: string) => server.current.services.liveSessions.folderOf(id);
const recorded = async () =>
  (await seedRecording(server.current, { printed: [{ at: 0, text: 'secret\r\n' }] })).id;
const removals = async () =>
  (await server.current.db.selectFrom('recording_removal').select('session_id').execute()).map(
    ({ session_id }) => session_id,
  );

async function* oneByte(): AsyncGenerator<Buffer> {
  yield Buffer.from('x');
}

/** No system has a folder of such a name, and whoever removes it fails each time. */
async function stuck(): Promise<string> {
  const id = `${newId()}${'-'.repeat(300)}`;
  await aSession(server.current, { id, disconnected_at: 2 });
  return id;
}

describe('a recording that cannot be removed', () => {
  it.each(['cleared', 'deleted'] as const)(
    'keeps none of the others that are %s with it, and the answer is success',
    async (how) => {
      const bad = await stuck();
      const others = [await recorded(), await recorded()];
      const ids = [bad, ...others];
      const answer = await (how === 'cleared'
        ? server.current.call('POST', '/sessions/clear', { token })
        : server.current.services.sessions
            .remove({ ...SYSTEM_CALLER, userId: 'u', username: 'u', loginId: undefined }, ids)
            .then(() => ({ code: 1 })));
      expect(answer).toMatchObject({ code: 1 });
      const rows = await server.current.db
        .selectFrom('session')
        .select('id')
        .where('id', 'in', ids)
        .execute();
      expect(rows).toEqual([]);
      await expect.poll(() => others.map((id) => existsSync(folderOf(id))), PATIENT).toEqual([false, false]);
      // Nobody forgets it.
      await expect.poll(removals, PATIENT).toEqual([bad]);
    },
  );

  it('is tried again more and more rarely, at once after a restart, and is forgotten when it is gone', async () => {
    const id = await recorded();
    const tries: number[] = [];
    let isStuck = true;
    const { services } = server.current;
    // Stands still unless it is told to go on: that of the server goes on with a busy machine.
    let time = server.current.now();
    const process = () =>
      new RecordingRemovalService({
        ...services,
        processes: APART,
        clock: { now: () => time },
        recordingRoot: join(server.current.dataDir, 'recordings'),
        removeFolder: async (folder) => {
          tries.push(time);
          if (isStuck) {
            throw new Error('the disk is read-only');
          }
          await rm(folder, { recursive: true });
        },
      });
    const first = process();
    await services.database.transact(async (tx) => {
      await first.note([id], tx);
      await tx.deleteFrom('session').where('id', '=', id).execute();
    });
    // As after kill -9: another process knows of it from the database alone.
    const second = process();
    for (let at = 0; at < 160; at += 1) {
      await second.settle();
      time += SECOND_MS;
    }
    const pauses = tries.slice(1).map((at, index) => (at - (tries[index] ?? 0)) / SECOND_MS);
    expect(pauses.slice(0, 5)).toEqual([5, 10, 20, 40, 80]);
    expect(await removals()).toEqual([id]);
    const told = server.current.logLines.filter((line) => line.includes('removed yet') && line.includes(id));
    expect(told).toHaveLength(tries.length);
    isStuck = false;
    const restarted = process();
    await restarted.start();
    await restarted.settle();
    expect(existsSync(folderOf(id))).toBe(false);
    expect(await removals()).toEqual([]);
    await restarted.close();
  });
});

describe('a recording in the store', () => {
  const store = () => {
    const folders = {
      root: join(server.current.dataDir, 'store'),
      drafts: join(server.current.dataDir, 'd'),
    };
    return new DiskStore(folders);
  };
  const file = { name: '1.seg', bytes: 1, checksum: '', head: '', is_verified: 1 } as const;
  const kept = (id: string) =>
    server.current.db
      .selectFrom('stored_recording_file')
      .select('name')
      .where('session_id', '=', id)
      .execute();

  async function stored(bytes: ByteStore, id = newId()): Promise<string> {
    await putStream(bytes, storedRecordingPath(id, file.name), oneByte());
    await server.current.db
      .insertInto('stored_recording_file')
      .values({ session_id: id, ...file })
      .execute();
    return id;
  }

  function removing(bytes: ByteStore) {
    return new RecordingRemovalService({
      ...server.current.services,
      processes: APART,
      clock: server.current,
      recordingRoot: join(server.current.dataDir, 'recordings'),
      openStore: async () => bytes,
    });
  }

  it('goes with its session, also where another one cannot', async () => {
    const bytes = store();
    const [bad, good] = [await recorded(), await recorded()];
    for (const id of [bad, good]) {
      await stored(bytes, id);
    }
    const removal = removing({
      remove: (path) => (path.includes(bad) ? Promise.reject(new Error('no')) : bytes.remove(path)),
    } as ByteStore);
    await server.current.services.database.transact(async (tx) => {
      await removal.note([bad, good], tx);
      await tx.deleteFrom('session').where('id', 'in', [bad, good]).execute();
    });
    await removal.settle();
    expect(await kept(good)).toEqual([]);
    expect(await bytes.stat(storedRecordingPath(good, file.name))).toBeUndefined();
    expect(await kept(bad)).toHaveLength(1);
    expect(await removals()).toEqual([bad]);
  });

  it('of which nobody wrote down that its session is gone is found by a sweep', async () => {
    const bytes = store();
    const there = await recorded();
    await stored(bytes, there);
    const gone = await stored(bytes);
    const removal = removing(bytes);
    await removal.sweep();
    await removal.settle();
    expect([await kept(gone), await kept(there)]).toEqual([[], [{ name: file.name }]]);
    expect(await bytes.stat(storedRecordingPath(there, file.name))).toBeDefined();
  });
});
