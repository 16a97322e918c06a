import Database from 'better-sqlite3';

import {
  isPlainName,
  MOST_COUNTED,
  MOST_TABLES,
  refuseOddNames,
  type ForeignPage,
  type ForeignTable,
  type FoundTable,
} from './foreign-database.ts';

export type ForeignSqliteRequest =
  | { kind: 'open' }
  | { kind: 'has'; table: string }
  | { kind: 'tables' }
  | { kind: 'page'; table: ForeignTable; after: number };

export interface ForeignSqlitePage extends ForeignPage {
  /** Where the next page goes on; undefined after the last. */
  next: number | undefined;
}

export type ForeignSqliteAnswer =
  | { ok: true; has?: boolean; tables?: FoundTable[]; page?: ForeignSqlitePage }
  | { ok: false; reason: 'damaged' | 'unsafe' };

const PAGE_ROWS = 500;
/** A page ends here, however few rows it has. */
const PAGE_BYTES = 8_000_000;
const ROWID = '_rowid_';

class Unsafe extends Error {}

interface Column {
  name: string;
  hidden: number;
}

/**
 * In the thread: answers about a copy of somebody's database, in which anything may stand. Only plain tables are read, by
 * names that are ours; nothing in the file is run: no view, no trigger, no reckoned column, no virtual table.
 */
export function answerForeignSqlite(path: string): (request: ForeignSqliteRequest) => ForeignSqliteAnswer {
  let database: Database.Database | undefined;
  const open = () => {
    if (!database) {
      database = new Database(path, { readonly: true });
      database.pragma('trusted_schema = OFF');
      database.pragma('cell_size_check = ON');
      database.pragma('ignore_check_constraints = ON');
      if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') {
        throw new Error('quick_check');
      }
    }
    return database;
  };
  return (request) => {
    try {
      switch (request.kind) {
        case 'open':
          open();
          return { ok: true };
        case 'has':
          return { ok: true, has: isTable(open(), request.table) };
        case 'tables':
          return { ok: true, tables: listTables(open()) };
        case 'page':
          return { ok: true, page: readPage(open(), request.table, request.after) };
      }
    } catch (error) {
      return { ok: false, reason: error instanceof Unsafe ? 'unsafe' : 'damaged' };
    }
  };
}

/** With how many rows each has; of what is no plain table, or has an odd name, only that it is there. */
function listTables(database: Database.Database): FoundTable[] {
  const names = database
    .prepare<[number], { name: string; isPlain: number }>(
      `select name, sql like 'create table%' as isPlain from sqlite_master
        where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by name limit ?`,
    )
    .all(MOST_TABLES);
  return names.map(({ name, isPlain }) => {
    if (isPlain !== 1 || !isPlainName(name)) {
      return { name, columns: [], rows: undefined };
    }
    const columns = (database.pragma(`table_xinfo("${name}")`) as Column[]).map((column) => column.name);
    const rows = database
      .prepare<[], number>(`select count(*) from (select 1 from "${name}" limit ${MOST_COUNTED})`)
      .pluck()
      .get();
    return { name, columns, rows };
  });
}

function isTable(database: Database.Database, table: string): boolean {
  const found = database
    .prepare<[string], { type: string; sql: string | null }>(
      'select type, sql from sqlite_master where name = ?',
    )
    .get(table);
  if (!found) {
    return false;
  }
  if (found.type !== 'table' || !/^\s*create\s+table/i.test(found.sql ?? '')) {
    throw new Unsafe();
  }
  return true;
}

function columnsThere(database: Database.Database, { name: table, columns }: ForeignTable): string[] {
  const there = database.pragma(`table_xinfo("${table}")`) as Column[];
  if (there.some(({ name, hidden }) => hidden !== 0 || name.toLowerCase() === ROWID)) {
    throw new Unsafe();
  }
  // A version before may not have all of them.
  return columns.filter((wanted) => there.some(({ name }) => name.toLowerCase() === wanted));
}

function readPage(database: Database.Database, table: ForeignTable, after: number): ForeignSqlitePage {
  refuseOddNames(table);
  const { name, mostRowBytes } = table;
  if (!isTable(database, name)) {
    throw new Unsafe();
  }
  const columns = columnsThere(database, table);
  // Sizes are looked up without reading what is so large.
  const bytes = columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(' + ') || '0';
  const list = columns.map((column) => `"${column}"`).join(', ');
  const rows: Record<string, unknown>[] = [];
  let read = 0;
  let last = after;
  let isMore = false;
  const statement = database.prepare<[number, number], Record<string, unknown>>(
    `select ${ROWID} as "#", ${bytes} as "#bytes", ${list} from "${name}"
      where ${ROWID} > ? and ${bytes} <= ${mostRowBytes} order by ${ROWID} limit ?`,
  );
  for (const { '#': rowid, '#bytes': size, ...row } of statement.iterate(after, PAGE_ROWS)) {
    rows.push(row);
    read += Number(size);
    last = Number(rowid);
    if (rows.length === PAGE_ROWS || read >= PAGE_BYTES) {
      isMore = true;
      break;
    }
  }
  const tooLarge = isMore
    ? 0
    : (database
        .prepare<[], number>(`select count(*) from "${name}" where ${bytes} > ${mostRowBytes}`)
        .pluck()
        .get() ?? 0);
  return { rows, tooLarge, next: isMore ? last : undefined };
}
