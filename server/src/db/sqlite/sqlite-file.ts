import Database from 'better-sqlite3';

import { makePrivateFile } from '../../kernel/private-files.ts';

/**
 * A SQLite file of its own, for what is derived and kept beside the database, whichever engine that is. To be opened
 * in a thread: its calls return when they are done.
 */
export type SqliteFile = Database.Database;

const BUSY_TIMEOUT_MS = 30_000;
const CACHE_KIB = 32 * 1024;

export function openSqliteFile(path: string, role: 'writer' | 'reader'): SqliteFile {
  makePrivateFile(path);
  const file = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  if (role === 'reader') {
    file.pragma('query_only = ON');
  } else {
    file.pragma('journal_mode = WAL');
    // A crash of the machine may lose the last transactions, each of them whole: what is derived is made again.
    file.pragma('synchronous = NORMAL');
  }
  file.pragma(`cache_size = -${CACHE_KIB}`);
  return file;
}
