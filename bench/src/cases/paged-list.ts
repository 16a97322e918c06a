import { join } from 'node:path';

import Database from 'better-sqlite3';

import { Product } from '../../../e2e/src/support/product.ts';
import { LeanClient } from '../lean-client.ts';
import { perSecond, type Case } from '../ratio.ts';

const ROWS = 100_000;
const PASSWORD = 'a password for benches';
const DURATION_MS = 1500;
const CONNECTIONS = 8;

/** The credential list of 100,000 rows: through HTTP, login, access check, worker threads and back, against the bare SQL. */
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
    candidate: { name: 'through the product', run: () => throughProduct(client, filter) },
    // Two thirds of the product's time is HTTP itself; what this guards is that no scan creeps in.
    atLeast: filter === '' ? 0.1 : 0.1,
  });
  return {
    cases: [page(''), page('name 0424')],
    close: async () => {
      database.close();
      await product.dispose();
    },
  };
}

async function throughProduct(client: LeanClient, filter: string): Promise<number> {
  const path = `/credentials/paging?pageSize=20&name=${encodeURIComponent(filter)}`;
  const rates = await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      perSecond(DURATION_MS, async () => {
        const { code, message } = await client.call('GET', path);
        if (code !== 1) {
          throw new Error(`the list failed: ${message}`);
        }
      }),
    ),
  );
  return rates.reduce((sum, rate) => sum + rate, 0);
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
