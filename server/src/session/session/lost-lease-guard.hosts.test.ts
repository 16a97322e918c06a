// Two servers, of which one loses the database and the other does not: nothing that should end lives on there.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { OwnPostgres } from '../../testing/own-postgres.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { SilentProxy } from '../../testing/silent-proxy.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { TestServer } from '../../testing/test-server.ts';
import { LostLeaseGuard } from './lost-lease-guard.ts';

const LIMITS = { connectMs: 1000, statementMs: 700, answerMs: 1000, urgentMs: 500 };
const LEASE_MS = 2500;
const PATIENT = { timeout: 30_000, interval: 50 };
let postgres: OwnPostgres;
let proxy: SilentProxy;
/** Which loses the database, and which keeps it. */
let lost: TestServer;
let steady: TestServer;
const kit = new SessionKit({
  get current() {
    return lost;
  },
});

async function start(databaseUrl: string, masterKey?: string): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jadegate-test-'));
  if (masterKey !== undefined) {
    copyFileSync(masterKey, join(dataDir, 'master.key'));
  }
  const remove = async () => rmSync(dataDir, { recursive: true, force: true });
  const port = await closedPort();
  const server = await TestServer.start({
    database: { dataDir, databaseUrl, remove },
    databaseLimits: LIMITS,
    leaseMs: LEASE_MS,
    peer: { url: `http://127.0.0.1:${port}` },
  });
  ports.set(server, port);
  return server;
}
const ports = new Map<TestServer, number>();

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  proxy = await SilentProxy.to(new URL(postgres.url));
  steady = await start(postgres.url);
  await steady.app.listen({ host: '127.0.0.1', port: ports.get(steady) });
  lost = await start(proxy.lead(postgres.url), join(steady.dataDir, 'master.key'));
  await kit.start();
  await setPeerUrl(`http://127.0.0.1:${kit.productPort}`);
});
beforeEach(() => hasLease());
afterEach(async () => {
  proxy.restore();
  kit.leave();
  await hasLease();
});
afterAll(async () => {
  await kit.stop();
  await lost.stop();
  await steady.stop();
  await proxy.remove();
  await postgres.remove();
});

const rowOf = (id: string) =>
  steady.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setPeerUrl = (peer_url: string) =>
  steady.db
    .updateTable('server_process')
    .set({ peer_url })
    .where('id', '=', lost.services.processes.id)
    .execute();
/** Not only out of touch with the database, but also nowhere to be found by the other. */
const calledDead = async (id: string) => {
  await setPeerUrl(`http://127.0.0.1:${await closedPort()}`);
  await expect.poll(async () => (await rowOf(id)).end_reason, PATIENT).toBe('{"kind":"process_died"}');
  await setPeerUrl(`http://127.0.0.1:${kit.productPort}`);
};
const hasLease = async () => {
  await expect.poll(() => lost.services.processes.lease.isHeld, PATIENT).toBe(true);
};

it('whose sessions go on when it is back soon: the other asks it before it calls it dead', async () => {
  const { id, client } = await kit.opened();
  const { processes } = lost.services;
  proxy.goDeaf();
  const ended = async () => (await steady.services.processes.find(processes.id))?.ended_at ?? null;
  await expect.poll(ended, PATIENT).not.toBeNull();
  await steady.patrolled();
  expect(await rowOf(id)).toMatchObject({ status: 'connected', end_reason: '' });
  proxy.restore();
  await hasLease();
  await lost.patrolled();
  client.type('as if nothing had been');
  await expect.poll(() => client.shown, PATIENT).toContain('as if nothing had been');
  expect(await rowOf(id)).toMatchObject({ status: 'connected', process_id: processes.id });
  expect(await ended()).toBeNull();
});

it('an administrator at the other ends a session there, though its row was closed and it hears of nothing', async () => {
  const { id, client } = await kit.opened();
  proxy.goDeaf();
  await calledDead(id);
  client.type('alive');
  await expect.poll(() => client.shown, PATIENT).toContain('alive');
  const token = await steady.login();
  expect(await steady.call('POST', `/sessions/${id}/disconnect`, { token })).toMatchObject({ code: 1 });
  await expect.poll(() => client.reason, PATIENT).toBe('已由管理員中斷連線');
});

it('what it holds is ended by itself, with the reason, when the other has a lease for too long', async () => {
  const { id, client } = await kit.opened();
  const { processes, liveSessions, peerLink, logger } = lost.services;
  const lostLeaseGuard = new LostLeaseGuard({
    processes,
    peerLink: () => peerLink,
    endAll: (end) => liveSessions.endAll(end),
    logger,
    patienceMs: 300,
  });
  await lostLeaseGuard.check();
  proxy.goDeaf();
  await expect.poll(() => processes.lease.isLost, PATIENT).toBe(true);
  await lostLeaseGuard.check();
  expect(client.reason).toBeUndefined();
  await expect
    .poll(async () => {
      await lostLeaseGuard.check();
      return client.reason;
    }, PATIENT)
    .toBe('這台伺服器與其他伺服器失去聯繫，為了安全已中斷連線；請重新連線');
  proxy.restore();
  // Whoever was first to say why has said so.
  await expect.poll(async () => (await rowOf(id)).status, PATIENT).toBe('disconnected');
});

it('what the other ended meanwhile ends here as soon as the lease is back, and its person with it', async () => {
  const { id, client } = await kit.opened();
  proxy.goDeaf();
  await calledDead(id);
  expect(client.reason).toBeUndefined();
  proxy.restore();
  await expect.poll(() => client.reason, PATIENT).toBe('伺服器異常中止，連線已中斷');
});
