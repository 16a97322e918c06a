// An import that is really killed, again and again at random moments, comes to what one comes to that nobody disturbs; and a
// large one keeps nobody waiting.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { OPERATOR } from '../../cli/operator.ts';
import { openDatabase } from '../../db/database.ts';
import { HOUR_MS } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/logger.ts';
import { Secret } from '../../kernel/secret.ts';
import { writeOldSqlite, type OldContent } from '../../testing/next-terminal-database.ts';
import { OLD, oldContent } from '../../testing/next-terminal-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { TestServer, useTestServer } from '../../testing/test-server.ts';

const PROGRAM = fileURLToPath(new URL('../../testing/import-process.ts', import.meta.url));
const ROWS = 50_000;
const FILES = 120;
const MOST_BLOWS = 15;
const server = useTestServer();
const folder = mkdtempSync(join(tmpdir(), 'jadegate-old-killed-'));
const file = join(folder, 'nt.db');
const [recordings, drive] = [join(folder, 'recording'), join(folder, 'drive')];
afterAll(() => rmSync(folder, { recursive: true }));

const idOf = (kind: string, count: number) =>
  `${kind.padStart(8, '0')}-0000-4000-8000-${String(count).padStart(12, '0')}`;

/** The usual one of everything, and so many more assets, sessions, credentials and people. */
function many(count: number): OldContent {
  const base = oldContent('next-terminal');
  const content: OldContent = structuredClone(base);
  const more = (
    table: keyof typeof base,
    kind: string,
    from: number,
    most: number,
    change: (n: number) => object,
  ) => {
    const like = base[table][from];
    const rows = Array.from({ length: most }, (_, n) => ({ ...like, id: idOf(kind, n), ...change(n) }));
    content[table] = [...base[table], ...(rows as OldContent[string])];
  };
  more('users', 'a', 3, Math.ceil(count / 100), (n) => ({ username: `人員${n}`, nickname: `人員${n}` }));
  more('credentials', 'b', 0, Math.ceil(count / 100), (n) => ({ name: `憑證 ${n}` }));
  more('assets', 'c', 0, Math.ceil(count / 2), (n) => ({
    name: `主機 ${n}`,
    ip: `10.1.${n >> 8}.${n & 255}`,
  }));
  more('sessions', 'd', 0, Math.ceil(count / 2), (n) => ({ recording: n < FILES ? '/x' : '' }));
  return content;
}

beforeAll(() => {
  const lines = [{ version: 2, width: 80, height: 24, timestamp: 1_683_328_089 }, ...words()];
  const cast = lines.map((line) => JSON.stringify(line)).join('\n');
  for (let n = 0; n < FILES; n++) {
    mkdirSync(join(recordings, idOf('d', n)), { recursive: true });
    writeFileSync(join(recordings, idOf('d', n), 'recording.cast'), cast);
    mkdirSync(join(drive, OLD.storage, `folder ${n % 7}`), { recursive: true });
    writeFileSync(join(drive, OLD.storage, `folder ${n % 7}`, `file ${n}`), 'x'.repeat(n * 1000));
  }
});

function words() {
  return Array.from({ length: 400 }, (_, n) => [n / 4, 'o', `第 ${n} 行 output of a host\r\n`]);
}

/** Kills it so long after it has begun. Answers its exit code, and how long it took from there. */
async function run(place: TestDatabase, killAfterMs?: number): Promise<{ code: number | null; ms: number }> {
  const args = ['import', 'next-terminal', '--from', file, '--recordings', recordings, '--files', drive];
  const child = spawn(process.execPath, ['--conditions=source', PROGRAM, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, JADEGATE_DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' },
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  // It names the installation when it has opened it.
  await Promise.race([once(child.stderr, 'data'), exit]);
  child.stderr.resume();
  const begun = performance.now();
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs), exit]);
    child.kill('SIGKILL');
  }
  const [code] = await exit;
  return { code, ms: performance.now() - begun };
}

