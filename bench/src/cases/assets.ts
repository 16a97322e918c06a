import { join } from 'node:path';

import Database from 'better-sqlite3';

import { Product } from '../../../e2e/src/support/product.ts';
import { LeanClient } from '../lean-client.ts';
import { perSecond, type Case } from '../ratio.ts';

const ROWS = 100_000;
/** One asset in a hundred has the tag that is searched for. */
const TAGGED_EVERY = 100;
const PASSWORD = 'a password for benches';
const DURATION_MS = 1500;
const CONNECTIONS = 8;

interface Search {
  name: string;
  query: string;
  where: string;
  values: string[];
}

const SEARCHES: readonly Search[] = [
  { name: 'first page of 100,000 assets', query: '', where: '', values: [] },
  {
    name: 'a tag in 100,000 assets',
    query: '&tags=rare',
    where: 'where asset.id in (select asset_id from asset_tag where tag = ?)',
    values: ['rare'],
  },
  {
    name: 'a name in 100,000 assets',
    query: '&name=name%200424',
    where: 'where asset.rowid in (select rowid from asset_text where asset_text match ?)',
    values: ['"name" : "name 0424"'],
  },
];

/** The asset list: through HTTP, login, access check, worker threads and back, against the bare SQL. */
export async function assets(): Promise<{ cases: Case[]; close(): Promise<void> }> {
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
  // Nothing may knock at made-up addresses while the list is measured.
  await client.call('PUT', '/properties', { 'reachability-interval-minutes': '0' });

  return {
    cases: SEARCHES.map((search) => ({
      name: search.name,
      unit: 'lists/s',
      baseline: { name: 'SQL alone', run: () => perSecond(DURATION_MS, () => sqlAlone(database, search)) },
      candidate: { name: 'through the product', run: () => throughProduct(client, search) },
      // Most of the product's time is HTTP itself; what this guards is that no scan creeps in.
      atLeast: 0.1,
    })),
    close: async () => {
      database.close();
      await product.dispose();
    },
  };
}

async function throughProduct(client: LeanClient, { query }: Search): Promise<number> {
  const rates = await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      perSecond(DURATION_MS, async () => {
        const { code, message } = await client.call('GET', `/assets/paging?pageSize=20${query}`);
        if (code !== 1) {
          throw new Error(`the list failed: ${message}`);
        }
      }),
    ),
  );
  return rates.reduce((sum, rate) => sum + rate, 0);
}

function sqlAlone(database: Database.Database, { where, values }: Search): void {
  database.prepare(`select count(*) from asset ${where}`).all(...values);
  const rows = database
    .prepare(
      `select asset.*, user.nickname from asset left join user on user.id = asset.owner_id ${where}
       order by asset.created_at desc, asset.id desc limit 20`,
    )
    .all(...values) as { id: string }[];
  const marks = rows.map(() => '?').join(',');
  database.prepare(`select * from asset_tag where asset_id in (${marks})`).all(...rows.map(({ id }) => id));
}

function fill(database: Database.Database): void {
  const insert = database.prepare(
    `insert into asset (id, name, protocol, ip, port, account_type, username, description, owner_id, created_at, checked_at, active)
     values (?, ?, 'ssh', ?, 22, 'custom', 'root', '', 'abcdefghijklmnopqrstuvwxyz', ?, ?, 1)`,
  );
  const tag = database.prepare('insert into asset_tag (asset_id, tag) values (?, ?)');
  const now = Date.now();
  database.transaction(() => {
    for (let row = 0; row < ROWS; row++) {
      const id = `id-${String(row).padStart(6, '0')}`;
      const ip = `127.${(row >> 16) & 255}.${(row >> 8) & 255}.${row & 255}`;
      insert.run(id, `name ${String(row).padStart(6, '0')}`, ip, row, now);
      tag.run(id, row % TAGGED_EVERY === 0 ? 'rare' : 'common');
    }
  })();
}
