// On both engines: the steps of migrations.
// Two versions run side by side during an upgrade: what the older one reads and writes must stay as it knows it.
import { join } from 'node:path';

import { Kysely, type ColumnMetadata } from 'kysely';
import { afterEach, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { DatabaseLoad } from './database-load.ts';
import { postgresEngine, sqliteEngine } from './dialect.ts';
import { STEPS } from './migrate.ts';
import { postgresDialect, Silence } from './postgres-dialect.ts';
import { poolLimits } from './postgres-limits.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect, WriteCount } from './sqlite/sqlite-dialect.ts';
import type { Step } from './step.ts';

/**
 * The last step of the oldest version that may still run beside this one. It moves on with a release, and what a step
 * after it may not do can be done in the release after that.
 */
const OLDEST_BESIDE = '0039_node';

let place: TestDatabase | undefined;
afterEach(() => place?.remove());

type Columns = Map<string, Map<string, ColumnMetadata>>;

async function columnsOf(db: Kysely<Schema>): Promise<Columns> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [name, new Map(columns.map((column) => [column.name, column]))]),
  );
}

/** What a version that knows the tables as they were cannot live with, in words. */
function broken(before: Columns, after: Columns): string[] {
  const faults: string[] = [];
  for (const [table, columns] of before) {
    const now = after.get(table);
    if (!now) {
      faults.push(`${table} is gone`);
      continue;
    }
    for (const [name, old] of columns) {
      const column = now.get(name);
      if (!column) {
        faults.push(`${table}.${name} is gone`);
      } else if (column.dataType !== old.dataType) {
        faults.push(`${table}.${name} is ${column.dataType} and was ${old.dataType}`);
      } else if (old.isNullable && !column.isNullable) {
        faults.push(`${table}.${name} must not be null any more`);
      }
    }
    for (const [name, column] of now) {
      if (!columns.has(name) && !column.isNullable && !column.hasDefaultValue) {
        faults.push(`${table}.${name} is new and has to be given`);
      }
    }
  }
  return faults;
}

async function openEmpty() {
  place = await createTestDatabase();
  const { dataDir, databaseUrl } = place;
  const load = new DatabaseLoad();
  const dialect = databaseUrl
    ? postgresDialect({
        url: databaseUrl,
        limits: poolLimits().long,
        silence: new Silence(),
        load,
        onLost: () => undefined,
      })
    : sqliteDialect(join(dataDir, 'steps.db'), new WriteCount(), load);
  return { db: new Kysely<Schema>({ dialect }), engine: databaseUrl ? postgresEngine : sqliteEngine };
}

async function faultsOf(steps: Readonly<Record<string, Step>>): Promise<string[]> {
  const { db, engine } = await openEmpty();
  try {
    let before: Columns = new Map();
    for (const [name, step] of Object.entries(steps)) {
      await step(db as unknown as Kysely<never>, engine);
      if (name === OLDEST_BESIDE) {
        before = await columnsOf(db);
      }
    }
    expect(before.size).toBeGreaterThan(10);
    return broken(before, await columnsOf(db));
  } finally {
    await db.destroy();
  }
}

it('steps leave an older version that runs beside them all it knows', async () => {
  expect(await faultsOf(STEPS)).toEqual([]);
});

it('a step that takes something away, renames it or demands more is found', async () => {
  const rude: Step = async (db) => {
    await db.schema.alterTable('asset_use').renameTo('asset_usage').execute();
    await db.schema.alterTable('session').renameColumn('ip', 'address').execute();
    await db.schema.alterTable('session').dropColumn('width').execute();
    await db.schema
      .createTable('other')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .execute();
    await db.schema.dropTable('server_process').execute();
    await db.schema
      .createTable('server_process')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ended_at', 'bigint', (c) => c.notNull())
      .addColumn('colour', 'text', (c) => c.notNull())
      .execute();
  };
  const faults = await faultsOf({ ...STEPS, '9999_rude': rude });
  expect(faults).toEqual(
    expect.arrayContaining([
      'asset_use is gone',
      'session.ip is gone',
      'session.width is gone',
      'server_process.pid is gone',
      'server_process.ended_at must not be null any more',
      'server_process.colour is new and has to be given',
    ]),
  );
  expect(faults.filter((fault) => fault.includes('address'))).toEqual([
    'session.address is new and has to be given',
  ]);
});