/** All that an import writes, without what is chosen anew each time. */
async function stateOf(place: TestDatabase) {
  const database = await openDatabase({ ...place, version: 'test', logger: createLogger('silent') });
  const { db } = database;
  try {
    return {
      users: await db
        .selectFrom('user')
        .select(['id', 'username', 'type', 'status', 'totp_enabled'])
        .orderBy('id')
        .execute(),
      assets: await db.selectFrom('asset').selectAll().orderBy('id').execute(),
      tags: await db.selectFrom('asset_tag').selectAll().orderBy('asset_id').orderBy('tag').execute(),
      attributes: await db
        .selectFrom('asset_attribute')
        .selectAll()
        .orderBy('asset_id')
        .orderBy('name')
        .execute(),
      credentials: await db.selectFrom('credential').selectAll().orderBy('id').execute(),
      grants: await db.selectFrom('authorised').selectAll().orderBy('id').execute(),
      groups: await db.selectFrom('user_group_member').selectAll().orderBy('user_id').execute(),
      jobs: await db.selectFrom('job').select(['id', 'name', 'status']).where('id', '=', OLD.job).execute(),
      sessions: await db
        .selectFrom('session')
        .select(['id', 'asset_id', 'recording', 'recording_bytes', 'imported_from'])
        .orderBy('id')
        .execute(),
      logs: await db
        .selectFrom('login_log')
        .select(['username', 'login_at'])
        .where('login_id', 'is', null)
        .orderBy('login_at')
        .orderBy('username')
        .execute(),
      secrets: await db
        .selectFrom('vault_secret')
        .select(['owner', 'name'])
        .orderBy('owner')
        .orderBy('name')
        .execute(),
      spaces: await db
        .selectFrom('storage')
        .select(['id', 'used_bytes', 'reserved_bytes', 'entry_count'])
        .orderBy('id')
        .execute(),
      uploads: await db.selectFrom('storage_upload').select('path').execute(),
      remembered: await db
        .selectFrom('imported_thing')
        .select(['kind', 'old_id'])
        .orderBy('kind')
        .orderBy('old_id')
        .execute(),
      recordings: tree(join(place.dataDir, 'recordings')),
      files: tree(join(place.dataDir, 'spaces')),
      left: tree(join(place.dataDir, 'uploads')),
    };
  } finally {
    await database.close();
  }
}

/** What a server does by itself with what processes that died had begun. */
async function aDayLater(place: TestDatabase): Promise<void> {
  const later = await TestServer.start({ database: { ...place, remove: async () => undefined } });
  const { storageSweep } = later.services;
  later.passTime(25 * HOUR_MS);
  await storageSweep.start();
  const drafts = join(place.dataDir, 'uploads');
  await vi.waitFor(() => expect(tree(drafts)).toEqual([]), { timeout: 20_000, interval: 100 });
  await storageSweep.close();
  await later.stop();
}

function tree(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.map(
    (name) => `${name} ${statSync(join(root, name)).isFile() ? statSync(join(root, name)).size : ''}`,
  );
}

const started = () => createTestDatabase(undefined, { isStarted: true });

it('comes to the same however often it is killed', async () => {
  writeOldSqlite(file, many(3000));
  const [quiet, killed] = [await started(), await started()];
  const whole = await run(quiet);
  expect(whole.code).toBe(0);
  let blows = 0;
  while (blows < MOST_BLOWS && (await run(killed, randomInt(10, Math.ceil(whole.ms / 2)))).code === null) {
    blows += 1;
  }
  expect((await run(killed)).code).toBe(0);
  expect(blows).toBeGreaterThan(3);
  await aDayLater(killed);
  const [found, expected] = [await stateOf(killed), await stateOf(quiet)];
  for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
    expect({ [name]: found[name] }).toEqual({ [name]: expected[name] });
  }
  await quiet.remove();
  await killed.remove();
}, 1_200_000);

it('of 50,000 rows takes its time and nobody else’s', async () => {
  rmSync(file, { force: true });
  writeOldSqlite(file, many(ROWS));
  const before = readFileSync(file);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const report = await server.current.services.nextTerminalImports.run(
    OPERATOR,
    { kind: 'file', path: file },
    { encryptionKey: new Secret('next-terminal'), isDryRun: false, makesAdministrators: false },
  );
  delay.disable();
  const worst = delay.max / 1e6;
  const brought = Object.fromEntries(report.sections.map((one) => [one.section, one.brought]));
  expect(brought).toMatchObject({ assets: ROWS / 2 + 2, sessions: ROWS / 2 + 2, users: ROWS / 100 + 3 });
  expect(readFileSync(file)).toEqual(before);
  expect(worst).toBeLessThan(1000);
}, 600_000);
