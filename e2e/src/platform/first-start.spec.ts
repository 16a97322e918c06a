// As a new user starts it: nothing is there, and nothing is set but what must be.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Client } from '../support/client.ts';
import { command } from '../support/command.ts';
import { createDatabase, query } from '../support/postgres.ts';
import { Product } from '../support/product.ts';
import { isSoak } from '../support/soak.ts';

const CLI = fileURLToPath(new URL('../../../server/bin/jadegate.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jadegate-first-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (...parts: string[]) => (statSync(join(folder, 'data', ...parts)).mode & 0o777).toString(8);

/** There is one key, and nothing that anybody else can read. */
function expectClosed(): void {
  expect(modeOf()).toBe('700');
  const entries = readdirSync(join(folder, 'data'), { withFileTypes: true });
  expect(entries.map(({ name }) => name).filter((name) => name.startsWith('master'))).toEqual(['master.key']);
  for (const entry of entries) {
    expect(`${entry.name} ${modeOf(entry.name)}`).toBe(
      `${entry.name} ${entry.isDirectory() ? '700' : '600'}`,
    );
  }
}

/** What a person at the terminal reads; a start that prints none did not make the administrator. */
const printed = ({ output }: Product) =>
  [...output.matchAll(/administrator password \(shown once\): (\S+)$/gm)].map(
    ([, password = '']) => password,
  );

const ENGINES = isSoak ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(ENGINES)('the first start with %s', (engine) => {
  let settings: { databaseUrl?: string } = {};
  let drop = async () => {};
  beforeEach(async () => {
    if (engine === 'postgres') {
      const database = await createDatabase();
      settings = { databaseUrl: database.url };
      drop = () => database.drop();
    }
  });
  afterEach(() => drop());

  const verify = () =>
    command(process.execPath, [CLI, 'audit', 'verify'], {
      JADEGATE_DATA_DIR: join(folder, 'data'),
      ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }),
    });

  it.runIf(isSoak)('works where nothing is, and lets nobody else read what it makes', async () => {
    const product = await Product.start({ ...settings, folder });
    await new Client(product.url).login('admin', product.firstPassword);
    expect(await product.stop()).toBe(0);
    expectClosed();
  });

  it.runIf(isSoak)('closes what was open to others', async () => {
    mkdirSync(join(folder, 'data'));
    chmodSync(join(folder, 'data'), 0o755);
    writeFileSync(join(folder, 'data', 'search.db'), '', { mode: 0o644 });
    const product = await Product.start({ ...settings, folder });
    expect(product.output).toContain('now only the owner can');
    expect([modeOf(), modeOf('search.db')]).toEqual(['700', '600']);
    // While it runs: SQLite has its files beside the database, and removes them when it closes.
    const open = readdirSync(product.dataDir).filter((name) => !/^(6|7)00$/.test(modeOf(name)));
    expect(open).toEqual([]);
    await product.stop();
  });

  it('made by two processes at once gives one administrator, one password, a whole audit chain, and nothing for others to read', async () => {
    const both = await Promise.all([1, 2].map(() => Product.start({ ...settings, folder })));
    const passwords = both.flatMap(printed);
    expect(passwords).toHaveLength(1);
    for (const product of both) {
      await new Client(product.url).login('admin', passwords[0] ?? '');
    }
    await Promise.all(both.map((product) => product.stop()));
    expect(await verify()).toMatchObject({ code: 0 });
    expectClosed();
  });
});

it.runIf(isSoak)('a database of a newer version is named, without a stack', async () => {
  const database = await createDatabase();
  const product = await Product.start({ databaseUrl: database.url, folder });
  await product.stop();
  await query(database.url, `insert into kysely_migration values ('0999_future', '2030-01-01')`);
  await query(database.url, `update database_version set version = '9.8.7'`);
  const { code, stderr } = await command(process.execPath, [MAIN], {
    DATABASE_URL: database.url,
    JADEGATE_DATA_DIR: product.dataDir,
    JADEGATE_PORT: '0',
  });
  expect(code).toBe(1);
  expect(stderr).toContain('version 9.8.7');
  expect(stderr).not.toContain('    at ');
  await database.drop();
});
