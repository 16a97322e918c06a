// `npx jadegate backup` and `restore`, as an operator calls them: what they refuse, and what they leave behind.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, expect, it, vi } from 'vitest';

import { usePrinted } from '../testing/cli-kit.ts';
import { useTestServer } from '../testing/test-server.ts';
import { explainCliFailure, runCli } from './main.ts';

const server = useTestServer();
const printed = usePrinted();

beforeEach(() => {
  const { dataDir, databaseUrl } = server.current.database;
  vi.stubEnv('JADEGATE_DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', databaseUrl ?? '');
});

function run(passphrase: string, ...args: string[]): Promise<number> {
  vi.stubEnv('JADEGATE_BACKUP_PASSPHRASE', passphrase);
  return runCli(args);
}

it('a backup is a file of its owner alone, which opens with its passphrase only', async () => {
  const file = join(server.current.dataDir, 'operator.jgb');
  const passphrase = 'seven quiet herons';
  expect(await run('short', 'backup', file)).toBe(1);
  expect(await run(passphrase, 'backup', file)).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run(passphrase, 'backup', file)).toBe(1);
  expect(printed.text).toContain('cannot be made');
  const wrong = await run('not the passphrase', 'restore', file).catch(explainCliFailure);
  expect(wrong).toContain('The passphrase is wrong');
  expect(await run(passphrase, 'restore', file, '--existing', 'both')).toBe(2);
  expect(await run(passphrase, 'restore', file, '--existing', 'replace')).toBe(0);
  expect(printed.text).toMatch(/^users\s+\d added, \d replaced/m);
});
