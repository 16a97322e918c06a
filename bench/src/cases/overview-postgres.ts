import pg from 'pg';

import { createDatabase } from '../../../e2e/src/support/postgres.ts';
import { ListStage } from '../list-stage.ts';
import { overviewChecks } from '../overview-checks.ts';
import { DAY_MS, DAYS, ROWS } from '../overview-statements.ts';
import type { Suite } from '../ratio.ts';

/** What a row of these tables holds beside nothing; `n` counts them, and `at` is its moment. */
const SESSION: Readonly<Record<string, string>> = {
  id: `'session-' || lpad(n::text, 7, '0')`,
  protocol: `(array['ssh', 'rdp', 'vnc', 'telnet'])[n % 4 + 1]`,
  asset_id: `'asset-' || n % 5000`,
  asset_name: `'asset ' || n % 5000`,
  user_id: `'user-' || n % 800`,
  user_name: `'user ' || n % 800`,
  status: `'disconnected'`,
  flags: `'{}'`,
  recording: `'kept'`,
  recording_bytes: 'n % 100000',
  reviewed: '1',
  created_at: 'at',
  connected_at: 'at',
  disconnected_at: 'at + 60000',
};
const LOGIN: Readonly<Record<string, string>> = {
  id: `'log-' || lpad(n::text, 7, '0')`,
  login_id: 'null',
  username: `'user ' || n % 800`,
  address: `'127.0.0.1'`,
  user_agent: `'bench'`,
  state: `case when n % 3 = 0 then '0' else '1' end`,
  login_at: 'at',
  logout_at: 'at',
};

/** The same calls as on SQLite, with as much behind them, on PostgreSQL. */
export async function overviewPostgres(): Promise<Suite> {
  const home = await createDatabase();
  const { url } = home;
  const stage = await ListStage.start(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await fill(client, 'session', SESSION);
  await fill(client, 'login_log', LOGIN);
  await client.query('vacuum analyze');
  const cases = await overviewChecks(stage, 'PostgreSQL', (text, from, to) => {
    const wanted = text.includes('@to') ? [from, to] : text.includes('@from') ? [from] : [];
    return client.query(text.replaceAll('@from', '$1').replaceAll('@to', '$2'), wanted);
  });
  return {
    cases,
    close: async () => {
      await client.end();
      await stage.close();
      await home.drop();
    },
  };
}

/** Spread over a year. Without the text indexes: filling them takes minutes, and nothing here searches. */
async function fill(
  client: pg.Client,
  table: string,
  known: Readonly<Record<string, string>>,
): Promise<void> {
  const texts = await client.query<{ indexname: string }>(
    `select indexname from pg_indexes where tablename = $1 and indexdef like '%USING gin%'`,
    [table],
  );
  for (const { indexname } of texts.rows) {
    await client.query(`drop index "${indexname}"`);
  }
  const columns = await client.query<{ name: string; kind: string }>(
    `select column_name as name, data_type as kind from information_schema.columns
     where table_name = $1 and (is_nullable = 'NO' or column_name = any($2))`,
    [table, Object.keys(known)],
  );
  const values = columns.rows.map(({ name, kind }) => known[name] ?? (/int/.test(kind) ? '0' : `''`));
  const now = Date.now();
  await client.query(
    `insert into ${table} (${columns.rows.map(({ name }) => name).join(', ')})
     select ${values.join(', ')} from (
       select n, ${now} - (${DAYS * DAY_MS}::float8 * (${ROWS} - n) / ${ROWS})::bigint as at from generate_series(0, ${ROWS - 1}) n
     ) as rows`,
  );
}
