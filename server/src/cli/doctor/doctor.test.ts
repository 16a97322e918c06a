import { once } from 'node:events';
// On both engines: what the doctor asks of the database differs.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { STEPS } from '../../db/migrate.ts';
import { usePrinted } from '../../testing/cli-kit.ts';
import { onPostgres } from '../../testing/on-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { runCli } from '../main.ts';

const printed = usePrinted();
let place: TestDatabase;
beforeAll(async () => {
  place = await createTestDatabase(undefined, { isStarted: true });
});
afterAll(() => place.remove());
beforeEach(() => {
  vi.stubEnv('JADEGATE_DATA_DIR', place.dataDir);
  vi.stubEnv('DATABASE_URL', place.databaseUrl ?? '');
  vi.stubEnv('JADEGATE_PORT', '0');
  vi.stubEnv('JADEGATE_SSH_PORT', 'off');
});

async function doctor(env: Record<string, string> = {}): Promise<{ code: number; lines: string }> {
  Object.entries(env).forEach(([name, value]) => vi.stubEnv(name, value));
  printed.clear();
  const code = await runCli(['doctor']);
  return { code, lines: printed.text };
}

/** As it is: nothing is brought up to date by this. */
async function onDatabase(text: string): Promise<void> {
  if (place.databaseUrl !== undefined) {
    await onPostgres(new URL(place.databaseUrl), text);
    return;
  }
  const file = new SqliteDatabase(join(place.dataDir, 'jadegate.db'));
  file.exec(text);
  file.close();
}

const isPostgres = process.env.JADEGATE_TEST_ENGINE === 'postgres';

it('finds a sound installation sound, changes nothing and shows no secret', async () => {
  const files = () => readdirSync(place.dataDir).filter((name) => !/-(wal|shm)$/.test(name));
  const before = files();
  const { code, lines } = await doctor({ JADEGATE_METRICS_TOKEN: 'sixteen-letters.' });
  // There is no backup yet, and perhaps no guacd here.
  expect(code).toBe(1);
  expect(lines).not.toMatch(/^problem/m);
  expect(lines).toMatch(
    isPostgres ? /^ok +database +PostgreSQL \d+.* up to date$/m : /^ok +database +SQLite 3.* up to date$/m,
  );
  expect(lines).toMatch(/^ok +database +the clock of the database is within \d\.\d s/m);
  expect(lines).toMatch(/^ok +keys +master\.key opens/m);
  expect(lines).toMatch(/^warning +backups +no job makes backups\n +→ .*full-backup create/m);
  expect(files()).toEqual(before);
  const secrets = ['sixteen-letters.', readFileSync(join(place.dataDir, 'master.key'), 'utf8').trim()];
  if (place.databaseUrl !== undefined) {
    secrets.push(new URL(place.databaseUrl).password);
  }
  secrets.filter(Boolean).forEach((secret) => expect(lines).not.toContain(secret));
});

it('says what to do about a wrong key, an open key file and a database to be upgraded', async () => {
  const wrong = await doctor({
    JADEGATE_MASTER_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'),
  });
  expect(wrong.code).toBe(2);
  expect(wrong.lines).toMatch(/^problem +keys +JADEGATE_MASTER_KEY does not open .*\n +→ give back the key/m);
  chmodSync(join(place.dataDir, 'master.key'), 0o644);
  const open = await doctor({ JADEGATE_MASTER_KEY: '' });
  expect(open.lines).toMatch(/^problem +disk +others may read .*master\.key\n +→ run: chmod 600/m);
  chmodSync(join(place.dataDir, 'master.key'), 0o600);
  const last = Object.keys(STEPS).at(-1);
  await onDatabase(`delete from kysely_migration where name = '${last}'`);
  const older = await doctor();
  expect(older.lines).toMatch(/^warning +database .*the next start takes 1 steps\n +→ make a backup/m);
  await onDatabase(`insert into kysely_migration (name, timestamp) values ('${last}', '2026')`);
});

it('names a newer database, and one that does not answer', async () => {
  await onDatabase(`insert into kysely_migration (name, timestamp) values ('0999_future', '2030-01-01')`);
  expect((await doctor()).lines).toMatch(
    /^problem +database .*newer version.*\n +→ start the newer version/m,
  );
  await onDatabase(`delete from kysely_migration where name = '0999_future'`);
  const away = await doctor({ DATABASE_URL: 'postgres://gate:open-sesame@127.0.0.1:9/gate' });
  expect(away.code).toBe(2);
  expect(away.lines).toMatch(/^problem +database +the database cannot be used/m);
  expect(away.lines).not.toContain('open-sesame');
});

