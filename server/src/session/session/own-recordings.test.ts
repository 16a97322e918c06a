// A recording lies on the disk of the server that wrote it: others say so while that one is away, and it sees to what
// was decided meanwhile when it is back.
import { existsSync, renameSync } from 'node:fs';

import type { SessionRow } from '@jadegate/contract/session/session';
import type { Updateable } from 'kysely';
import { beforeAll, expect, it } from 'vitest';

import type { SessionTable } from '../../db/schema.ts';
import { seedRecording } from '../../testing/recordings.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 10_000, interval: 20 };
const FAR = 'a disk of another server';
const server = useTestServer();
let token: string;
let ownDisk: string;

beforeAll(async () => {
  const { db, services } = server.current;
  token = await server.current.login();
  ownDisk = await services.processes.diskId();
  await db.insertInto('server_disk').values({ id: FAR, name: 'gate-2.internal:8443' }).execute();
});

const folderOf = (id: string) => server.current.services.liveSessions.folderOf(id);
const away = (id: string) => `${folderOf(id)}-away`;
const change = (id: string, columns: Updateable<SessionTable>) =>
  server.current.db.updateTable('session').set(columns).where('id', '=', id).execute();
const stored = (id: string) =>
  server.current.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst();
const shown = async (id: string) =>
  (await server.current.call<SessionRow>('GET', `/sessions/${id}`, { token })).data;
const outline = (id: string) => server.current.call('GET', `/sessions/${id}/recording/segments`, { token });

/** A recording of another server, whose disk is not here. */
async function recordedFar(columns: Updateable<SessionTable> = {}): Promise<string> {
  const { id } = await seedRecording(server.current, { printed: [{ at: 0, text: 'over there\r\n' }] });
  renameSync(folderOf(id), away(id));
  await change(id, { recording_disk: FAR, ...columns });
  return id;
}

it('is asked for where its server is named, and played where it is found after all', async () => {
  const id = await recordedFar();
  expect(await outline(id)).toMatchObject({
    error: 'session.recording_on_server',
    message: '這個連線的錄影還在伺服器 gate-2.internal:8443 上，目前連不到那台伺服器。等它恢復後即可播放',
  });
  for (const path of ['', '/text', '/segments/1']) {
    const { body } = await server.current.inject('GET', `/sessions/${id}/recording${path}`, { token });
    expect(body).toContain('gate-2.internal:8443');
  }
  // Nobody has seen it.
  expect((await shown(id)).reviewed).toBe(false);
  renameSync(away(id), folderOf(id));
  expect(await outline(id)).toMatchObject({ code: 1 });
});

it('of a server that died is still a recording, and its size is known when the server is back', async () => {
  const live = { status: 'connected', recording: 'writing', disconnected_at: null } as const;
  const id = await recordedFar({ ...live, process_id: 'nobody knows it' });
  await expect.poll(async () => (await stored(id))?.status, PATIENT).toBe('disconnected');
  expect(await shown(id)).toMatchObject({ recording: '1', reviewed: false });
  expect(await outline(id)).toMatchObject({ error: 'session.recording_on_server' });

  renameSync(away(id), folderOf(id));
  await change(id, { recording_disk: ownDisk });
  await expect.poll(async () => (await stored(id))?.recording, PATIENT).toBe('kept');
  expect((await shown(id)).recordingBytes).toBeGreaterThan(0);
  expect(await outline(id)).toMatchObject({ code: 1 });
});

it('of which a server that is back finds nothing was none', async () => {
  const id = await recordedFar({ recording: 'writing' });
  await change(id, { recording_disk: ownDisk });
  await expect.poll(async () => (await stored(id))?.recording, PATIENT).toBe('none');
  expect(await shown(id)).toMatchObject({ recording: '0', reviewed: true });
});

it('of a session that was deleted elsewhere goes when its server is back', async () => {
  const id = await recordedFar();
  expect(await server.current.call('DELETE', `/sessions/${id}`, { token })).toMatchObject({ code: 1 });
  const removals = () =>
    server.current.db.selectFrom('recording_removal').select(['session_id', 'disk']).execute();
  expect(await removals()).toEqual([{ session_id: id, disk: FAR }]);
  renameSync(away(id), folderOf(id));
  await server.current.db.updateTable('recording_removal').set({ disk: ownDisk }).execute();
  await expect.poll(removals, PATIENT).toEqual([]);
  expect(existsSync(folderOf(id))).toBe(false);
});
