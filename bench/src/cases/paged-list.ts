import type Database from 'better-sqlite3';

import { ListStage } from '../list-stage.ts';
import { perSecond, type Case, type Suite } from '../ratio.ts';

const ROWS = 100_000;
const DURATION_MS = 1500;
/** Each answer within three times of the same SQL run directly. */
const AT_LEAST = 1 / 3;
/** Its SQL takes a quarter of a millisecond; a request through HTTP, login and a thread takes one whatever it asks. */
const FIRST_AT_LEAST = 1 / 5;
const FILTERS = ['', 'name 0424'];

/**
 * The credential list of 100,000 rows: through HTTP, login, access check, worker threads and back, against the same SQL
 * run directly: by better-sqlite3 in this process, on the same file, rows as objects. Both one at a time.
 */
export async function pagedList(): Promise<Suite> {
  const stage = await ListStage.start();
  const { database } = stage;
  fill(database);
  const path = (filter: string) => `/credentials/paging?pageSize=20&name=${encodeURIComponent(filter)}`;
  await stage.warmUp(FILTERS.map(path));
  const page = (filter: string): Case => ({
    name: filter === '' ? 'first page of 100,000 credentials' : 'a search in 100,000 credentials',
    unit: 'lists/s',
    baseline: { name: 'SQL alone', run: () => perSecond(DURATION_MS, () => sqlAlone(database, filter)) },
    candidate: {
      name: 'through the product',
      run: () => perSecond(DURATION_MS, () => stage.ask(path(filter))),
    },
    atLeast: filter === '' ? FIRST_AT_LEAST : AT_LEAST,
  });
  return { cases: FILTERS.map(page), close: () => stage.close() };
}

function sqlAlone(database: Database.Database, filter: string): void {
  const where =
    filter === ''
      ? ''
      : 'where credential.rowid in (select rowid from credential_text where credential_text match ?)';
  const values = filter === '' ? [] : [`"name" : "${filter}"`];
  database.prepare(`select count(*) from credential ${where}`).all(...values);
  database
    .prepare(
      `select credential.*, user.nickname, (select count(*) from asset where asset.credential_id = credential.id) as assets
       from credential left join user on user.id = credential.owner_id ${where}
       order by credential.created_at desc, credential.id desc limit 20`,
    )
    .all(...values);
}

function fill(database: Database.Database): void {
  const insert = database.prepare(
    `insert into credential (id, name, type, username, owner_id, key_type, fingerprint, public_key, created_at, updated_at)
     values (?, ?, 'custom', 'root', 'abcdefghijklmnopqrstuvwxyz', '', '', '', ?, ?)`,
  );
  database.transaction(() => {
    for (let row = 0; row < ROWS; row++) {
      insert.run(`id-${row}`, `name ${String(row).padStart(6, '0')}`, row, row);
    }
  })();
}
