import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { Client } from '../../../e2e/src/support/client.ts';
import { Product } from '../../../e2e/src/support/product.ts';
import { manyCallers } from '../many-callers.ts';
import type { Case } from '../ratio.ts';

const ASSETS = 10_000;
const PASSWORD = 'a password for benches';
const WINDOW_MS = 4000;
const PERCENTILE = 0.99;
/** Nobody listens here. */
const REFUSING = 1;

/**
 * How quickly the product answers while it checks 10,000 assets, some refusing, some silent, against the same
 * while it checks none. What a stalled event loop would delay is the answer to a small request, so that is measured:
 * the 99th percentile of it, as answers per second so that more is better.
 */
export async function reachability(): Promise<{ cases: Case[]; close(): Promise<void> }> {
  const open = await listen((socket) => socket.end('SSH-2.0-bench\r\n'));
  // Takes connections and says nothing, so a check takes its whole patience.
  const silent = await listen(() => undefined);
  const env = {
    JADEGATE_ADMIN_PASSWORD: PASSWORD,
    JADEGATE_LOG_LEVEL: 'error',
    JADEGATE_TRUSTED_PROXIES: '127.0.0.1',
  };
  const product = await Product.start({ env });
  const database = new Database(join(product.dataDir, 'jadegate.db'));
  fill(database, portOf(open), portOf(silent));
  const client = new Client(product.url, manyCallers());
  await client.login('admin', PASSWORD);
  const pace = async (minutes: number) => {
    const { code, message } = await client.call('PUT', '/properties', {
      'reachability-interval-minutes': String(minutes),
      'reachability-concurrency': '64',
    });
    if (code !== 1) {
      throw new Error(`the pace could not be set: ${message}`);
    }
    // The runner looks at the settings every few seconds.
    await new Promise((resolve) => setTimeout(resolve, 7000));
  };
  await pace(0);

  return {
    cases: [
      {
        name: `answers while ${ASSETS.toLocaleString('en')} assets are checked`,
        unit: 'answers/s at the 99th percentile',
        baseline: {
          name: 'no checks',
          run: async () => {
            await pace(0);
            return slowest(product.url);
          },
        },
        candidate: {
          name: 'checking',
          run: async () => {
            database.prepare('update asset set checked_at = null').run();
            await pace(1);
            const rate = await slowest(product.url);
            const { done } = database
              .prepare('select count(*) as done from asset where checked_at is not null')
              .get() as { done: number };
            if (done === 0) {
              throw new Error('nothing was checked, so nothing was measured');
            }
            return rate;
          },
        },
        // A check is a few small steps; four times the idle delay would mean that one of them holds the loop.
        atLeast: 0.25,
      },
    ],
    close: async () => {
      database.close();
      await product.dispose();
      open.close();
      silent.close();
    },
  };
}

async function slowest(url: string): Promise<number> {
  const delays: number[] = [];
  const started = performance.now();
  while (performance.now() - started < WINDOW_MS) {
    const asked = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    delays.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const sorted = delays.toSorted((a, b) => a - b);
  return 1000 / (sorted[Math.floor(sorted.length * PERCENTILE)] ?? Number.NaN);
}

async function listen(greet: (socket: net.Socket) => void): Promise<net.Server> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: net.Server): number {
  return (server.address() as AddressInfo).port;
}

/** Of ten, seven answer, two refuse, one never says a word. */
function fill(database: Database.Database, answering: number, silent: number): void {
  const insert = database.prepare(
    `insert into asset (id, name, protocol, ip, port, account_type, username, description, owner_id, created_at)
     values (?, ?, 'ssh', '127.0.0.1', ?, 'custom', '', '', 'abcdefghijklmnopqrstuvwxyz', ?)`,
  );
  database.transaction(() => {
    for (let row = 0; row < ASSETS; row++) {
      const kind = row % 10;
      const port = kind === 9 ? silent : kind < 7 ? answering : REFUSING;
      insert.run(`bench-${row}`, `bench ${row}`, port, row);
    }
  })();
}
