import { join } from 'node:path';

import Database from 'better-sqlite3';

import { Product } from '../../../e2e/src/support/product.ts';
import { LeanClient } from '../lean-client.ts';
import { perSecond, type Case } from '../ratio.ts';

const ROWS = 100_000;
const PASSWORD = 'a password for benches';
const DURATION_MS = 1500;
/** Each answer within three times of the same SQL run directly. */
const AT_LEAST = 1 / 3;
/** Its SQL takes a quarter of a millisecond; a request through HTTP, login and a thread takes one whatever it asks. */
const FIRST_AT_LEAST = 1 / 5;

/**
 * The credential list of 100,000 rows: through HTTP, login, access check, worker threads and back, against the same SQL
 * run directly: by better-sqlite3 in this process, on the same file, rows as objects. Both one at a time.
 */
export async function pagedList(): Promise<{ cases: Case[]; close(): Promise<void> }> {
  const env = {
    JADEGATE_ADMIN_PASSWORD: PASSWORD,
    JADEGATE_LOG_LEVEL: 'warn',
    JADEGATE_TRUSTED_PROXIES: '127.0.0.1',
  };
  const product = await Product.start({ env });
  const database = new Database(join(product.dataDir, 'jadegate.db'));
  fill(database);
  // As many callers behind one trusted proxy: the limit per address is not what is measured.
  let caller = 0;
  const client = new LeanClient(product.url, () => ({
    'x-forwarded-for': `127.1.${(++caller >> 8) & 255}.${caller & 255}`,
  }));
  await client.login('admin', PASSWORD);

  const page = (filter: string): Case => ({
    name: filter === '' ? 'first page of 100,000 credentials' : 'a search in 100,000 credentials',
    unit: 'lists/s',
    baseline: { name: 'SQL alone', run: () => perSecond(DURATION_MS, () => sqlAlone(database, filter)) },
    candidate: {
      name: 'through the product',
      run: () => perSecond(DURATION_MS, () => throughProduct(client, filter)),
    },
    atLeast: filter === '' ? FIRST_AT_LEAST : AT_LEAST,
  });
  return {
    cases: [page(''), page('name 0424')],
    close: async () => {
      database.close();
      await product.dispose();
    },
  };
}

async function throughProduct(client: LeanClient, filter: string): Promise<void> {
  const path = `/credentials/paging?pageSize=20&name=${encodeURIComponent(filter)}`;
  const { code, message } = await client.call('GET', path);
  if (code !== 1) {
    throw new Error(`the list failed: ${message}`);
  }
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