describe('without an installation', () => {
  it('looks at the rest, and makes nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'jadegate-doctor-'));
    const missing = join(folder, 'data');
    const { code, lines } = await doctor({ JADEGATE_DATA_DIR: missing, DATABASE_URL: '' });
    expect(code).toBe(2);
    expect(lines).toMatch(/^problem +disk .*is no folder\n +→ .*start the server once/m);
    expect(lines).toMatch(/^warning +database +there is no installation here yet/m);
    expect(existsSync(missing)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('ports, mail and proxies', () => {
  it('tells another program from a mail server, a free port and one of ours', async () => {
    const server = createServer((socket) => void socket.resume().end('220 mail.example\r\n'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await onDatabase(
      `insert into setting (key, value, updated_at) values ('mail-host', '127.0.0.1', 1), ('mail-port', '${port}', 1), ('mail-security', 'none', 1)`,
    );
    const taken = await doctor({ JADEGATE_PORT: String(port), JADEGATE_SSH_PORT: String(port) });
    expect(taken.lines).toMatch(
      /^warning +ssh .*in use by another program\n +→ stop it, or set JADEGATE_SSH_PORT/m,
    );
    expect(taken.lines).toMatch(/^problem +ports .*in use by another program\n +→ stop it/m);
    expect(taken.lines).toMatch(/^ok +mail +the mail server 127\.0\.0\.1:\d+ greets/m);
    await new Promise((resolve) => void server.close(resolve));
    const free = await doctor();
    expect(free.lines).toMatch(/^ok +ports .*is free/m);
    expect(free.lines).toMatch(/^problem +mail .*cannot be reached.*\n +→ check the mail settings/m);
  });

  it.each([
    [
      'warning',
      'VERSION_1_3_0',
      '1\\.3\\.0: hostile desktops can run code in one as old as that\n +→ take 1\\.5',
    ],
    ['ok', 'VERSION_1_5_0', '1\\.5\\.0$'],
  ])('says %s of a guacd that speaks %s', async (state, version, told) => {
    const server = createServer(
      (socket) =>
        void socket
          .on('error', () => 0)
          .resume()
          .write(`4.args,13.${version};`),
    );
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { lines } = await doctor({ GUACD_HOST: '127.0.0.1', GUACD_PORT: String(port) });
    expect(lines).toMatch(new RegExp(`^${state} +guacd +guacd at .* answers, protocol ${told}`, 'm'));
    await new Promise((resolve) => void server.close(resolve));
  });

  it.each([
    ['ok', '{"status":"ok"}', 'by a server of Jadegate'],
    ['problem', '{"status":"up"}', 'by another program'],
    ['problem', '<html>', 'by another program'],
  ])('says %s where %s answers', async (state, body, whose) => {
    const asked: string[] = [];
    const server = createHttpServer(({ url = '' }, response) => {
      asked.push(url);
      response.end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { lines } = await doctor({ JADEGATE_PORT: String(port) });
    expect(lines).toMatch(new RegExp(`^${state} +ports .*in use ${whose}$`, 'm'));
    expect(asked).toEqual(['/healthz']);
    server.close();
  });

  it.each([
    ['JADEGATE_TRUSTED_PROXIES', '0.0.0.0/0', 'problem', 'trusts everybody'],
    ['JADEGATE_PUBLIC_URL', 'https://gate.example', 'warning', 'everybody counts as the proxy'],
    ['JADEGATE_PUBLIC_URL', 'http://gate.example', 'warning', 'in the clear'],
    ['JADEGATE_HOST', '0.0.0.0', 'warning', 'without TLS'],
  ])('doubts %s=%s', async (name, value, state, reason) => {
    const { lines } = await doctor({ [name]: value });
    expect(lines).toMatch(new RegExp(`^${state} +proxy .*${reason}.*\\n +→ `, 'm'));
    expect((await doctor({ [name]: '' })).lines).toMatch(/^ok +proxy/m);
  });
});

describe('settings', () => {
  it('that cannot be used are told by both commands, and where good ones come from by check', async () => {
    const wrong = await doctor({ JADEGATE_DATADIR: '/srv' });
    expect(wrong.code).toBe(2);
    expect(wrong.lines).toMatch(/^problem +settings .*/m);
    printed.clear();
    expect(await runCli(['check'])).toBe(1);
    expect(printed.text).toContain('JADEGATE_DATA_DIR');
    vi.stubEnv('JADEGATE_DATADIR', undefined);
    const file = join(place.dataDir, 'token');
    writeFileSync(file, 'sixteen-letters.', { mode: 0o644 });
    vi.stubEnv('JADEGATE_METRICS_TOKEN', undefined);
    vi.stubEnv('JADEGATE_METRICS_TOKEN_FILE', file);
    printed.clear();
    expect(await runCli(['check'])).toBe(0);
    expect(printed.text).toMatch(
      /JADEGATE_METRICS_TOKEN +from the file that JADEGATE_METRICS_TOKEN_FILE names/,
    );
    expect(printed.text).toContain('warning: ');
    expect(printed.text).not.toContain('sixteen-letters.');
    rmSync(file);
  });
});
