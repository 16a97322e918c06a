import path from 'node:path';

import { Kysely, sql, type Transaction } from 'kysely';

import { AppError } from '../kernel/app-error.ts';
import type { Logger } from '../kernel/logger.ts';
import { makePrivateFile } from '../kernel/private-files.ts';
import { againOnConflict } from './again-on-conflict.ts';
import { DatabaseLoad } from './database-load.ts';
import { postgresEngine, sqliteEngine, type Engine } from './dialect.ts';
import { migrate } from './migrate.ts';
import { postgresDialect } from './postgres-dialect.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect, WriteCount } from './sqlite/sqlite-dialect.ts';

/** An open transaction, handed through services as an opaque value. */
export type Tx = Transaction<Schema>;
export type Db = Kysely<Schema>;

export interface Database {
  readonly db: Db;
  readonly engine: Engine;
  /**
   * Runs the work in one transaction: all of it happens, or none. Keep it short and off the network. It is run again when
   * the database gave it up for the sake of another transaction, so it must change nothing but the database.
   */
  transact<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Calls back once the transaction has been committed; not at all when it is not. */
  afterCommit(tx: Tx, tell: () => void): void;
  /** A number that no write of this process leaves as it was. Absent where other servers write too. */
  readonly writes?: () => number;
  /** How busy it is, for whoever measures. */
  readonly load: DatabaseLoad;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Of the product: who finds a database that is too new for it is told which version made it so. */
  version: string;
  logger: Logger;
}

/** Opens the configured engine and brings its tables up to date. */
export async function openDatabase({
  dataDir,
  databaseUrl,
  version,
  logger,
}: DatabaseOptions): Promise<Database> {
  const engine = databaseUrl ? postgresEngine : sqliteEngine;
  const writes = new WriteCount();
  const load = new DatabaseLoad();
  const db = new Kysely<Schema>({
    dialect: databaseUrl ? postgres(databaseUrl, load, logger) : sqlite(dataDir, writes, load),
  });
  try {
    await migrate(db, engine, version);
  } catch (error) {
    await db.destroy().catch(() => undefined); // The first error is the one worth telling.
    throw error;
  }
  const committed = new WeakMap<Tx, (() => void)[]>();
  return {
    db,
    engine,
    load,
    ...(!databaseUrl && { writes: () => writes.value }),
    transact: async (work) => {
      const { result, tell } = await againOnConflict(engine, async () => {
        const tell: (() => void)[] = [];
        const result = await db.transaction().execute((tx) => {
          committed.set(tx, tell);
          return work(tx);
        });
        return { result, tell };
      });
      for (const one of tell) {
        one();
      }
      return result;
    },
    afterCommit: (tx, tell) => {
      committed.get(tx)?.push(tell);
    },
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}

function sqlite(dataDir: string, writes: WriteCount, load: DatabaseLoad) {
  const file = path.join(dataDir, 'jadegate.db');
  makePrivateFile(file);
  return sqliteDialect(file, writes, load);
}

function postgres(url: string, load: DatabaseLoad, logger: Logger) {
  return postgresDialect(url, load, (error) =>
    logger.warn({ err: error }, 'a PostgreSQL connection was lost'),
  );
}

/** The sentence for a person when the database itself is in trouble; undefined when the fault is ours. */
export function outageError(engine: Engine, error: unknown): AppError | undefined {
  const outage = engine.outage(error);
  return (
    outage && new AppError(outage === 'full' ? 'database.full' : 'database.unavailable', { cause: error })
  );
}

/** Runs the work; a unique constraint that it meets becomes the caller's own error. */
export async function refusingTaken<Result>(
  { engine }: Database,
  refusal: (cause: unknown) => AppError,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw engine.isUniqueViolation(error) ? refusal(error) : error;
  }
}
