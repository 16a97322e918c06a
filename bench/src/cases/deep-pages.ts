import { join } from 'node:path';

import Database from 'better-sqlite3';

import { Client } from '../../../e2e/src/support/client.ts';
import { Product } from '../../../e2e/src/support/product.ts';
import { perSecond, type Case } from '../ratio.ts';

const ROWS = 1_000_000;
const PAGE_SIZE = 10;
const PASSWORD = 'a password for benches';
const DURATION_MS = 2000;

/** The last page of a million login entries against the first: depth may cost, but not more than threefold. */
export async function deepPages(): Promise<{ cases: Case[]; close(): Promise<void> }> {
  const product = await Product.start({
    env: { JADEGATE_ADMIN_PASSWORD: PASSWORD, JADEGATE_LOG_LEVEL: 'warn' },
  });
  const database = new Database(join(product.dataDir, 'jadegate.db'));
  fill(database);
  database.close();
  const client = new Client(product.url);
  await client.login('admin', PASSWORD);
  const page = (pageIndex: number) => async () => {
    const { code, message } = await client.call(
      'GET',
      `/login-logs/paging?pageIndex=${pageIndex}&pageSize=${PAGE_SIZE}`,
    );
    if (code !== 1) {
      throw new Error(`the list failed: ${message}`);
    }
  };
  return {
    cases: [
      {
        name: 'the last page of 1,000,000 login entries',
        unit: 'pages/s',
        baseline: { name: 'first page', run: () => perSecond(DURATION_MS, page(1)) },
        candidate: { name: 'last page', run: () => perSecond(DURATION_MS, page(ROWS / PAGE_SIZE)) },
        atLeast: 1 / 3,
      },
    ],
    close: () => product.dispose(),
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
