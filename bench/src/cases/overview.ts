import { MONITORED } from '@jadegate/contract/operations/monitoring';
import type Database from 'better-sqlite3';

import { ListStage } from '../list-stage.ts';
import { overviewChecks } from '../overview-checks.ts';
import { DAY_MS, DAYS, ROWS } from '../overview-statements.ts';
import type { Check, Suite } from '../ratio.ts';

const MOST_MB = 5;
const MINUTES_OF_DAY = 1440;
const MEGABYTE = 1024 * 1024;

/** The calls of the dashboard with a million sessions and a million logins behind them, against their SQL alone. */
export async function overview(): Promise<Suite> {
  const stage = await ListStage.start();
  const { database } = stage;
  fill(database);
  const checks = await overviewChecks(stage, 'SQLite', (text, from, to) => {
    const statement = database.prepare(text);
    if (text.includes('@')) {
      statement.all(text.includes('@to') ? { from, to } : { from });
    } else {
      statement.all();
    }
  });
  const history: Check = {
    name: 'a day of monitoring history',
    unit: 'MB',
    repetitions: 1,
    candidate: { name: 'in the database', run: async () => sizeOfDay(database) / MEGABYTE },
    atMost: MOST_MB,
  };
  return { cases: [...checks, history], close: () => stage.close() };
}

/** What the database grows by when one server is watched for a day, with figures as long as they get. */
function sizeOfDay(database: Database.Database): number {
  const pages = () => database.pragma('page_count', { simple: true }) as number;
  const before = pages();
  const insert = database.prepare('insert into monitored (server, span, at, figures) values (?, ?, ?, ?)');
  const figures = JSON.stringify(MONITORED.map(() => 123_456_789.12));
  database.transaction(() => {
    for (let minute = 0; minute < MINUTES_OF_DAY; minute++) {
      insert.run('a-server-with-a-long-name.example', 60, minute, figures);
    }
  })();
  return (pages() - before) * (database.pragma('page_size', { simple: true }) as number);
}

/** Spread over a year. Without the text indexes: filling them takes minutes, and nothing here searches. */
function fill(database: Database.Database): void {
  database.exec('drop trigger login_log_text_insert; drop trigger session_text_insert');
  const columns = (database.pragma('table_info(session)') as { name: string; type: string }[]).map(
    ({ name, type }) => ({ name, empty: /int/i.test(type) ? 0 : '' }),
  );
  const blank = Object.fromEntries(columns.map(({ name, empty }) => [name, empty]));
  const session = database.prepare(
    `insert into session (${columns.map(({ name }) => name).join(', ')})
     values (${columns.map(({ name }) => `@${name}`).join(', ')})`,
  );
  const login = database.prepare(
    `insert into login_log (id, login_id, username, address, user_agent, remember, state, reason, login_at, logout_at)
     values (?, null, ?, '127.0.0.1', 'bench', 0, ?, '', ?, ?)`,
  );
  const now = Date.now();
  database.transaction(() => {
    for (let row = 0; row < ROWS; row++) {
      const at = Math.floor(now - (DAYS * DAY_MS * (ROWS - row)) / ROWS);
      const name = String(row).padStart(7, '0');
      session.run({
        ...blank,
        id: `session-${name}`,
        protocol: ['ssh', 'rdp', 'vnc', 'telnet'][row % 4],
        asset_id: `asset-${row % 5000}`,
        asset_name: `asset ${row % 5000}`,
        user_id: `user-${row % 800}`,
        user_name: `user ${row % 800}`,
        status: 'disconnected',
        flags: '{}',
        recording: 'kept',
        recording_bytes: row % 100_000,
        reviewed: 1,
        created_at: at,
        connected_at: at,
        disconnected_at: at + 60_000,
      });
      login.run(`log-${name}`, `user ${row % 800}`, row % 3 === 0 ? '0' : '1', at, at);
    }
  })();
}
