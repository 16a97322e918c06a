// Commands work on an installation that is there: they make none, and name the one they mean.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, it, vi } from 'vitest';

import { usePrinted } from '../testing/cli-kit.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { explainCliFailure, runCli, VERB_NAMES } from './main.ts';
import { ALL_VERBS } from './verbs.ts';

const folder = mkdtempSync(join(tmpdir(), 'jadegate-cli-'));
const printed = usePrinted();

beforeEach(() => {
  vi.stubEnv('JADEGATE_DATA_DIR', '');
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('JADEGATE_BACKUP_PASSPHRASE', 'seven quiet herons');
});
afterAll(() => rmSync(folder, { recursive: true }));

const words = (name: string) => [...name.split(' '), ...(ALL_VERBS[name]?.takes ?? []).map(() => 'x')];

it.each(VERB_NAMES)(
  '%s refuses a data directory of no installation, and makes nothing there',
  async (name) => {
    const missing = join(folder, 'missing');
    const failure = await runCli([...words(name), '--data-dir', missing]).catch(explainCliFailure);
    expect(failure).toContain(`找不到安裝：${missing}`);
    expect(existsSync(missing)).toBe(false);
  },
);

it('neither an empty folder nor an empty database file is an installation', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'));
  const verify = () => runCli(['audit', 'verify', '--data-dir', empty]).catch(explainCliFailure);
  expect(await verify()).toContain('找不到安裝');
  expect(readdirSync(empty)).toEqual([]);
  writeFileSync(join(empty, 'jadegate.db'), '');
  expect(await verify()).toContain('找不到安裝');
  expect(readdirSync(empty)).toEqual(['jadegate.db']);
});

it('names the installation, by the settings file that the server reads too', async () => {
  const database = await createTestDatabase('sqlite', { isStarted: true });
  const { dataDir } = database;
  const file = join(folder, 'jadegate.env');
  writeFileSync(file, `# of the harbour\nJADEGATE_DATA_DIR=${dataDir}\n`, { mode: 0o600 });
  expect(await runCli(['audit', 'verify', '--config', file])).toBe(0);
  expect(printed.text).toContain(`資料目錄 ${dataDir}｜資料庫 SQLite ${dataDir}/jadegate.db`);
  expect(printed.text).toContain('the audit chain is whole');
  // The environment wins over the file.
  vi.stubEnv('JADEGATE_DATA_DIR', join(folder, 'missing'));
  expect(await runCli(['audit', 'verify', '--config', file]).catch(explainCliFailure)).toContain(
    '找不到安裝',
  );
  await database.remove();
});

it('a settings file that everybody reads, is not there or has a slip of the pen is refused', async () => {
  const file = join(folder, 'wrong.env');
  const failure = () => runCli(['audit', 'verify', '--config', file]).catch(explainCliFailure);
  expect(await failure()).toMatch(/^The command failed: .*cannot be read/);
  writeFileSync(file, 'JADEGATE_DATADIR=/srv\n');
  chmodSync(file, 0o644);
  expect(await failure()).toContain('chmod o=');
  chmodSync(file, 0o640);
  expect(await failure()).toContain('JADEGATE_DATADIR');
});

it('somebody else’s account on the machine is told as whom to run it', () => {
  const path = '/var/lib/jadegate/jadegate.db';
  const denied = Object.assign(new Error(`EACCES: permission denied, open '${path}'`), {
    code: 'EACCES',
    path,
  });
  expect(explainCliFailure(denied)).toBe(
    `這個帳號無法使用 ${path}（EACCES）。請以執行伺服器的帳號或 root 執行指令。\n` +
      `This account may not use ${path} (EACCES). Run the command as the account of the server, or as root.`,
  );
});

it('a verb of two words whose second is misspelt is shown as it is written', async () => {
  expect(await runCli(['rescue', 'of', '1'])).toBe(2);
  expect(printed.text).toContain('npx jadegate rescue off <number|name>: ');
});

it('calls itself as its launcher was called, never by a program that a registry would be asked for', async () => {
  vi.stubEnv('JADEGATE_COMMAND', './jadegate');
  expect(await runCli(['--help'])).toBe(0);
  expect(printed.text).toContain('usage: ./jadegate <verb>');
  printed.clear();
  expect(await runCli(['audit', '--nonsense']).catch(explainCliFailure)).toContain('(run: ./jadegate)');
  expect(printed.text).not.toContain('npx');
});

it.each(Object.keys(ALL_VERBS))('%s --help says how it is called, and does nothing', async (name) => {
  expect(await runCli([...name.split(' '), '--help'])).toBe(0);
  expect(printed.text).toContain(`usage: npx jadegate ${name}`);
  expect(printed.text).toContain('--data-dir');
});

it.each(['--version', '-v', 'version'])(
  '%s says which version it is, wherever that is asked',
  async (word) => {
    expect(await runCli([word])).toBe(0);
    expect(printed.text).toMatch(/Jadegate \d+\.\d+\.\d+/);
  },
);

it('an option of another verb is refused', async () => {
  expect(await runCli(['audit', 'verify', '--forget-old'])).toBe(2);
  expect(printed.text).toContain('--forget-old is no option of audit verify');
});
