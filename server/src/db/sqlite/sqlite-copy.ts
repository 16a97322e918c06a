import Database from 'better-sqlite3';

import { runThread } from '../../kernel/thread-task.ts';

export interface CopyTask {
  file: string;
  to: string;
}

/** Of each step, between which the thread can be ended. */
const PAGES = 2000;

/**
 * A copy of a database in use, as it was at one moment: SQLite's own online backup. In a thread, because whoever is served by
 * this process would wait for the disk: the last step writes out what is not there yet, all of it.
 */
export function copySqlite(task: CopyTask, signal?: AbortSignal): Promise<void> {
  return runThread(import.meta.url, './sqlite-copy.thread', task, { signal });
}

/** In the thread. */
export async function copyHere({ file, to }: CopyTask): Promise<void> {
  const source = new Database(file, { readonly: true, timeout: 30_000 });
  try {
    // What others write meanwhile would make the copy begin anew; what is read here stays as it is.
    source.exec('begin');
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(to, { progress: () => PAGES });
  } finally {
    source.close();
  }
}

/** The version that changed the tables of a copy last; undefined before versions were written down. */
export function writtenVersion(file: string): string | undefined {
  const copy = new Database(file, { readonly: true });
  try {
    const tables = copy.prepare("select 1 from sqlite_master where name = 'database_version'").all();
    return tables.length === 0
      ? undefined
      : copy.prepare<[], string>('select version from database_version').pluck().get();
  } finally {
    copy.close();
  }
}

export interface DatabaseFinding {
  isWhole: boolean;
  /** Rows by table. */
  rows: Record<string, number>;
}

/** Opens a copy and reads all of it. */
export function inspectSqlite(file: string): DatabaseFinding {
  const copy = new Database(file, { readonly: true });
  try {
    const isWhole = copy.pragma('integrity_check', { simple: true }) === 'ok';
    const names = copy
      .prepare<[], string>(
        "select name from sqlite_master where type = 'table' and sql not like 'create virtual%'",
      )
      .pluck()
      .all();
    const count = (name: string) =>
      copy.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0;
    return { isWhole, rows: Object.fromEntries(names.map((name) => [name, count(name)])) };
  } finally {
    copy.close();
  }
}
