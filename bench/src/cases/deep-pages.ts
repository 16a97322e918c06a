import type Database from 'better-sqlite3';

import { ListStage } from '../list-stage.ts';
import { perSecond, type Suite } from '../ratio.ts';

const ROWS = 1_000_000;
const PAGE_SIZE = 10;
const DURATION_MS = 2000;

/** The last page of a million login entries against the first: depth may cost, but not more than threefold. */
export async function deepPages(): Promise<Suite> {
  const stage = await ListStage.start();
  fill(stage.database);
  const page = (pageIndex: number) => `/login-logs/paging?pageIndex=${pageIndex}&pageSize=${PAGE_SIZE}`;
  const first = page(1);
  const last = page(ROWS / PAGE_SIZE);
  await stage.warmUp([first, last]);
  return {
    cases: [
      {
        name: 'the last page of 1,000,000 login entries',
        unit: 'pages/s',
        baseline: { name: 'first page', run: () => perSecond(DURATION_MS, () => stage.ask(first)) },
        candidate: { name: 'last page', run: () => perSecond(DURATION_MS, () => stage.ask(last)) },
        atLeast: 1 / 3,
      },
    ],
    close: () => stage.close(),
  };
}

/** Without the text index: filling it takes minutes and no page here searches. */
function fill(database: Database.Database): void {
  database.exec('drop trigger login_log_text_insert');
  const insert = database.prepare(
    `insert into login_log (id, login_id, username, address, user_agent, remember, state, reason, login_at, logout_at)
     values (?, null, ?, '127.0.0.1', 'bench', 0, '1', '', ?, ?)`,
  );
  database.transaction(() => {
    for (let row = 0; row < ROWS; row++) {
      insert.run(`log-${String(row).padStart(7, '0')}`, `user ${row % 5000}`, row, row);
    }
  })();
}
