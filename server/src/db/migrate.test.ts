// On both engines: migrations.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../kernel/id.ts';
import { createLogger } from '../kernel/logger.ts';
import { explainStartFailure } from '../start-failure.ts';
import { onPostgres } from '../testing/on-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { DatabaseLoad } from './database-load.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate, STEPS } from './migrate.ts';
import { refuseNewer } from './newer-database.ts';
import type { Schema } from './schema.ts';
import { inspectSqlite } from './sqlite/sqlite-copy.ts';
import { sqliteDialect, WriteCount } from './sqlite/sqlite-dialect.ts';
import type { Step } from './step.ts';
import { copyBeforeUpgrade } from './upgrade-copy.ts';

const logger = createLogger('silent');
let place: TestDatabase;
const open = (version: string) => openDatabase({ ...place, version, logger });

/** As if a version with one step more had been here. */
async function writtenBy(version: string, also = 'select 1'): Promise<void> {
  const newer = await open(version);
  await sql.raw(also).execute(newer.db);
  await sql`insert into kysely_migration (name, timestamp) values ('0999_future', '2030-01-01')`.execute(
    newer.db,
  );
  await newer.close();
}

/** Steps of a version after this one: what is tried with them holds whichever steps are the last. */
function useLaterSteps(steps: Record<string, Step>): void {
  beforeAll(() => void Object.assign(STEPS, steps));
  afterAll(() => Object.keys(steps).forEach((name) => Reflect.deleteProperty(STEPS, name)));
}

describe('the steps', () => {
  it('are in order, each number once, and those that were never used stay empty', () => {
    const numbers = Object.keys(STEPS).map((name) => name.slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)].toSorted());
    expect(numbers.filter((number) => ['0012', '0013', '0014'].includes(number))).toEqual([]);
  });

  it('are all that lie in the folder', () => {
    const files = readdirSync(new URL('migrations', import.meta.url)).map((file) =>
      file.replace(/\.ts$/, ''),
    );
    expect(files.toSorted()).toEqual(Object.keys(STEPS));
  });
});

describe('a database written by a newer version', () => {
  beforeEach(async () => {
    place = await createTestDatabase();
  });
  afterEach(() => place.remove());

  it('is named with its version and what to do, without a stack, and stays as it was', async () => {
    await writtenBy('9.8.7');
    const error: unknown = await open('1.3.5').catch((caught: unknown) => caught);
    const told = explainStartFailure(error);
    expect(told).toContain('version 9.8.7');
    expect(told).toContain('this is version 1.3.5');
    expect(told).toContain('Nothing was changed');
    expect(told).not.toContain('    at ');
    await expect(open('1.3.5')).rejects.toThrow('9.8.7');
  });

  it('is also refused where it wrote no version', async () => {
    await writtenBy('9.8.7', 'drop table database_version');
    const error: unknown = await open('1.3.5').catch((caught: unknown) => caught);
    expect(explainStartFailure(error)).toContain('written by a newer version');
  });
});

const isPostgres = process.env.JADEGATE_TEST_ENGINE === 'postgres';

it('an update of the tables leaves a line in the log, and a start without one leaves none', async () => {
  place = await createTestDatabase();
  const lines: string[] = [];
  const told = createLogger('info', { write: (line: string) => void lines.push(line) });
  for (const expected of [1, 0]) {
    await (await openDatabase({ ...place, version: '1.3.5', logger: told })).close();
    expect(
      lines.splice(0).filter((line) => line.includes('the tables were brought up to date')),
    ).toHaveLength(expected);
  }
  await place.remove();
});

