import { parentPort, workerData } from 'node:worker_threads';

import Database from 'better-sqlite3';

import type {
  WorkerAction,
  WorkerOptions,
  WorkerQuery,
  WorkerReply,
  WorkerRequest,
  WorkerRows,
} from './protocol.ts';

/** One SQLite connection in its own thread, so that no query, however slow, stops the event loop. */
const MAX_PREPARED = 300;
const BUSY_TIMEOUT_MS = 5000;

const options = workerData as WorkerOptions;
const database = new Database(options.file, { timeout: BUSY_TIMEOUT_MS });
if (options.role === 'writer') {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
} else {
  database.pragma('query_only = ON');
}

interface Prepared {
  statement: Database.Statement;
  columns: readonly string[];
}

const prepared = new Map<string, Prepared>();

function prepare(sql: string): Prepared {
  const known = prepared.get(sql);
  if (known) {
    return known;
  }
  const [oldest] = prepared.keys();
  if (oldest !== undefined && prepared.size >= MAX_PREPARED) {
    prepared.delete(oldest);
  }
  const statement = database.prepare(sql);
  const made = statement.reader
    ? { statement: statement.raw(true), columns: columnsOf(statement) }
    : { statement, columns: [] };
  prepared.set(sql, made);
  return made;
}

function columnsOf(statement: Database.Statement): string[] {
  return statement.columns().map(({ name }) => name);
}

/** Tables change in migrations only; what was prepared before one may name columns that are gone. */
const CHANGES_TABLES = /^\s*(alter|create|drop)\b/i;

const nothing: WorkerRows = { columns: [], values: [], changes: 0 };

function query({ sql, parameters, onlyReads }: WorkerQuery): WorkerRows {
  const { statement, columns } = prepare(sql);
  if (onlyReads && !(statement.readonly && statement.reader)) {
    return { ...nothing, isWrite: true };
  }
  if (!statement.reader) {
    const { changes } = statement.run(...parameters);
    if (CHANGES_TABLES.test(sql)) {
      prepared.clear();
    }
    return { ...nothing, changes };
  }
  const values = statement.all(...parameters) as unknown[][];
  // Another thread's migration may have widened a table under a statement of this one.
  const isStale = values[0] !== undefined && values[0].length !== columns.length;
  return { columns: isStale ? columnsOf(statement) : columns, values, changes: 0 };
}

function perform(action: WorkerAction): WorkerRows {
  switch (action.kind) {
    case 'query':
      return query(action);
    case 'begin':
      database.exec('BEGIN IMMEDIATE');
      return nothing;
    case 'commit':
      database.exec('COMMIT');
      return nothing;
    case 'rollback':
      // SQLite may have rolled back by itself, for instance when the disk was full.
      if (database.inTransaction) {
        database.exec('ROLLBACK');
      }
      return nothing;
    case 'close':
      database.close();
      return nothing;
  }
}

function answer({ id, action }: WorkerRequest): WorkerReply {
  try {
    return { id, result: perform(action) };
  } catch (error) {
    const code = error instanceof Database.SqliteError ? error.code : 'SQLITE_ERROR';
    return { id, error: { message: error instanceof Error ? error.message : String(error), code } };
  }
}

parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage(answer(request));
});
