// The command asks for what it needs, takes no secret as an argument, and says in both languages what came.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { usePrinted } from '../testing/cli-kit.ts';
import { writeOldSqlite } from '../testing/next-terminal-database.ts';
import { oldContent } from '../testing/next-terminal-fixture.ts';
import { useTestServer } from '../testing/test-server.ts';
import { explainCliFailure, runCli } from './main.ts';

const folder = mkdtempSync(join(tmpdir(), 'jadegate-old-cli-'));
const file = join(folder, 'nt.db');
const server = useTestServer();
const printed = usePrinted();

beforeAll(() => writeOldSqlite(file, oldContent('a key of old')));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  const { dataDir, databaseUrl } = server.current.database;
  vi.stubEnv('JADEGATE_DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', databaseUrl ?? '');
});

const call = (...args: string[]) => runCli(['import', 'next-terminal', ...args]).catch(explainCliFailure);

it('says what would come, and refuses a wrong key and a password in an address', async () => {
  expect(await call()).toBe(2);
  expect(await call('--from', file)).toMatch(/加密金鑰不正確[\s\S]*The encryption key is wrong/);
  expect(await call('--from', 'mysql://reader:secret@127.0.0.1/old')).toContain('JADEGATE_IMPORT_PASSWORD');
  const key = join(folder, 'key.txt');
  writeFileSync(key, 'a key of old\n');
  expect(await call('--from', file, '--key-file', key, '--dry-run')).toBe(0);
  expect(printed.text).toContain('使用者：共 4 筆，新增 3');
  expect(printed.text).toContain('people: 4 found, 3 new');
  expect(printed.text).not.toContain('a key of old');
});
