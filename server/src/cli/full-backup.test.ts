// On both engines: SQLite is copied by its online backup, PostgreSQL by pg_dump.
// A whole backup as an operator makes, rehearses and restores it.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { newId } from '../kernel/id.ts';
import { usePrinted } from '../testing/cli-kit.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { TestServer, useTestServer } from '../testing/test-server.ts';
import { explainCliFailure, runCli } from './main.ts';

const folder = mkdtempSync(join(tmpdir(), 'jadegate-whole-'));
const server = useTestServer();
const target = join(folder, 'backup');
const session = newId();
const printed = usePrinted();

const seeded = (...names: string[]) => join(server.current.dataDir, ...names);
function seed(text: string, ...names: string[]): void {
  mkdirSync(seeded(...names.slice(0, -1)), { recursive: true, mode: 0o700 });
  writeFileSync(seeded(...names), text, { mode: 0o600 });
}

beforeAll(() => {
  seed('a recording', 'recordings', session, '0.jsonl');
  seed('a file of somebody', 'spaces', 'space-1', '報表.txt');
});
beforeEach(() => {
  const { dataDir, databaseUrl } = server.current.database;
  vi.stubEnv('JADEGATE_DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', databaseUrl ?? '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const call = (...args: string[]) => runCli(['full-backup', ...args]).catch(explainCliFailure);

it('is made beside a running server, without the key, and never over another', async () => {
  expect(await call('create', join(folder, 'not-mounted', 'backup'))).toContain('可能是磁碟沒有掛載');
  expect(existsSync(join(folder, 'not-mounted'))).toBe(false);
  expect(await call('create', target)).toBe(0);
  expect(printed.text).toContain('檔案 2 個');
  expect(readFileSync(join(target, 'spaces', 'space-1', '報表.txt'), 'utf8')).toBe('a file of somebody');
  const key = readFileSync(seeded('master.key'), 'utf8').trim();
  expect(readFileSync(join(target, 'manifest.json'), 'utf8')).not.toContain(key);
  expect(existsSync(join(target, 'master.key'))).toBe(false);
  expect(await call('create', target)).toContain('備份不會覆寫');
});

it('is rehearsed: rows, files and key are as they were', async () => {
  expect(await call('rehearse', target)).toBe(0);
  expect(printed.text).toMatch(/資料庫（(sqlite|postgres)）完整：\d+ 個資料表、\d+ 筆；user 1,/);
  expect(printed.text).toContain('檔案 2／2 個相符');
  expect(printed.text).toContain('主金鑰相符');
  const wrong = join(folder, 'wrong.key');
  writeFileSync(wrong, Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64'));
  expect(await call('rehearse', target, '--key-file', wrong)).toBe(1);
  expect(printed.text).toContain('主金鑰不符');
});

it('is restored into a new data directory, in which the server works as before', async () => {
  const into = join(folder, 'restored');
  const { databaseUrl: old } = server.current.database;
  const fresh = old === undefined ? undefined : await createTestDatabase();
  vi.stubEnv('DATABASE_URL', fresh?.databaseUrl ?? '');
  expect(await call('restore', target, '--into', into)).toBe(0);
  expect(await call('restore', target, '--into', into)).toContain('只會寫入空的位置');
  copyFileSync(seeded('master.key'), join(into, 'master.key'));
  const remove = async () => fresh?.remove();
  const restored = await TestServer.start({
    database: { dataDir: into, databaseUrl: fresh?.databaseUrl, remove },
  });
  expect(await restored.login()).not.toBe('');
  expect(readFileSync(join(into, 'recordings', session, '0.jsonl'), 'utf8')).toBe('a recording');
  expect(readFileSync(join(into, 'disk.id'), 'utf8')).toBe(readFileSync(seeded('disk.id'), 'utf8'));
  await restored.stop();
});

it('is refused before anything is written where the database has tables already', async () => {
  const { databaseUrl } = server.current.database;
  if (databaseUrl === undefined) {
    return; // A new data directory has no database.
  }
  const into = join(folder, 'taken');
  expect(await call('restore', target, '--into', into)).toMatch(/PostgreSQL .* 已經有資料/);
  expect(existsSync(into)).toBe(false);
});

it('that was tampered with, or broke off, says so', async () => {
  writeFileSync(join(target, 'spaces', 'space-1', '報表.txt'), 'a file of nobody!!');
  rmSync(join(target, 'recordings'), { recursive: true });
  expect(await call('rehearse', target)).toBe(1);
  expect(printed.text).toContain('缺少 1 個檔案');
  expect(printed.text).toContain('1 個檔案的內容不符');
  rmSync(join(target, 'manifest.json'));
  expect(await call('rehearse', target)).toContain('不是完整的備份');
  expect(await call('restore', target, '--into', join(folder, 'never'))).toContain('不是完整的備份');
  expect(existsSync(join(folder, 'never'))).toBe(false);
});

it('without what could not be read ends with 1, when it is made and when it is rehearsed', async () => {
  seed('of another program', 'spaces', 'space-1', 'a\\b');
  for (const verb of ['create', 'rehearse']) {
    printed.clear();
    expect(await call(verb, join(folder, 'partly'))).toBe(1);
    expect(printed.text).toContain('1 個檔案或資料夾無法讀取');
    expect(printed.text).toContain('  /spaces/space-1/a\\b');
  }
});
