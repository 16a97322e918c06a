import type Database from 'better-sqlite3';

import { ListStage } from '../list-stage.ts';
import { perSecond, type Case, type Suite } from '../ratio.ts';

const ROWS = 100_000;
const PAGE_SIZE = 20;
const DURATION_MS = 1500;
/** Each answer within three times of the same SQL run directly. */
const AT_LEAST = 1 / 3;
/** Its SQL takes a third of a millisecond; a request through HTTP, login and a thread takes one whatever it asks. */
const FIRST_AT_LEAST = 1 / 5;

interface Asked {
  name: string;
  pageIndex: number;
  filter: string;
}

const FIRST: Asked = { name: 'first page of 100,000 users', pageIndex: 1, filter: '' };
const SEARCH: Asked = { name: 'a search in 100,000 users', pageIndex: 1, filter: 'person 0424' };
const LAST: Asked = { name: 'last page of 100,000 users', pageIndex: ROWS / PAGE_SIZE, filter: '' };

/** The list of 100,000 people through HTTP against the same SQL alone. */
export async function userList(): Promise<Suite> {
  const stage = await ListStage.start();
  const { database } = stage;
  fill(database);
  const all = [FIRST, SEARCH, LAST];
  await stage.warmUp(all.map(pathOf));
  const against = (asked: Asked): Case => ({
    name: asked.name,
    unit: 'lists/s',
    baseline: { name: 'SQL alone', run: () => perSecond(DURATION_MS, () => sqlAlone(database, asked)) },
    candidate: {
      name: 'through the product',
      run: () => perSecond(DURATION_MS, () => stage.ask(pathOf(asked))),
    },
    atLeast: asked === FIRST ? FIRST_AT_LEAST : AT_LEAST,
  });
  return { cases: all.map(against), close: () => stage.close() };
}

function pathOf({ pageIndex, filter }: Asked): string {
  return `/users/paging?pageIndex=${pageIndex}&pageSize=${PAGE_SIZE}&nickname=${encodeURIComponent(filter)}`;
}

function sqlAlone(database: Database.Database, { pageIndex, filter }: Asked): void {
  const where =
    filter === '' ? '' : 'where user.rowid in (select rowid from user_text where user_text match ?)';
  const values = filter === '' ? [] : [`"nickname" : "${filter}"`];
  database.prepare(`select count(*) from user ${where}`).all(...values);
  database
    .prepare(
      `select user.*, exists (select 1 from login where login.user_id = user.id and login.expires_at > ?) as online
       from user ${where} order by user.created_at desc, user.id desc limit ? offset ?`,
    )
    .all(Date.now(), ...values, PAGE_SIZE, (pageIndex - 1) * PAGE_SIZE);
}

/** Copies of the administrator's row under other names, so that this need not know every column. */
function fill(database: Database.Database): void {
  const columns = (database.pragma('table_info(user)') as { name: string }[]).map(({ name }) => name);
  const own: Record<string, string> = {
    id: "'person-' || @n",
    username: "'person' || @n",
    username_key: "'person' || @n",
    nickname: "'person ' || @n",
    mail: "''",
    created_at: 'cast(@n as integer)',
  };
  const insert = database.prepare(
    `insert into user (${columns.join(', ')}) select ${columns.map((name) => own[name] ?? name).join(', ')}
     from user where username_key = 'admin'`,
  );
  database.transaction(() => {
    for (let row = 0; row < ROWS; row++) {
      insert.run({ n: String(row).padStart(6, '0') });
    }
  })();
}
