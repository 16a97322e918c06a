// Processes that are really killed and really stand still. Three of them share a database, put work in line and carry it
// out; on PostgreSQL, which the soak runs this on as well, their ways to it break and fall silent.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDatabase, type Database } from '../db/database.ts';
import { createLogger } from '../kernel/logger.ts';
import { SilentProxy } from '../testing/silent-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { WorkProcessPlace } from '../testing/work-process.ts';

const PROGRAM = fileURLToPath(new URL('../testing/work-process.ts', import.meta.url));
const BLOWS = 200;
const LEASE_MS = 1500;
/** Also for what waits on a connection that fell silent. */
const REST_MS = 120_000;

let place: TestDatabase;
let database: Database;
let proxy: SilentProxy | undefined;
let given: WorkProcessPlace;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  place = await createTestDatabase();
  database = await openDatabase({ ...place, version: 'test', logger: createLogger('silent') });
  await sql`create table noted_end (id text not null, outcome text not null)`.execute(database.db);
  proxy = place.databaseUrl === undefined ? undefined : await SilentProxy.to(new URL(place.databaseUrl));
  given = {
    dataDir: place.dataDir,
    databaseUrl: place.databaseUrl && proxy?.lead(place.databaseUrl),
    notes: path.join(place.dataDir, 'notes.txt'),
    leaseMs: LEASE_MS,
  };
});
afterAll(async () => {
  children.forEach((child) => child.kill('SIGKILL'));
  await proxy?.remove();
  await database.close();
  await place.remove();
});

async function begin(): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=source', PROGRAM, JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child, 'message');
}

const someone = () => [...children][randomInt(children.size)];

/** What happens to one of them, or to the way to the database. */
const blows: Record<string, () => Promise<void>> = {
  kill: async () => {
    const child = someone();
    if (child?.kill('SIGKILL')) {
      await once(child, 'exit');
    }
    await begin();
  },
  // Longer than its lease: the others take what it had, and it comes back without knowing.
  standStill: async () => {
    const child = someone();
    child?.kill('SIGSTOP');
    await sleep(LEASE_MS * 2.5);
    child?.kill('SIGCONT');
  },
  cut: async () => {
    proxy?.cut();
    await sleep(randomInt(100, 2000));
    proxy?.restore();
  },
  fallSilent: async () => proxy?.fallSilent(),
};

function noted(what: string, kind: string): string[] {
  return readFileSync(given.notes, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${what} ${kind} `))
    .map((line) => line.slice(`${what} ${kind} `.length));
}

it('whoever is killed, nothing is done twice that must not be, nothing is forgotten, nothing runs for ever', async () => {
  await Promise.all([begin(), begin(), begin()]);
  const kinds = ['kill', 'standStill', ...(proxy ? ['cut', 'fallSilent'] : [])];
  for (let blow = 0; blow < BLOWS; blow++) {
    await sleep(randomInt(50, 500));
    await blows[kinds[blow % kinds.length] ?? 'kill']?.();
  }
  children.forEach((child) => child.send('rest'));
  await expect
    .poll(
      () => database.db.selectFrom('work').select(['id', 'kind']).where('state', '!=', 'over').execute(),
      {
        timeout: REST_MS,
        interval: 200,
      },
    )
    .toEqual([]);
  const rows = await database.db.selectFrom('work').select(['id', 'kind', 'outcome']).execute();
  const { rows: ends } = await sql<{ id: string; outcome: string }>`select * from noted_end`.execute(
    database.db,
  );
  // Each ended once, as its row says, and whoever was told that it was taken finds it.
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect(ends.toSorted(byId)).toEqual(rows.map(({ id, outcome }) => ({ id, outcome })).toSorted(byId));
  const known = new Set(rows.map(({ id }) => id));
  expect(['again', 'once'].flatMap((kind) => noted('asked', kind)).filter((id) => !known.has(id))).toEqual(
    [],
  );
  const begunOnce = noted('begun', 'once');
  expect(begunOnce).toHaveLength(new Set(begunOnce).size);
  const done = new Set([...noted('done', 'once'), ...noted('done', 'again')]);
  expect(rows.filter(({ id, outcome }) => outcome === 'succeeded' && !done.has(id))).toEqual([]);
  // What may be begun again is not given up because somebody died, unless it was to be.
  const cancelled = new Set(noted('cancelled', 'again'));
  const givenUp = rows.filter(
    ({ id, kind, outcome }) => kind === 'again' && outcome === 'interrupted' && !cancelled.has(id),
  );
  expect(givenUp).toEqual([]);
  expect(rows.length).toBeGreaterThan(BLOWS);
}, 3_600_000);
