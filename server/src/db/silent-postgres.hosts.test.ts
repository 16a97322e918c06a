// PostgreSQL that does not answer: on connections that fell silent, or because it is frozen. Every wait has an end.
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createLogger } from '../kernel/logger.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import { OwnPostgres } from '../testing/own-postgres.ts';
import { SilentProxy } from '../testing/silent-proxy.ts';
import { clockLimit } from '../testing/soak.ts';
import { openDatabase, outageError, type Database, type Db } from './database.ts';

const LIMITS = { connectMs: 3000, statementMs: 500, answerMs: 1000, urgentMs: 700 };
/** Far more than any limit, and far less than for ever. */
const ENOUGH_MS = 10_000;
const logger = createLogger('silent');
let postgres: OwnPostgres;
let proxy: SilentProxy;
let database: Database;

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  proxy = await SilentProxy.to(new URL(postgres.url));
});
beforeEach(async () => {
  const databaseUrl = proxy.lead(postgres.url);
  database = await openDatabase({
    dataDir: '',
    databaseUrl,
    version: '1.0.0',
    logger,
    databaseLimits: LIMITS,
  });
});
afterEach(async () => {
  // Also what waits on silent connections is given up.
  await withTimeout(database.close(), ENOUGH_MS);
});
afterAll(async () => {
  await proxy.remove();
  await postgres.remove();
});

const pidOf = async (db: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;
/** As many connections as the pool has, all of them idle afterwards. */
const openAll = () =>
  Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(database.db)));
const ask = async (db: Db = database.db) => {
  await withTimeout(sql`select 1`.execute(db), ENOUGH_MS);
};
const outageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => outageError(database.engine, error)?.code ?? String(error),
  );
const took = async (work: Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work.catch(() => undefined);
  return performance.now() - began;
};

describe('connections that fell silent', () => {
  it('fail what is asked of them within the deadline, and are replaced', async () => {
    await openAll();
    proxy.fallSilent();
    const asked = ask();
    expect(await took(asked)).toBeLessThan(clockLimit(2 * LIMITS.answerMs));
    expect(await outageOf(asked)).toBe('database.unavailable');
    await ask();
  });

  it('cost one wait and not one each: the others that are as quiet are not tried', async () => {
    await openAll();
    proxy.fallSilent();
    await outageOf(ask());
    const answers = await Promise.all(Array.from({ length: 10 }, () => outageOf(ask())));
    expect(answers).toEqual(Array.from({ length: 10 }, () => 'answered'));
  });

  it('end a transaction at once, without waiting for its rollback', async () => {
    const failed = database.transact(async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.fallSilent();
      await sql`select 1`.execute(tx);
    });
    expect(await took(withTimeout(failed, ENOUGH_MS))).toBeLessThan(clockLimit(LIMITS.answerMs + 500));
    expect(await outageOf(failed)).toBe('database.unavailable');
  });

  it('do not keep what is urgent waiting', async () => {
    await openAll();
    await database.ping();
    proxy.fallSilent();
    const stuck = Array.from({ length: 20 }, () => outageOf(ask()));
    expect(await took(withTimeout(database.ping(), ENOUGH_MS))).toBeLessThan(
      clockLimit(LIMITS.urgentMs + 300),
    );
    const began = performance.now();
    await database.ping();
    // The ten others are still waited for.
    expect(performance.now() - began).toBeLessThan(clockLimit(LIMITS.urgentMs));
    await Promise.all(stuck);
    await ask();
  });

  it('leave no sockets behind', async () => {
    await openAll();
    proxy.fallSilent();
    // Those of the proxy stay: it does not hear of the end.
    const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    const before = sockets();
    await withTimeout(database.close(), ENOUGH_MS);
    await expect.poll(sockets, { timeout: ENOUGH_MS }).toBeLessThanOrEqual(before - 10);
    database = await openDatabase({ dataDir: '', databaseUrl: postgres.url, version: '1.0.0', logger });
  });
});

it('a connection that breaks before it knows its limits fails like any other', async () => {
  // It lets everybody in and is ready, and breaks at the first word.
  const greeting = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  const breaking = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(greeting);
      socket.once('data', () => socket.resetAndDestroy());
    });
  });
  await new Promise<void>((resolve) => void breaking.listen(0, '127.0.0.1', resolve));
  const databaseUrl = `postgres://postgres@127.0.0.1:${(breaking.address() as AddressInfo).port}/postgres`;
  const opened = openDatabase({ dataDir: '', databaseUrl, version: '1.0.0', logger, databaseLimits: LIMITS });
  expect(await outageOf(opened)).toBe('database.unavailable');
  breaking.close();
});

describe('a statement that takes too long', () => {
  it('is given up by PostgreSQL, on a connection that is used again', async () => {
    const pid = await pidOf(database.db);
    expect(await outageOf(sql`select pg_sleep(20)`.execute(database.db))).toBe('database.unavailable');
    expect(await pidOf(database.db)).toBe(pid);
  });

  it('may take its time where that was asked for', async () => {
    const answer = database.transactLong((tx) => sql`select pg_sleep(1)`.execute(tx));
    expect(await outageOf(answer)).toBe('answered');
  });

  it('gives its locks back when whoever began it thinks of something else', async () => {
    const lock = sql`select pg_advisory_xact_lock(4711)`;
    const failed = database.transact(async (tx) => {
      await lock.execute(tx);
      await sleep(3 * LIMITS.statementMs);
      await lock.execute(tx);
    });
    expect(await outageOf(failed)).toBe('database.unavailable');
    await database.transact((tx) => lock.execute(tx));
  });
});

it('a PostgreSQL that is frozen is away, and back by itself', async () => {
  await openAll();
  await postgres.freeze();
  try {
    const limit = LIMITS.connectMs + LIMITS.answerMs + 1000;
    const asked = [ask(), database.transact((tx) => sql`select 1`.execute(tx)), database.ping()];
    expect(Math.max(...(await Promise.all(asked.map(took))))).toBeLessThan(clockLimit(limit));
    expect(new Set(await Promise.all(asked.map(outageOf)))).toEqual(new Set(['database.unavailable']));
    // Those that are made meanwhile are taken by the system and answered by nobody.
    expect(await took(ask())).toBeLessThan(clockLimit(limit));
  } finally {
    postgres.thaw();
  }
  await expect.poll(() => outageOf(ask()), { timeout: ENOUGH_MS }).toBe('answered');
  await database.ping();
});
