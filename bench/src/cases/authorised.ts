import type Database from 'better-sqlite3';

import type { LeanClient } from '../lean-client.ts';
import { ListStage } from '../list-stage.ts';
import { perSecond, type Case, type Suite } from '../ratio.ts';

const ASSETS = 100_000;
const GROUPS = 200;
const SEARCHED = 'host 0424';
const PAGE_SIZE = 20;
const PASSWORD = 'a password for benches';
const DURATION_MS = 2000;
/** Each answer within three times of the same SQL run directly. */
const AT_LEAST = 1 / 3;

/**
 * The own assets of somebody who is in 200 groups that were granted 100,000 assets between them: through HTTP, login
 * and worker threads, against the same SQL run directly.
 */
export async function authorised(): Promise<Suite> {
  const stage = await ListStage.start();
  const { database, client } = stage;
  const userId = await aPerson(client);
  fill(database, userId);
  const path = (text: string) =>
    `/worker/assets/paging?pageSize=${PAGE_SIZE}&name=${encodeURIComponent(text)}`;
  await stage.warmUp([path(''), path(SEARCHED)]);
  const page = (name: string, text: string): Case => ({
    name,
    unit: 'pages/s',
    baseline: {
      name: 'the SQL alone',
      run: () => perSecond(DURATION_MS, () => sqlAlone(database, userId, text)),
    },
    candidate: {
      name: 'through the product',
      run: () => perSecond(DURATION_MS, () => stage.ask(path(text))),
    },
    atLeast: AT_LEAST,
  });
  return {
    cases: [page('own assets, 100,000 through 200 groups', ''), page('a search in them', SEARCHED)],
    close: () => stage.close(),
  };
}

/** Makes an ordinary user and lets the client go on as that person. */
async function aPerson(client: LeanClient): Promise<string> {
  const first = 'the first password';
  const body = { username: 'bench', nickname: 'bench', type: 'user', password: first };
  const { data, message } = await client.call<{ id: string }>('POST', '/users', body);
  if (!data.id) {
    throw new Error(`no user was made: ${message}`);
  }
  await client.login('bench', first);
  await client.call('POST', '/account/change-password', { oldPassword: first, newPassword: PASSWORD });
  await client.login('bench', PASSWORD);
  return data.id;
}

function fill(database: Database.Database, userId: string): void {
  const asset = database.prepare(
    `insert into asset (id, name, protocol, ip, port, account_type, username, description, owner_id, created_at)
     values (?, ?, 'ssh', '10.0.0.1', 22, 'custom', '', '', '', ?)`,
  );
  const group = database.prepare('insert into user_group (id, name, created_at) values (?, ?, 0)');
  const member = database.prepare('insert into user_group_member (user_group_id, user_id) values (?, ?)');
  const grant = database.prepare(
    `insert into authorised (id, asset_id, user_group_id, time_period, created_at) values (?, ?, ?, '[]', ?)`,
  );
  database.transaction(() => {
    for (let row = 0; row < GROUPS; row++) {
      group.run(`group-${row}`, `group ${row}`);
      member.run(`group-${row}`, userId);
    }
    for (let row = 0; row < ASSETS; row++) {
      // Names in another order than ids, as they are in life.
      const name = `host ${String((row * 7919) % ASSETS).padStart(6, '0')}`;
      asset.run(`asset-${row}`, name, row);
      grant.run(`grant-${row}`, `asset-${row}`, `group-${row % GROUPS}`, row);
    }
  })();
}

const GROUPS_OF = '(select user_group_id from user_group_member where user_id = @user)';
const LIVE = '(starts_at is null or starts_at <= @now) and (ends_at is null or ends_at > @now)';
const REACHED = `(asset.owner_id = @user
  or exists (select 1 from authorised where asset_id = asset.id and user_id = @user and ${LIVE})
  or exists (select 1 from authorised where asset_id = asset.id and user_group_id in ${GROUPS_OF} and ${LIVE}))`;
const REACHABLE = `select asset_id from authorised where user_id = @user and ${LIVE}
  union select asset_id from authorised where user_group_id in ${GROUPS_OF} and ${LIVE}
  union select id from asset where owner_id = @user`;

function sqlAlone(database: Database.Database, user: string, text: string): void {
  const values = { user, now: Date.now(), phrase: `"name" : "${text}"`, limit: PAGE_SIZE };
  const found = 'asset.rowid in (select rowid from asset_text where asset_text match @phrase)';
  const counted = text === '' ? `(${REACHABLE})` : `asset where ${REACHED} and ${found}`;
  database.prepare(`select count(*) from ${counted}`).all(values);
  database
    .prepare(
      `select * from asset where ${REACHED} ${text === '' ? '' : `and ${found}`} order by name, id limit @limit`,
    )
    .all(values);
}
