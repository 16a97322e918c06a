import type Database from 'better-sqlite3';

import type { Client } from '../../../e2e/src/support/client.ts';
import { ListStage } from '../list-stage.ts';
import { perSecond, type Case, type Suite } from '../ratio.ts';

const ROWS = 100_000;
/** One asset in a hundred has the tag that is searched for. */
const TAGGED_EVERY = 100;
const DURATION_MS = 1500;
/** Each answer within three times of the same SQL run directly. */
const AT_LEAST = 1 / 3;

interface Search {
  name: string;
  query: string;
  where: string;
  values: string[];
}

const SEARCHES: readonly [Search, ...Search[]] = [
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
export async function assets(): Promise<Suite> {
  const stage = await ListStage.start();
  const { database } = stage;
  await fillAssets(database, stage.client);
  await stage.warmUp(SEARCHES.map(pathOf));
  const asked = { database, ask: (path: string) => stage.ask(path) };
  return { cases: SEARCHES.map((search) => searchCase(search, asked)), close: () => stage.close() };
}

interface Asked {
  database: Database.Database;
  ask: (path: string) => Promise<void>;
}

/** The first of them, for those who measure what else disturbs it. */
export function firstPageCase(asked: Asked): Case {
  return searchCase(SEARCHES[0], asked);
}

function searchCase(search: Search, { database, ask }: Asked): Case {
  return {
    name: search.name,
    unit: 'lists/s',
    baseline: { name: 'SQL alone', run: () => perSecond(DURATION_MS, () => sqlAlone(database, search)) },
    candidate: {
      name: 'through the product',
      run: () => perSecond(DURATION_MS, () => ask(pathOf(search))),
    },
    atLeast: AT_LEAST,
  };
}

function pathOf({ query }: Search): string {
  return `/assets/paging?pageSize=20${query}`;
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

/** Nothing knocks at these addresses, which are made up. */
export async function fillAssets(database: Database.Database, client: Pick<Client, 'call'>): Promise<void> {
  await client.call('PUT', '/properties', { 'reachability-interval-minutes': '0' });
  fill(database);
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
