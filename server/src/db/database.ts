import path from 'node:path';

import { Kysely, sql, type Transaction } from 'kysely';

import { AppError } from '../kernel/app-error.ts';
import type { Logger } from '../kernel/logger.ts';
import { makePrivateFile } from '../kernel/private-files.ts';
import { DatabaseLoad } from './database-load.ts';
import { postgresEngine, sqliteEngine, type Engine } from './dialect.ts';
import { migrate } from './migrate.ts';
import { hasTables, NoInstallationError } from './no-installation.ts';
import { postgresDialect, PostgresUnreachable, Silence } from './postgres-dialect.ts';
import { poolLimits, type DatabaseLimits } from './postgres-limits.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect, WriteCount } from './sqlite/sqlite-dialect.ts';
import { copyBeforeUpgrade } from './upgrade-copy.ts';

/** An open transaction, handed through services as an opaque value. */
export type Tx = Transaction<Schema>;
export type Db = Kysely<Schema>;

export interface Database {
  readonly db: Db;
  /**
   * For what must not wait behind everything else: leases, and whether the database answers at all. It has connections of
   * its own where there are connections, and little time: short statements only.
   */
  readonly urgent: Db;
  readonly engine: Engine;
  /**
   * Runs the work in one transaction: all of it happens, or none. Keep it short and off the network. It is run again when
   * the database gave it up for the sake of another transaction, so it must change nothing but the database.
   */
  transact<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** The same for work of which one statement may take minutes, such as one that empties a table. */
  transactLong<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
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
  /** Refuses a database that is empty, instead of making tables there. */
  mustExist?: boolean | undefined;
  /** Changes the tables of an older version without a copy of them. */
  skipsUpgradeCopy?: boolean | undefined;
  /** Where they are not those of the product. */
  databaseLimits?: Partial<DatabaseLimits> | undefined;
}

/** Ways to one database, which may be one way. */
interface Ways {
  db: Db;
  urgent: Db;
  long: Db;
}

/** Opens the configured engine and brings its tables up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const engine = options.databaseUrl ? postgresEngine : sqliteEngine;
  const writes = new WriteCount();
  const load = new DatabaseLoad();
  const ways = options.databaseUrl
    ? openPostgres({ ...options, url: options.databaseUrl, load })
    : openSqlite(options.dataDir, writes, load);
  const close = async () => {
    await Promise.all([...new Set(Object.values(ways) as Db[])].map((way) => way.destroy()));
  };
  try {
    if (options.mustExist && !(await hasTables(ways.long))) {
      throw new NoInstallationError(options.dataDir, options.databaseUrl);
    }
    const steps = await migrate(ways.long, engine, options.version, undefined, (upgrade) =>
      copyBeforeUpgrade(upgrade, engine, options),
    );
    if (steps.length > 0) {
      options.logger.info({ steps, version: options.version }, 'the tables were brought up to date');
    }
  } catch (error) {
    await close().catch(() => undefined); // The first error is the one worth telling.
    throw error;
  }
  const committed = new WeakMap<Tx, (() => void)[]>();
  const transactOn = async <Result>(way: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    const { result, tell } = await retryOnConflict(engine, async () => {
      const tell: (() => void)[] = [];
      const result = await way.transaction().execute((tx) => {
        committed.set(tx, tell);
        return work(tx);
      });
      return { result, tell };
    });
    for (const one of tell) {
      one();
    }
    return result;
  };
  return {
    db: ways.db,
    urgent: ways.urgent,
    engine,
    load,
    ...(!options.databaseUrl && { writes: () => writes.value }),
    transact: (work) => transactOn(ways.db, work),
    transactLong: (work) => transactOn(ways.long, work),
    afterCommit: (tx, tell) => {
      committed.get(tx)?.push(tell);
    },
    ping: async () => {
      await sql`select 1`.execute(ways.urgent);
    },
    close,
  };
}

function openSqlite(dataDir: string, writes: WriteCount, load: DatabaseLoad): Ways {
  const file = path.join(dataDir, 'jadegate.db');
  makePrivateFile(file);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file, writes, load) });
  return { db, urgent: db, long: db };
}

function openPostgres({
  url,
  load,
  logger,
  databaseLimits,
}: DatabaseOptions & { url: string; load: DatabaseLoad }): Ways {
  const silence = new Silence();
  const onLost = (error: Error) => {
    const err = new PostgresUnreachable(error.message, { cause: error });
    logger.warn({ err }, 'a PostgreSQL connection was lost');
  };
  const { usual, urgent, long } = poolLimits(databaseLimits);
  const way = (limits: typeof usual) =>
    new Kysely<Schema>({ dialect: postgresDialect({ url, limits, silence, load, onLost }) });
  return { db: way(usual), urgent: way(urgent), long: way(long) };
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
