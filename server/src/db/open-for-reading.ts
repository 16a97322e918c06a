import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

import SqliteDatabase from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';

import { SECOND_MS } from '../kernel/clock.ts';
import { DatabaseLoad } from './database-load.ts';
import type { Database, Db } from './database.ts';
import { postgresEngine, sqliteEngine } from './dialect.ts';
import { STEPS } from './migrate.ts';
import { NewerDatabaseError, refuseNewer } from './newer-database.ts';
import { hasTables, NoInstallationError } from './no-installation.ts';
import { postgresDialect, Silence } from './postgres-dialect.ts';
import { poolLimits } from './postgres-limits.ts';
import type { Schema } from './schema.ts';

const BUSY_MS = 5 * SECOND_MS;

export type ReadDatabase = Pick<Database, 'db' | 'engine' | 'close'>;

interface Place {
  dataDir: string;
  databaseUrl?: string | undefined;
}

/** The database as it is, beside whoever works on it: nothing is made, migrated or written. */
export async function openForReading({ dataDir, databaseUrl }: Place): Promise<ReadDatabase> {
  const file = path.join(dataDir, 'jadegate.db');
  if (databaseUrl === undefined && !existsSync(file)) {
    throw new NoInstallationError(dataDir, databaseUrl);
  }
  const dialect =
    databaseUrl === undefined
      ? new SqliteDialect({ database: new SqliteDatabase(file, { readonly: true, timeout: BUSY_MS }) })
      : postgresDialect({
          url: databaseUrl,
          limits: poolLimits().urgent,
          silence: new Silence(),
          load: new DatabaseLoad(),
          onLost: () => undefined,
        });
  const db: Db = new Kysely<Schema>({ dialect });
  const close = () => db.destroy();
  try {
    if (!(await hasTables(db))) {
      throw new NoInstallationError(dataDir, databaseUrl);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { db, engine: databaseUrl === undefined ? sqliteEngine : postgresEngine, close };
}

interface DatabaseFacts {
  /** Of the engine. */
  engineVersion: string;
  /** How far its clock is before ours. */
  aheadMs: number;
  /** Steps that the next start of this version takes. */
  missing: number;
  /** The version of the product that changed the tables last. */
  writtenBy: string | undefined;
  isNewer: boolean;
  /** What the account or the file does not let us do, in words. */
  lacks: string[];
}

export async function readDatabaseFacts(
  { db, engine }: ReadDatabase,
  { dataDir, version }: Place & { version: string },
): Promise<DatabaseFacts> {
  const askedAt = Date.now();
  const { now } = await db.selectNoFrom(engine.now().as('now')).executeTakeFirstOrThrow();
  const ownNow = (askedAt + Date.now()) / 2;
  const steps = Object.keys(STEPS);
  const state = await refuseNewer(db, steps, version).catch((error: unknown) => {
    if (error instanceof NewerDatabaseError) {
      return undefined;
    }
    throw error;
  });
  return {
    engineVersion: await engineVersion(db, engine.isShared),
    aheadMs: now - ownNow,
    missing: state ? steps.filter((name) => !state.taken.has(name)).length : 0,
    writtenBy: state?.writtenBy,
    isNewer: state === undefined,
    lacks: engine.isShared ? await missingRights(db) : unwritable(path.join(dataDir, 'jadegate.db')),
  };
}

async function engineVersion(db: Db, isPostgres: boolean): Promise<string> {
  const asked = isPostgres
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`;
  const { rows } = await asked.execute(db);
  return `${isPostgres ? 'PostgreSQL' : 'SQLite'} ${rows[0]?.version ?? '?'}`;
}

async function missingRights(db: Db): Promise<string[]> {
  const { rows } = await sql<{ creates: boolean; is_replica: boolean; foreign_tables: number }>`
    select has_schema_privilege(current_user, current_schema(), 'create') as creates,
      pg_is_in_recovery() as is_replica,
      (select count(*)::int from pg_tables where schemaname = current_schema()
        and not pg_has_role(current_user, tableowner, 'member')) as foreign_tables`.execute(db);
  const [found] = rows;
  return [
    ...(found?.creates ? [] : ['to create tables']),
    ...(found?.is_replica ? ['to write: this is a replica'] : []),
    ...(found?.foreign_tables ? [`to change ${found.foreign_tables} tables that others own`] : []),
  ];
}

function unwritable(file: string): string[] {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return [];
  } catch {
    return [`to write ${file}`];
  }
}
