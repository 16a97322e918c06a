// On both engines: leases.
// Which process is dead is decided by its lease, in the time of the database.
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, expect, it } from 'vitest';

import { createLogger } from '../../kernel/logger.ts';
import { ownIdentity } from '../../kernel/process-identity.ts';
import { holdRenewal } from '../../testing/held-renewal.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { ServerProcessService } from './server-process.service.ts';

const server = useTestServer();
const FAR = { place: 'another machine', pid: 1, born: '1' };
/** Whoever renews for so long may judge others. */
const SHORT_MS = 400;
const LONG_MS = 60_000;

const processes = (leaseMs: number, identity = FAR, logger = createLogger('silent')) =>
  new ServerProcessService({
    database: server.current.services.database,
    logger,
    version: 'test',
    dataDir: server.current.dataDir,
    leaseMs,
    identity,
  });
const rows = () => server.current.db.selectFrom('server_process').selectAll().execute();
const rowOf = async (id: string) => (await rows()).find((row) => row.id === id);
const age = (id: string, ms: number) =>
  server.current.db
    .updateTable('server_process')
    .set((row) => ({ renewed_at: row('renewed_at', '-', ms), expires_at: row('expires_at', '-', ms) }))
    .where('id', '=', id)
    .execute();

/** One that has renewed long enough to judge others. */
async function judge(): Promise<ServerProcessService> {
  const one = processes(SHORT_MS);
  const dead = await deadId();
  const look = async () => {
    await one.renew();
    return (await one.listDead([dead])).has(dead);
  };
  await one.register();
  await expect.poll(look, { interval: 20, timeout: 10_000 }).toBe(true);
  return one;
}

async function deadId(): Promise<string> {
  const one = processes(LONG_MS);
  await one.register();
  await age(one.id, 2 * LONG_MS);
  return one.id;
}

afterEach(() => server.current.db.deleteFrom('server_process').execute());

it('nobody is on the list who only was built', async () => {
  const one = processes(LONG_MS);
  expect(await rowOf(one.id)).toBeUndefined();
  await one.end();
  expect(await rowOf(one.id)).toBeUndefined();
});

it('lives as long as its lease, and died when it last renewed it', async () => {
  const judging = await judge();
  const other = processes(LONG_MS);
  await other.register();
  expect(await judging.listDead([other.id])).toEqual(new Map());
  await age(other.id, 2 * LONG_MS);
  const died = (await rowOf(other.id))?.renewed_at;
  expect(await judging.listDead([other.id])).toEqual(new Map([[other.id, died]]));
  // Found dead by one it is dead to all.
  expect(await processes(LONG_MS).listDead([other.id])).toEqual(new Map([[other.id, died]]));
  await other.renew();
  expect(await judging.listDead([other.id])).toEqual(new Map());
});

it('is not called dead by one that could not have heard of it', async () => {
  const newcomer = processes(LONG_MS);
  await newcomer.register();
  const quiet = await deadId();
  // The database may have been away for both.
  expect(await newcomer.listDead([quiet])).toEqual(new Map());
  await newcomer.renew();
  expect(await newcomer.listDead([quiet])).toEqual(new Map());
});

it('is not called dead by one that missed most of a lease itself', async () => {
  const judging = await judge();
  const other = processes(SHORT_MS);
  await other.register();
  await sleep(0.9 * SHORT_MS);
  // The database was away for both until a moment ago; this one happens to be the first that is back.
  await age(other.id, SHORT_MS);
  await judging.renew();
  expect(await judging.listDead([other.id])).toEqual(new Map());
});

it('that ran here and is gone is dead at once; one that was never written down, too', async () => {
  const own = ownIdentity();
  const [here, gone] = [processes(LONG_MS, own), processes(LONG_MS, { ...own, born: 'before' })];
  await here.register();
  await gone.register();
  const died = (await rowOf(gone.id))?.renewed_at;
  const dead = await here.listDead([here.id, gone.id, 'unknown']);
  expect(dead).toEqual(
    new Map([
      ['unknown', undefined],
      [gone.id, died],
    ]),
  );
});

it('says goodbye, and does not come back', async () => {
  const one = processes(LONG_MS);
  await one.register();
  await one.end();
  await one.renew();
  expect((await rowOf(one.id))?.ended_at).not.toBeNull();
});

it('that said goodbye is not brought back by a sign of life that was under way', async () => {
  const one = processes(LONG_MS);
  await one.register();
  const goOn = await holdRenewal('going', () => one.renew());
  const ended = one.end();
  // Time for an end that does not wait.
  await rows();
  await Promise.all([goOn(), ended]);
  expect((await rowOf(one.id))?.ended_at).not.toBeNull();
});

it('is forgotten after a day, unless something is held in its name', async () => {
  const one = processes(LONG_MS);
  await one.register();
  const old = await deadId();
  await age(old, 24 * 60 * LONG_MS);
  await one.forgetOld();
  // The process of the tests renews its own meanwhile.
  expect(await rowOf(old)).toBeUndefined();
  expect(await rowOf(one.id)).toBeDefined();
});

it('knows by itself that its lease ran out, says so once, and begins nothing until it is back', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  const one = processes(SHORT_MS, FAR, logger);
  let back = 0;
  one.lease.onBack(() => (back += 1));
  // Nobody can take for dead what is not written down.
  expect([one.lease.isLost, one.takesWork]).toEqual([false, true]);
  await one.register();
  expect(one.lease.isLost).toBe(false);
  await expect.poll(() => one.lease.isLost, { timeout: 10_000 }).toBe(true);
  await sleep(50);
  expect(one.takesWork).toBe(false);
  expect(() => one.refuseNewWork()).toThrow('server.lease_lost');
  await one.renew();
  expect([one.lease.isLost, one.takesWork, back]).toEqual([false, true, 1]);
  await one.renew();
  expect(back).toBe(1);
  const said = lines.map((line) => (JSON.parse(line) as { msg: string }).msg.split(':')[0]);
  expect(said).toEqual(['the lease of this server ran out', 'the lease of this server is back']);
  await one.end();
});

it('counts its lease from when it asked for it: an answer that took as long as a lease brings none', async () => {
  const one = processes(SHORT_MS);
  expect(one.lease.ageMs).toBeUndefined();
  await one.register();
  const goOn = await holdRenewal('coming', () => one.renew());
  await sleep(SHORT_MS + 50);
  await goOn();
  expect(one.lease.isLost).toBe(true);
  expect(one.lease.ageMs).toBeGreaterThanOrEqual(SHORT_MS);
  await one.renew();
  expect(one.lease.isLost).toBe(false);
});
