// On both engines: what two processes write about one session.
// Two servers on one database and one folder of recordings: neither touches what the other holds.
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';

import type { SessionRow } from '@jadegate/contract/session/session';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { MINUTE_MS, systemClock } from '../../kernel/clock.ts';
import { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import { SessionKit, SocketClient } from '../../testing/session-kit.ts';
import { useTestServer, type TestServer } from '../../testing/test-server.ts';
import { RemoteSessionEnds } from './remote-session-ends.ts';

const PATIENT = { timeout: 10_000, interval: 20 };
const server = useTestServer();
const kit = new SessionKit(server);
let other: TestServer;

beforeAll(async () => {
  await kit.start();
  other = await server.current.startBeside();
  await other.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  vi.restoreAllMocks();
  kit.leave();
});
afterAll(async () => {
  await other.stop();
  await kit.stop();
});

const rowOf = (id: string) =>
  server.current.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** How far the chain of the recording was signed. */
const SIGNED = {
  signedHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  signedLines: expect.any(Number) as number,
};
const closings = async (id: string) =>
  (
    await server.current.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', id)
      .where('action', '=', 'session.closed')
      .execute()
  ).map(({ detail }) => JSON.parse(detail) as unknown);

/** A socket at the other server. */
function connectThere(id: string): SocketClient {
  const host = `127.0.0.1:${(other.app.server.address() as AddressInfo).port}`;
  const query = new URLSearchParams({ protocol: 'binary', 'X-Auth-Token': kit.token }).toString();
  return new SocketClient(`ws://${host}/sessions/${id}/ssh?${query}`, `http://${host}`);
}

/** What the first server is called in rows. */
async function processOf(id: string): Promise<string> {
  return (await rowOf(id)).process_id;
}

it('a session belongs to the process that opened it, not to the one that prepared it', async () => {
  const { data } = await kit.create(await kit.machine());
  expect(await processOf(data.id)).toBe('');
  const client = connectThere(data.id);
  await expect.poll(() => client.shown, PATIENT).toBe('$ ');
  const here = await kit.opened();
  expect(await processOf(data.id)).not.toBe(await processOf(here.id));
  expect(other.services.liveSessions.find(data.id)).toBeDefined();
  // Not to be had here meanwhile, and the answer says why.
  const late = kit.connect(`/sessions/${data.id}/ssh`, kit.token);
  await expect.poll(() => late.reason, PATIENT).toContain('這個連線已由另一個伺服器程序開啟，無法從這裡使用');
});

it('whose server died is told so, before it is written down and after', async () => {
  const reason = async (id: string) => {
    const late = connectThere(id);
    await expect.poll(() => late.reason, PATIENT).toBeDefined();
    return late.reason;
  };
  const { id } = await kit.opened();
  // Nobody writes it down meanwhile.
  const unseen = [other, server.current].map(({ services }) =>
    vi.spyOn(services.processes, 'listDeadHolders').mockResolvedValue(new Map()),
  );
  await other.db.updateTable('session').set({ process_id: 'died' }).where('id', '=', id).execute();
  expect(await reason(id)).toContain('伺服器程序已異常中止，連線已中斷，請重新開啟');
  unseen.forEach((one) => one.mockRestore());
  await expect.poll(async () => (await rowOf(id)).status, PATIENT).toBe('disconnected');
  expect(await reason(id)).toContain('伺服器程序已異常中止，連線已中斷，請重新開啟');
});

it('a second server that starts or stops leaves living sessions alone', async () => {
  const { id, client } = await kit.opened();
  const second = await server.current.startBeside();
  await second.stop();
  expect((await rowOf(id)).status).toBe('connected');
  expect(await closings(id)).toEqual([]);
  client.type('still here');
  await expect.poll(() => client.shown, PATIENT).toContain('still here');
});

it('who loses the race for a session takes nothing from the winner', async () => {
  const machine = await kit.machine();
  const { data } = await kit.create(machine);
  const { access } = other.services;
  const decide = access.decide.bind(access);
  let goOn: (() => void) | undefined;
  vi.spyOn(access, 'decide').mockImplementation(async (userId, assetId) => {
    // The patrol asks as well, about other sessions.
    if (assetId === machine) {
      await new Promise<void>((resolve) => (goOn = resolve));
    }
    return decide(userId, assetId);
  });
  const loser = connectThere(data.id);
  await expect.poll(() => goOn, PATIENT).toBeDefined();
  const winner = kit.connect(`/sessions/${data.id}/ssh`, kit.token);
  await expect.poll(() => winner.shown, PATIENT).toBe('$ ');
  goOn?.();
  await expect.poll(() => loser.reason, PATIENT).toContain('另一個伺服器程序');
  expect(await rowOf(data.id)).toMatchObject({ status: 'connected', end_reason: '', recording: 'writing' });
  expect(existsSync(server.current.services.liveSessions.folderOf(data.id))).toBe(true);
  winner.type('mine');
  await expect.poll(() => winner.shown, PATIENT).toContain('mine');
});

it('who is in it and that its person is away is told by every server', async () => {
  const { id, client } = await kit.opened();
  const there = async () =>
    (await other.call<SessionRow>('GET', `/sessions/${id}`, { token: kit.token })).data;
  expect(await there()).toMatchObject({ participants: [], awayUntil: null });
  const live = server.current.services.liveSessions.find(id);
  const guest = { name: '林志翰', username: 'han' };
  live?.stream.setParticipants({
    kind: 'participants',
    text: '',
    participants: [{ ...guest, mode: 'read' }],
  });
  await expect.poll(async () => (await there()).participants, PATIENT).toEqual([guest]);
  client.socket.terminate();
  await expect.poll(async () => (await there()).awayUntil, PATIENT).not.toBeNull();
  await server.current.call('POST', `/sessions/${id}/disconnect`, { token: kit.token });
  expect(await there()).toMatchObject({ participants: [], awayUntil: null });
});

it('an administrator ends a session that another process holds, and success means that it is over', async () => {
  const { id, client } = await kit.opened();
  const answer = await other.call('POST', `/sessions/${id}/disconnect`, { token: kit.token });
  expect(answer).toMatchObject({ code: 1 });
  expect(client.reason).toBe('已由管理員中斷連線');
  expect(await rowOf(id)).toMatchObject({ status: 'disconnected', recording: 'kept' });
  expect(await closings(id)).toEqual([{ end: 'administrator', ...SIGNED }]);
});

it('of a session whose process does not answer it is not said that it ended', async () => {
  const { id, client } = await kit.opened();
  await other.db
    .insertInto('server_process')
    .values({
      id: 'deaf',
      place: '',
      pid: 1,
      born: '',
      version: '',
      started_at: Date.now(),
      renewed_at: Date.now(),
      expires_at: Date.now() + 10 * MINUTE_MS,
      ended_at: null,
      peer_url: '',
      drain: '',
      host: '',
    })
    .execute();
  await server.current.db.updateTable('session').set({ process_id: 'deaf' }).where('id', '=', id).execute();
  // The shell here notices that its row is another's, and ends.
  await expect.poll(() => client.reason, PATIENT).toBeDefined();
  const { database } = other.services;
  const orders = new RemoteSessionEnds({ database, clock: systemClock, processId: 'here', patienceMs: 500 });
  await expect(orders.requestEnd(id, { kind: 'administrator' })).rejects.toMatchObject({
    code: 'session.end_pending',
  });
  expect((await rowOf(id)).status).toBe('connected');
  await server.current.db
    .updateTable('server_process')
    .set({ ended_at: 1 })
    .where('id', '=', 'deaf')
    .execute();
  await expect.poll(async () => (await rowOf(id)).status, PATIENT).toBe('disconnected');
});

it('what a dead process left is closed once, whoever notices, and it ends its shells if it was not dead', async () => {
  const { id, client } = await kit.opened();
  // Out of touch: it does not renew any more, and its lease is over.
  const processId = await processOf(id);
  const renew = vi.spyOn(ServerProcessService.prototype, 'renew');
  renew.mockImplementation(async function (this: ServerProcessService) {
    if (this.id === processId) {
      await server.current.db
        .updateTable('server_process')
        .set((row) => ({ ended_at: row.ref('renewed_at') }))
        .where('id', '=', processId)
        .execute();
    }
  });
  const third = await server.current.startBeside();
  await expect.poll(async () => (await rowOf(id)).status, PATIENT).toBe('disconnected');
  await third.stop();
  expect(await closings(id)).toEqual([{ end: 'process_died', ...SIGNED }]);
  await expect.poll(() => client.reason, PATIENT).toBe('伺服器異常中止，連線已中斷');
  await expect.poll(() => server.current.services.liveSessions.find(id), PATIENT).toBeUndefined();
  expect(await closings(id)).toHaveLength(1);
  // What was recorded up to the end is known, whoever closed the row.
  expect(await rowOf(id)).toMatchObject({ recording: 'kept', end_reason: '{"kind":"process_died"}' });
});