describe('an upgrade', () => {
  const NEXT = '9999_next';
  const OLDER = Object.keys(STEPS);
  useLaterSteps({ [NEXT]: () => Promise.resolve() });
  let lines: string[];
  const told = createLogger('info', { write: (line: string) => void lines.push(line) });
  const upgrade = (options: Partial<Parameters<typeof openDatabase>[0]> = {}) =>
    openDatabase({ ...place, version: '1.4.0', logger: told, ...options });
  // Beside one that was looked into lie its `-wal` and `-shm`.
  const copies = () =>
    readdirSync(join(place.dataDir, 'before-upgrade'))
      .filter((name) => !/-(wal|shm)$/.test(name))
      .toSorted();

  /** As version 1.3.5 left it: without the last step. */
  async function makeOlder(): Promise<void> {
    const older = await open('1.3.5');
    await sql`delete from kysely_migration where name = ${NEXT}`.execute(older.db);
    await sql`update database_version set version = '1.3.5'`.execute(older.db);
    await older.close();
  }

  /** What the version before does first. */
  async function openByOlder() {
    const db = new Kysely<Schema>({
      dialect: sqliteDialect(join(place.dataDir, 'jadegate.db'), new WriteCount(), new DatabaseLoad()),
    });
    try {
      return await refuseNewer(db, OLDER, '1.3.5');
    } finally {
      await db.destroy();
    }
  }
  beforeEach(async () => {
    lines = [];
    place = await createTestDatabase();
    await makeOlder();
  });
  afterEach(() => place.remove());

  it.skipIf(isPostgres)(
    'leaves a copy that the version before can open, and the last two of them',
    async () => {
      await (await upgrade()).close();
      const [first = ''] = copies();
      expect(first).toMatch(/^\d{8}T\d{6}\.\d{3}Z-1\.3\.5\.db$/);
      const copy = join(place.dataDir, 'before-upgrade', first);
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      expect(inspectSqlite(copy).isWhole).toBe(true);
      // The way back: the copy in its place, and the version before.
      await expect(openByOlder()).rejects.toThrow('version 1.4.0');
      for (const end of ['', '-wal', '-shm']) {
        rmSync(join(place.dataDir, `jadegate.db${end}`), { force: true });
      }
      cpSync(copy, join(place.dataDir, 'jadegate.db'));
      expect([...(await openByOlder()).taken].toSorted()).toEqual(OLDER);
      // A start that changes nothing copies nothing.
      await (await upgrade()).close();
      await (await upgrade()).close();
      expect(copies()).toHaveLength(2);
      for (const name of ['20200101T000000Z-1.3.0.db', '20200102T000000Z-1.3.1.db', 'x.db.part']) {
        writeFileSync(join(place.dataDir, 'before-upgrade', name), '');
        utimesSync(join(place.dataDir, 'before-upgrade', name), 0, 0);
      }
      await makeOlder();
      await (await upgrade()).close();
      expect(copies()).toHaveLength(2);
      expect(copies().every((name) => name > '2021')).toBe(true);
    },
  );

  it.skipIf(isPostgres)(
    'by two processes at once leaves copies of what was there before, and nothing else',
    async () => {
      // What SQLite keeps beside a copy that a third one is making.
      const another = join(place.dataDir, 'before-upgrade', 'another.part');
      mkdirSync(another, { recursive: true });
      writeFileSync(join(another, 'jadegate.db-journal'), '');
      const both = await Promise.all([upgrade(), upgrade()]);
      await Promise.all(both.map((database) => database.close()));
      expect(readdirSync(another)).toEqual(['jadegate.db-journal']);
      rmSync(another, { recursive: true });
      expect(copies().length).toBeGreaterThan(0);
      expect(copies().filter((name) => !name.endsWith('-1.3.5.db'))).toEqual([]);
      // One that comes to it when another has changed the tables already has nothing to copy.
      const before = copies();
      await copyBeforeUpgrade(
        { from: '1.3.5', to: '1.4.0' },
        { isShared: false },
        { ...place, logger: told },
      );
      expect(copies()).toEqual(before);
    },
  );

  it.skipIf(isPostgres)(
    'is refused where there is no room for the copy, unless the operator says so',
    async () => {
      const upgradeTo = { from: '1.3.5', to: '1.4.0' };
      const copying = copyBeforeUpgrade(
        upgradeTo,
        { isShared: false },
        { ...place, logger: told, freeBytes: async () => 4096 },
      );
      const refusal = explainStartFailure(await copying.catch((caught: unknown) => caught));
      expect(refusal).toMatch(/no room for a copy .*JADEGATE_SKIP_UPGRADE_COPY=yes/);
      expect(refusal).not.toContain('    at ');
      expect(existsSync(join(place.dataDir, 'before-upgrade'))).toBe(false);
      await (await upgrade({ skipsUpgradeCopy: true })).close();
      expect(existsSync(join(place.dataDir, 'before-upgrade'))).toBe(false);
      expect(lines.join('')).toContain('without a copy');
    },
  );

  it.runIf(!isPostgres && process.getuid?.() === 0)(
    'whose copy fills the disk is told of, and leaves nothing but what was there before',
    async () => {
      const folder = join(place.dataDir, 'before-upgrade');
      mkdirSync(folder);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
      try {
        const refusal = explainStartFailure(await upgrade().catch((caught: unknown) => caught));
        expect(refusal).toMatch(
          /could not be made \(database or disk is full\)\. Nothing was changed\. Make room/,
        );
        expect(refusal).not.toContain('    at ');
        expect(readdirSync(folder)).toEqual([]);
      } finally {
        execFileSync('umount', [folder]);
      }
      expect([...(await openByOlder()).taken].toSorted()).toEqual(OLDER);
      await (await upgrade()).close();
      expect(copies()).toHaveLength(1);
    },
  );

  it.runIf(isPostgres)('says on PostgreSQL which backup is the way back', async () => {
    await (await upgrade()).close();
    expect(lines.join('')).toMatch(/"from":"1\.3\.5".*pg_dump.*full-backup create/);
  });
});

