import type Database from 'better-sqlite3';

import { ListStage } from '../list-stage.ts';
import {
  AT_LEAST,
  DAY_MS,
  DAY_STATEMENTS,
  DAYS,
  DURATION_MS,
  FAILED,
  FAMILY_STATEMENTS,
  FEW,
  MOST_MS,
  PAST,
  ROWS,
  STEP,
  UNREVIEWED,
} from '../overview-statements.ts';
import { perSecond, type Check, type Suite } from '../ratio.ts';

const MOST_MB = 5;
const MINUTES_OF_DAY = 1440;
const MEGABYTE = 1024 * 1024;

/** The calls of the dashboard with a million sessions and a million logins behind them, against their SQL alone. */
export async function overview(): Promise<Suite> {
  const stage = await ListStage.start();
  const { database } = stage;
  fill(database);
  const now = Date.now();
  const run = (text: string, from = 0, to = now) => {
    const statement = database.prepare(text);
    return text.includes('@')
      ? statement.all(text.includes('@to') ? { from, to } : { from })
      : statement.all();
  };
  const days = (statements: readonly string[], count: number) => () => {
    for (let back = 0; back < count; back++) {
      statements.forEach((text) => run(text, now - (back + 1) * DAY_MS, now - back * DAY_MS));
    }
  };
  const counters = () => [PAST, FAILED, ...FEW].forEach((text) => run(text));
  const calls: [path: string, sqlAlone: () => void][] = [
    ['/overview/counter', counters],
    ['/overview/present', counters],
    ['/overview/date-counter', days(FAMILY_STATEMENTS, 7)],
    ['/overview/date-counter?d=month', days(FAMILY_STATEMENTS, 30)],
    ['/overview/activity', days(DAY_STATEMENTS, 7)],
    ['/overview/activity?d=month', days(DAY_STATEMENTS, 30)],
  ];
  await stage.warmUp(calls.map(([path]) => path));
  const answers = calls.map(([path, sqlAlone]): Check => ({
    name: `${path} with 1,000,000 sessions and logins`,
    unit: 'answers/s',
    baseline: { name: 'SQL alone', run: () => perSecond(DURATION_MS, sqlAlone) },
    candidate: { name: 'through the product', run: () => perSecond(DURATION_MS, () => stage.ask(path)) },
    atLeast: AT_LEAST,
  }));
  const slowest: Check = {
    name: 'the slowest statement of the dashboard',
    unit: 'ms',
    candidate: {
      name: 'SQL alone',
      run: async () =>
        Math.max(
          ...[...FEW, ...DAY_STATEMENTS, ...FAMILY_STATEMENTS].map((text) =>
            millisecondsOf(() => run(text, now - DAY_MS, now)),
          ),
          millisecondsOf(() => run(STEP, now - (DAYS / 2) * DAY_MS)),
          millisecondsOf(() => run(UNREVIEWED, now - 30 * DAY_MS)),
        ),
    },
    atMost: MOST_MS,
  };
  const history: Check = {
    name: 'a day of monitoring history',
    unit: 'MB',
    repetitions: 1,
    candidate: { name: 'in the database', run: async () => sizeOfDay(database) / MEGABYTE },
    atMost: MOST_MB,
  };
  return { cases: [...answers, slowest, history], close: () => stage.close() };
}

function millisecondsOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** What the database grows by when one server is watched for a day, with figures as long as they get. */
function sizeOfDay(database: Database.Database): number {
  const pages = () => database.pragma('page_count', { simple: true }) as number;
  const before = pages();
  const insert = database.prepare('insert into monitored (server, span, at, figures) values (?, ?, ?, ?)');
  const figures = JSON.stringify(Array.from({ length: 13 }, () => 123_456_789.12));
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
