import { parentPort, workerData } from 'node:worker_threads';

import Database from 'better-sqlite3';

import type { WorkerAction, WorkerOptions, WorkerReply, WorkerRequest, WorkerRows } from './protocol.ts';

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

const prepared = new Map<string, Database.Statement>();

function prepare(sql: string): Database.Statement {
  const known = prepared.get(sql);
  if (known) {
    return known;
  }
  const [oldest] = prepared.keys();
  if (oldest !== undefined && prepared.size >= MAX_PREPARED) {
    prepared.delete(oldest);
  }
  const statement = database.prepare(sql);
  prepared.set(sql, statement);
  return statement;
}

const nothing: WorkerRows = { rows: [], changes: 0 };

function perform(action: WorkerAction): WorkerRows {
  switch (action.kind) {
    case 'query': {
      const statement = prepare(action.sql);
      if (statement.reader) {
        return { rows: statement.all(...action.parameters), changes: 0 };
      }
      return { rows: [], changes: statement.run(...action.parameters).changes };
    }
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
