import Database from 'better-sqlite3';

/** Of each step: short, because whoever is served by this process waits meanwhile. */
const PAGES = 200;

/** A copy of a database in use, as it was at one moment: SQLite's own online backup. */
export async function copySqlite(file: string, to: string): Promise<void> {
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
