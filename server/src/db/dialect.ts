import {
  sql,
  type Expression,
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import pg from 'pg';

import { PostgresUnreachable } from './postgres-dialect.ts';
import { SqliteError, WORKER_GONE } from './sqlite/worker-client.ts';

/** Everything in which the two engines differ. No other file may ask which one it is. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  isUniqueViolation(error: unknown): boolean;
  isForeignKeyViolation(error: unknown): boolean;
  /** The database gave the transaction up for the sake of another one; the same again may well succeed. */
  isConflict(error: unknown): boolean;
  /** Others may work on it at the same time. */
  readonly isShared: boolean;
  /** Has the statements of a transaction fail, as a conflict, that wait longer for what others use. */
  limitWaiting(tx: QueryExecutorProvider, ms: number): Promise<void>;
  /** Why the database could not serve, or undefined when the fault is ours. */
  outage(error: unknown): 'unavailable' | 'full' | undefined;
  /** Waits until no other transaction that called this is open: for what only one process may do at a time. */
  takeTurn(tx: QueryExecutorProvider, turn?: Turn): Promise<void>;
  /** The time as the database has it, in milliseconds, and so much later. All its servers share this clock. */
  now(plusMs?: number): RawBuilder<number>;
  /** To be called first in a transaction that reads much: all its reads see one moment. */
  freeze(tx: QueryExecutorProvider): Promise<void>;
  /** A trigram index that makes `contains` on these columns quick at any size. */
  createTextIndex(db: Kysely<never>, table: string, columns: readonly string[]): Promise<void>;
  /** Undoes it, for a step that makes it anew over other columns. */
  dropTextIndex(db: Kysely<never>, table: string, columns: readonly string[]): Promise<void>;
  /** True for rows whose column contains the text, whatever its case; wildcards in it are ordinary characters. */
  contains(table: string, column: string, text: string): Expression<SqlBool>;
  /** The same without the index: for the few rows that other conditions leave. */
  like(column: string, text: string): Expression<SqlBool>;
  /** True where the value is one of those a query answers; an index on it is used also beside another condition. */
  among(value: Expression<unknown>, query: RawBuilder<unknown>): Expression<SqlBool>;
  /** The texts of a group in one, comma-separated, in no order; null when there are none. */
  joined(column: string): RawBuilder<string | null>;
}

/** Rows for one insert: SQLite takes 32,766 values in a statement, and a table of ours has fewer than 30 columns. */
export const ROWS_PER_STATEMENT = 500;

/** What is done by one at a time; different things do not wait for each other. */
type Turn = 'general' | 'work-claims' | 'event-numbers' | 'legal-holds';
/** Names the locks of `takeTurn` among those of the database; any numbers that nobody else uses. */
const TURNS: Record<Turn, number> = {
  general: 7_234_561,
  'work-claims': 7_234_562,
  'event-numbers': 7_234_563,
  'legal-holds': 7_234_564,
};

/** A trigram index knows nothing shorter. */
const TRIGRAM = 3;

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function sqliteCode(error: unknown): string {
  return error instanceof SqliteError ? error.code : '';
}

function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