describe.runIf(isPostgres)('a PostgreSQL server that refuses', () => {
  const refusal = async (change: (url: URL) => void) => {
    const url = new URL(process.env.JADEGATE_TEST_DATABASE_URL ?? '');
    change(url);
    const opening = openDatabase({ dataDir: '', databaseUrl: url.href, version: '1.3.5', logger });
    const told = explainStartFailure(await opening.catch((caught: unknown) => caught));
    expect(told).not.toContain('    at ');
    expect(told).not.toContain('pgpass');
    return told;
  };

  it('is told of in a sentence that says what to do', async () => {
    expect(await refusal((url) => (url.pathname = '/nowhere'))).toMatch(
      /no such database \(database "nowhere" does not exist\)\. Create it/,
    );
    expect(await refusal((url) => (url.password = 'wrong'))).toMatch(
      /refuses the login .* Check user and password/,
    );
    const role = `lesser_${newId().replaceAll('-', '')}`;
    const admin = new URL(process.env.JADEGATE_TEST_DATABASE_URL ?? '');
    place = await createTestDatabase();
    await onPostgres(admin, `create role ${role} login password 'pgpass'`);
    const lesser = await refusal((url) => {
      url.username = role;
      url.pathname = new URL(place.databaseUrl ?? '').pathname;
    });
    await place.remove();
    await onPostgres(admin, `drop role ${role}`);
    expect(lesser).toMatch(/lacks a right \(permission denied .*\)\. Make it the owner/);
  });
});

describe.runIf(isPostgres)('a database that another server works on', () => {
  const addTo = (table: string) => async (db: Kysely<never>) =>
    db.schema.alterTable(table).addColumn('next', 'text').execute();
  useLaterSteps({ '9998_asset': addTo('asset'), '9999_session': addTo('session') });
  let older: Database;
  beforeEach(async () => {
    place = await createTestDatabase();
    older = await open('1.3.4');
    const undo = `alter table asset drop column next; alter table session drop column next;
      delete from kysely_migration where name >= '9998'`;
    await sql.raw(undo).execute(older.db);
  });
  afterEach(async () => {
    await older.close();
    await place.remove();
  });

  it('is changed without harm to that one, which may hold what is to be changed', async () => {
    const newer = await older.db.transaction().execute(async (tx) => {
      await sql`select 1 from session`.execute(tx);
      const opening = open('1.3.5');
      // It has changed assets and waits for sessions; now the older one wants to read assets.
      const waiting = sql`select 1 from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`;
      const count = async () => (await waiting.execute(older.db)).rows.length;
      await expect.poll(count, { timeout: 10_000 }).toBeGreaterThan(0);
      await sql`select 1 from asset`.execute(tx);
      return { opening };
    });
    const opened = await newer.opening;
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(opened.db);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(STEPS));
    await opened.close();
  });

  it('that does not let go of them is told of, without a stack', async () => {
    const told = await older.db.transaction().execute(async (tx) => {
      await sql`select 1 from session`.execute(tx);
      return migrate(older.db, older.engine, '1.3.5', 0).catch(explainStartFailure);
    });
    expect(told).toContain('others are using them');
    expect(told).not.toContain('    at ');
    await migrate(older.db, older.engine, '1.3.5', 0);
  });
});
