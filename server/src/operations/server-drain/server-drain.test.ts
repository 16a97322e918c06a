// A server that is drained takes nothing new: what is opened at it goes on at another, and what it holds stays.
import type { AddressInfo } from 'node:net';

import type { ServerRow } from '@jadegate/contract/platform/server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { holdRenewal } from '../../testing/held-renewal.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { useTestServer, type TestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 10_000, interval: 20 };
const UNKNOWN = { url: 'http://127.0.0.1:1' };
/** Where people come in, and which is drained. */
const server = useTestServer({ peer: UNKNOWN });
const kit = new SessionKit(server);
let beside: TestServer;

const idOf = ({ services }: TestServer) => services.processes.id;
const act = (verb: 'drain' | 'resume', id = idOf(server.current), token = kit.token) =>
  server.current.call('POST', `/servers/${id}/${verb}`, { token });
const servers = async () =>
  (await server.current.call<ServerRow[]>('GET', '/servers', { token: kit.token })).data;
const stateOf = async (id: string) => (await servers()).find((one) => one.id === id)?.state;
const ready = async () => {
  const { statusCode, body } = await server.current.app.inject('/readyz');
  return [statusCode, (JSON.parse(body) as { status: string }).status];
};

beforeAll(async () => {
  await kit.start();
  beside = await server.current.startBeside({ peer: UNKNOWN });
  await beside.app.listen({ host: '127.0.0.1', port: 0 });
  await beside.services.processes.register();
  await sayWhere(`http://127.0.0.1:${(beside.app.server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  kit.leave();
  await act('resume');
  await act('resume', idOf(beside));
  await beside.services.processes.renew();
});
afterAll(async () => {
  await kit.stop();
  await beside.stop();
});

async function sayWhere(url: string): Promise<void> {
  await server.current.db
    .updateTable('server_process')
    .set({ peer_url: url })
    .where('id', '=', idOf(beside))
    .execute();
}

async function opened(): Promise<{ id: string; shown: () => string; reason: () => string | undefined }> {
  const { data } = await kit.create(await kit.machine(), kit.token);
  const client = kit.connect(`/sessions/${data.id}/ssh`, kit.token);
  return { id: data.id, shown: () => client.shown, reason: () => client.reason };
}

it('what is opened at it is opened by another, and what it holds goes on', async () => {
  const before = await opened();
  await expect.poll(before.shown, PATIENT).toBe('$ ');
  expect(await act('drain')).toMatchObject({ code: 1 });
  expect(await stateOf(idOf(server.current))).toBe('draining');
  expect(await ready()).toEqual([503, 'draining']);

  const after = await opened();
  await expect.poll(after.shown, PATIENT).toBe('$ ');
  expect(server.current.services.liveSessions.find(after.id)).toBeUndefined();
  expect(beside.services.liveSessions.find(after.id)).toBeDefined();
  expect(server.current.services.liveSessions.find(before.id)).toBeDefined();

  await act('resume');
  expect(await ready()).toEqual([200, 'ok']);
  const again = await opened();
  await expect.poll(again.shown, PATIENT).toBe('$ ');
  expect(server.current.services.liveSessions.find(again.id)).toBeDefined();
});

it('where no other takes any, it is refused in words', async () => {
  await act('drain');
  await act('drain', idOf(beside));
  const { reason, id } = await opened();
  await expect.poll(reason, PATIENT).toBe('伺服器正在停止服務，請稍後再試');
  expect(beside.services.liveSessions.find(id)).toBeUndefined();
});

it('another hears of it with its next sign of life', async () => {
  await act('drain', idOf(beside));
  expect(beside.services.processes.isDraining).toBe(false);
  await beside.services.processes.renew();
  expect(beside.services.processes.isDraining).toBe(true);
  await act('resume', idOf(beside));
  await beside.services.processes.renew();
  expect(beside.services.processes.isDraining).toBe(false);
});

it('a sign of life that was under way does not undo it', async () => {
  const { processes } = server.current.services;
  const goOn = await holdRenewal('coming', () => processes.renew());
  await act('drain');
  await goOn();
  expect(processes.isDraining).toBe(true);
});

it('is seen with its sessions, done by whoever may, and on record', async () => {
  const { id, shown } = await opened();
  await expect.poll(shown, PATIENT).toBe('$ ');
  const own = (await servers()).find(({ isThis }) => isThis);
  expect(own).toMatchObject({
    id: idOf(server.current),
    state: 'serving',
    address: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
  });
  expect(own?.sessions).toBe(server.current.services.liveSessions.count);
  expect(server.current.services.liveSessions.find(id)).toBeDefined();
  const { token: stranger } = await server.current.loginAs({ type: 'user' });
  for (const verb of ['drain', 'resume'] as const) {
    expect(await act(verb, idOf(server.current), stranger)).toMatchObject({
      error: 'auth.forbidden',
    });
    expect(await act(verb, 'a-server-that-is-not')).toMatchObject({ error: 'server.not_found' });
  }
  const acts = await server.current.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', idOf(server.current))
    .execute();
  expect(new Set(acts.map(({ action }) => action))).toEqual(new Set(['server.drained', 'server.resumed']));
});

it('one that stops has no way back, and is gone from the list when it has', async () => {
  const stopping = await server.current.startBeside({ peer: UNKNOWN });
  const { processes } = stopping.services;
  await processes.register();
  await processes.beginStopping();
  expect(await stateOf(processes.id)).toBe('stopping');
  expect(await act('resume', processes.id)).toMatchObject({ error: 'server.stopping' });
  await processes.renew();
  expect(processes.isDraining).toBe(true);
  await stopping.stop();
  expect(await stateOf(processes.id)).toBeUndefined();
});