export const sqliteEngine: Engine = {
  name: 'sqlite',
  isUniqueViolation: (error) =>
    ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(sqliteCode(error)),
  isForeignKeyViolation: (error) => sqliteCode(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY',
  // A transaction has the writer from its beginning: there is nobody to be in conflict with.
  isConflict: () => false,
  isShared: false,
  limitWaiting: async () => undefined,
  outage(error) {
    const code = sqliteCode(error);
    if (code === 'SQLITE_FULL') {
      return 'full';
    }
    const down = code === WORKER_GONE || /^SQLITE_(IOERR|CANTOPEN|BUSY|READONLY|CORRUPT|NOTADB)/.test(code);
    return down ? 'unavailable' : undefined;
  },
  now: (plusMs = 0) => sql<number>`cast(unixepoch('subsec') * 1000 as integer) + ${plusMs}`,
  // A transaction has the writer to itself.
  takeTurn: async () => undefined,
  freeze: async () => undefined,
  async createTextIndex(db, table, columns) {
    // Rows of the index carry the rowid of the row they stand for. VACUUM may renumber rowids: never run it here.
    const index = sql.ref(`${table}_text`);
    const list = (prefix: string) => sql.join(columns.map((column) => sql.raw(`${prefix}"${column}"`)));
    await sql`create virtual table ${index} using fts5(${list('')}, content=${sql.lit(table)}, tokenize='trigram')`.execute(
      db,
    );
    const add = sql`insert into ${index}(rowid, ${list('')}) values (new.rowid, ${list('new.')})`;
    const remove = sql`insert into ${index}(${index}, rowid, ${list('')}) values ('delete', old.rowid, ${list('old.')})`;
    const trigger = (name: string, when: RawBuilder<unknown>, body: RawBuilder<unknown>) =>
      sql`create trigger ${sql.ref(`${table}_text_${name}`)} after ${when} on ${sql.ref(table)} begin ${body}; end`.execute(
        db,
      );
    await trigger('insert', sql`insert`, add);
    await trigger('delete', sql`delete`, remove);
    await trigger('update', sql`update of ${list('')}`, sql`${remove}; ${add}`);
    await sql`insert into ${index}(${index}) values ('rebuild')`.execute(db);
  },
  async dropTextIndex(db, table) {
    for (const name of ['insert', 'delete', 'update']) {
      await sql`drop trigger ${sql.ref(`${table}_text_${name}`)}`.execute(db);
    }
    await sql`drop table ${sql.ref(`${table}_text`)}`.execute(db);
  },
  like: (column, text) => sql<SqlBool>`${sql.ref(column)} like ${likePattern(text)} escape '\\'`,
  contains(table, column, text) {
    if ([...text].length < TRIGRAM) {
      return sqliteEngine.like(`${table}.${column}`, text);
    }
    const index = sql.ref(`${table}_text`);
    const phrase = `"${column}" : "${text.replaceAll('"', '""')}"`;
    return sql<SqlBool>`${sql.ref(table)}.rowid in (select rowid from ${index} where ${index} match ${phrase})`;
  },
  among: (value, query) => sql<SqlBool>`${value} in (${query})`,
  joined: (column) => sql<string | null>`group_concat(${sql.ref(column)}, ',')`,
};

export const postgresEngine: Engine = {
  name: 'postgres',
  isUniqueViolation: (error) => sqlState(error) === '23505',
  isForeignKeyViolation: (error) => ['23503', '23001'].includes(sqlState(error)),
  isConflict: (error) => ['40P01', '40001', '55P03'].includes(sqlState(error)),
  isShared: true,
  limitWaiting: async (tx, ms) => {
    await sql`set local lock_timeout = ${sql.lit(ms)}`.execute(tx);
  },
  outage(error) {
    const state = sqlState(error);
    if (state === '53100') {
      return 'full';
    }
    // 57014: it took longer than a statement may. 25P03: we did, in the middle of a transaction.
    const down = error instanceof PostgresUnreachable || /^(08|40|53|57P|58|57014|25P03)/.test(state);
    return down ? 'unavailable' : undefined;
  },
  async takeTurn(tx, turn = 'general') {
    await sql`select pg_advisory_xact_lock(${sql.lit(TURNS[turn])})`.execute(tx);
  },
  now: (plusMs = 0) =>
    sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint) + cast(${plusMs} as bigint)`,
  async freeze(tx) {
    await sql`set transaction isolation level repeatable read`.execute(tx);
  },
  async createTextIndex(db, table, columns) {
    await sql`create extension if not exists pg_trgm`.execute(db);
    for (const column of columns) {
      const name = sql.ref(`${table}_${column}_text`);
      await sql`create index ${name} on ${sql.ref(table)} using gin (${sql.ref(column)} gin_trgm_ops)`.execute(
        db,
      );
    }
  },
  async dropTextIndex(db, table, columns) {
    for (const column of columns) {
      await sql`drop index ${sql.ref(`${table}_${column}_text`)}`.execute(db);
    }
  },
  like: (column, text) => sql<SqlBool>`${sql.ref(column)} ilike ${likePattern(text)} escape '\\'`,
  contains: (table, column, text) => postgresEngine.like(`${table}.${column}`, text),
  // As an array it is read first, and an index can be asked for it; `in` would filter every row of the table.
  among: (value, query) => sql<SqlBool>`${value} = any(array(${query}))`,
  joined: (column) => sql<string | null>`string_agg(${sql.ref(column)}, ',')`,
};
