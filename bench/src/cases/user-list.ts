import { join } from 'node:path';

import Database from 'better-sqlite3';

import { Product } from '../../../e2e/src/support/product.ts';
import { LeanClient } from '../lean-client.ts';
import { perSecond, type Case } from '../ratio.ts';

const ROWS = 100_000;
const PAGE_SIZE = 20;
const PASSWORD = 'a password for benches';
const DURATION_MS = 1500;
/** Each answer within three times of the same SQL run directly, and the last page within three times of the first. */
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

/** The list of 100,000 people through HTTP against the same SQL alone, and its last page against its first. */
export async function userList(): Promise<{ cases: Case[]; close(): Promise<void> }> {
  const product = await Product.start({
    env: {
      JADEGATE_ADMIN_PASSWORD: PASSWORD,
      JADEGATE_LOG_LEVEL: 'warn',
      JADEGATE_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  const database = new Database(join(product.dataDir, 'jadegate.db'));
  fill(database);
  // As many callers behind one trusted proxy: the limit per address is not what is measured.
  let caller = 0;
  const client = new LeanClient(product.url, () => ({
    'x-forwarded-for': `127.1.${(++caller >> 8) & 255}.${caller & 255}`,
  }));
  await client.login('admin', PASSWORD);

  const through = (asked: Asked) => () => perSecond(DURATION_MS, () => throughProduct(client, asked));
  const against = (asked: Asked): Case => ({
    name: asked.name,
    unit: 'lists/s',
    baseline: { name: 'SQL alone', run: () => perSecond(DURATION_MS, () => sqlAlone(database, asked)) },
    candidate: { name: 'through the product', run: through(asked) },
    atLeast: asked === FIRST ? FIRST_AT_LEAST : AT_LEAST,
  });
  return {
    cases: [FIRST, SEARCH, LAST].map(against),
    close: async () => {
      database.close();
      await product.dispose();
    },
  };
}

async function throughProduct(client: LeanClient, { pageIndex, filter }: Asked): Promise<void> {
  const path = `/users/paging?pageIndex=${pageIndex}&pageSize=${PAGE_SIZE}&nickname=${encodeURIComponent(filter)}`;
  const { code, message } = await client.call('GET', path);
  if (code !== 1) {
    throw new Error(`the list failed: ${message}`);
  }
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
