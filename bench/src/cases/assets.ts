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
/** A process that has just started runs code that nothing has made fast yet. */
const WARM_UP_MS = 8000;
/** Each answer within three times of the same SQL run directly. */
const AT_LEAST = 1 / 3;

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

/**
 * The asset list: through HTTP, login, access check, worker threads and back, against the same SQL run directly: by
 * better-sqlite3 in this process, on the same file, count and page and tags, rows as objects. Both one at a time.
 */
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
  for (const search of SEARCHES) {
    await perSecond(WARM_UP_MS / SEARCHES.length, () => throughProduct(client, search));
  }

  return {
    cases: SEARCHES.map((search) => ({
      name: search.name,
      unit: 'lists/s',
      baseline: { name: 'SQL alone', run: () => perSecond(DURATION_MS, () => sqlAlone(database, search)) },
      candidate: {
        name: 'through the product',
        run: () => perSecond(DURATION_MS, () => throughProduct(client, search)),
      },
      atLeast: AT_LEAST,
    })),
    close: async () => {
      database.close();
      await product.dispose();
    },
  };
}

async function throughProduct(client: LeanClient, { query }: Search): Promise<void> {
  const { code, message } = await client.call('GET', `/assets/paging?pageSize=20${query}`);
  if (code !== 1) {
    throw new Error(`the list failed: ${message}`);
  }
}

function sqlAlone(database: Database.Database, { where, values }: Search): void {
  database.prepare(`select count(*) from asset ${where}`).all(...values);
  const rows = database
    .prepare(
      `select asset.*, user.nickname as owner_name, access_gateway.name as gateway_name, credential.name as credential_name
       from asset left join user on user.id = asset.owner_id
       left join access_gateway on access_gateway.id = asset.access_gateway_id
       left join credential on credential.id = asset.credential_id ${where}
       order by asset.created_at desc, asset.id desc limit 20`,
    )
    .all(...values) as { id: string }[];
  const marks = rows.map(() => '?').join(',');
  database
    .prepare(`select * from asset_tag where asset_id in (${marks}) order by tag`)
    .all(...rows.map(({ id }) => id));
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
