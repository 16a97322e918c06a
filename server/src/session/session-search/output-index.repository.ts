import { openSqliteFile, type SqliteFile } from '../../db/sqlite/sqlite-file.ts';
import type { SavedTextLines } from '../../recorders/terminal/text-lines.ts';
import { fold, CharacterPairs } from './fold.ts';
import { BLOCKS_PER_PAGE, blocksOf, packPage, type PageLine } from './output-page.ts';

/** Another form of the file: it is made anew from the recordings. */
const VERSION = 1;

/**
 * What terminals printed, to be found by any part of it. A file of its own beside the recordings it is made from:
 * nothing is lost with it, the database does not grow by it, and its one writer stands in nobody's way.
 *
 * The index knows which blocks have which three characters in a row, and which pages have which two; the text itself
 * lies packed in pages, to be looked at before anything is called a hit.
 */
const TABLES = `
create table session (
  key integer primary key autoincrement,
  id text not null unique,
  user_name text not null,
  asset_name text not null,
  started_at integer not null,
  segments integer not null,
  is_done integer not null,
  pages integer not null,
  state text not null
);
create table page (
  id integer primary key autoincrement,
  session integer not null,
  body blob not null
);
create index page_session_ix on page (session, id);
create virtual table gram using fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1');
create virtual table pair using fts5(text, content='', contentless_delete=1, detail=none, tokenize='ascii');
insert into gram(gram, rank) values ('hashsize', 33554432);
insert into pair(pair, rank) values ('hashsize', 8388608);
`;

/** How to go on after the last segment that is indexed. */
interface IndexState {
  lines: SavedTextLines;
  tail: string;
}

interface IndexedSession {
  key: number;
  segments: number;
  isDone: boolean;
  state: IndexState | undefined;
}

interface SessionNames {
  id: string;
  userName: string;
  assetName: string;
  startedAt: number;
}

export function openIndexFile(file: string, role: 'writer' | 'reader'): SqliteFile {
  const db = openSqliteFile(file, role);
  if (role === 'writer') {
    makeTables(db);
  }
  return db;
}

function makeTables(db: SqliteFile): void {
  db.transaction(() => {
    if (db.pragma('user_version', { simple: true }) === VERSION) {
      return;
    }
    for (const name of ['session', 'page', 'gram', 'pair']) {
      db.exec(`drop table if exists ${name}`);
    }
    db.exec(TABLES);
    db.pragma(`user_version = ${VERSION}`);
  }).immediate();
}

function statementsOf(db: SqliteFile) {
  return {
    page: db.prepare<[number, Buffer]>('insert into page (session, body) values (?, ?)'),
    gram: db.prepare<[number, string]>('insert into gram (rowid, text) values (?, ?)'),
    pair: db.prepare<[number, string]>('insert into pair (rowid, text) values (?, ?)'),
    count: db.prepare<[number]>('update session set pages = pages + 1 where key = ?'),
  };
}

/** The writing side. Callers put a transaction around it. */
export class OutputIndexRepository {
  readonly #db: SqliteFile;
  readonly #pairs = new CharacterPairs();
  #adding: ReturnType<typeof statementsOf> | undefined;

  constructor(db: SqliteFile) {
    this.#db = db;
  }

  begin(): void {
    this.#db.exec('begin immediate');
  }

  commit(): void {
    this.#db.exec('commit');
  }

  rollback(): void {
    if (this.#db.inTransaction) {
      this.#db.exec('rollback');
    }
  }

  /** Bytes in use. The file itself does not shrink; what was removed leaves room in it. */
  size(): number {
    const number = (name: string) => Number(this.#db.pragma(name, { simple: true }));
    return (number('page_count') - number('freelist_count')) * number('page_size');
  }

  open({ id, userName, assetName, startedAt }: SessionNames): IndexedSession {
    this.#db
      .prepare(
        `insert into session (id, user_name, asset_name, started_at, segments, is_done, pages, state)
         values (?, ?, ?, ?, 0, 0, 0, '') on conflict (id) do nothing`,
      )
      .run(id, userName, assetName, startedAt);
    const row = this.#db
      .prepare<[string], { key: number; segments: number; is_done: number; state: string }>(
        'select key, segments, is_done, state from session where id = ?',
      )
      .get(id);
    if (!row) {
      throw new Error('the session was not stored');
    }
    return {
      key: row.key,
      segments: row.segments,
      isDone: row.is_done === 1,
      state: row.state === '' ? undefined : (JSON.parse(row.state) as IndexState),
    };
  }

  addPage(session: number, lines: readonly PageLine[]): void {
    const { page, gram, pair, count } = (this.#adding ??= statementsOf(this.#db));
    const { lastInsertRowid } = page.run(session, packPage(lines));
    const id = Number(lastInsertRowid);
    const blocks = blocksOf(lines).map(fold);
    for (const [index, block] of blocks.entries()) {
      gram.run(id * BLOCKS_PER_PAGE + index, block);
    }
    pair.run(id, this.#pairs.of(blocks.join('')));
    count.run(session);
  }

  /** So far the session is indexed, and this is how to go on. */
  mark(session: number, segments: number, state: IndexState | undefined): void {
    this.#db
      .prepare('update session set segments = ?, is_done = ?, state = ? where key = ?')
      .run(segments, state ? 0 : 1, state ? JSON.stringify(state) : '', session);
  }

  /** Of these sessions, those that are not indexed to their end. */
  listUnfinished(ids: readonly string[]): string[] {
    const isDone = this.#db.prepare<[string], { done: number }>(
      'select 1 as done from session where id = ? and is_done = 1',
    );
    return ids.filter((id) => !isDone.get(id));
  }

  listIds(after: string, limit: number): string[] {
    return this.#db
      .prepare<[string, number], { id: string }>('select id from session where id > ? order by id limit ?')
      .all(after, limit)
      .map(({ id }) => id);
  }

  remove(id: string): void {
    const session = this.#db
      .prepare<[string], { key: number }>('select key from session where id = ?')
      .get(id);
    if (!session) {
      return;
    }
    const pages = this.#db
      .prepare<[number], { id: number }>('select id from page where session = ?')
      .all(session.key);
    const removeBlocks = this.#db.prepare('delete from gram where rowid = ?');
    const removePair = this.#db.prepare('delete from pair where rowid = ?');
    for (const page of pages) {
      for (let block = 0; block < BLOCKS_PER_PAGE; block++) {
        removeBlocks.run(page.id * BLOCKS_PER_PAGE + block);
      }
      removePair.run(page.id);
    }
    this.#db.prepare('delete from page where session = ?').run(session.key);
    this.#db.prepare('delete from session where key = ?').run(session.key);
  }

  clear(): void {
    this.#db.pragma('user_version = 0');
    makeTables(this.#db);
  }
}
