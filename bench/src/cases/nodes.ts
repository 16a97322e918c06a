import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import Database from 'better-sqlite3';

import { LOOPBACK, ssh } from '../../../e2e/src/hosts.ts';
import { Client } from '../../../e2e/src/support/client.ts';
import { Product } from '../../../e2e/src/support/product.ts';
import { listCase } from '../list-case.ts';
import { manyCallers } from '../many-callers.ts';
import type { Check, Suite } from '../ratio.ts';
import { memoryKbOf } from '../stage.ts';

const PASSWORD = 'a password for benches';
const NODES = 1000;
/** Of these, so many are the real sshd. */
const REAL = 20;
const INTERVAL_S = 60;
const WINDOW_MS = 130_000;
/** As quick as a host may be asked: four of these windows are as many questions as the other has in an hour. */
const QUICK_S = 15;
const QUICK_MS = 120_000;
const ADMIN = 'abcdefghijklmnopqrstuvwxyz';
const PROBE = fileURLToPath(new URL('../loop-delay.mjs', import.meta.url));
const HOSTS = fileURLToPath(new URL('../replaying-nodes.mjs', import.meta.url));

/** A thousand physical hosts that are asked each minute: what that costs everybody else, and whether anybody waits. */
export async function nodes(): Promise<Suite> {
  const hosts = await startHosts();
  const product = await Product.start({
    env: {
      JADEGATE_ADMIN_PASSWORD: PASSWORD,
      JADEGATE_LOG_LEVEL: 'error',
      JADEGATE_TRUSTED_PROXIES: LOOPBACK,
      NODE_OPTIONS: `--import ${PROBE}`,
    },
  });
  const client = new Client(product.url, manyCallers());
  await client.login('admin', PASSWORD);
  const database = new Database(join(product.dataDir, 'jadegate.db'));
  await fill(client, database, hosts);
  // The first round asks everything of everybody, and is no usual minute.
  await allAsked(database);
  const window = await watched(product, database, INTERVAL_S, WINDOW_MS);
  const quick = await watched(product, database, QUICK_S, QUICK_MS);
  say('each minute', window);
  say('each quarter of a minute', quick);
  const bound = (name: string, unit: string, figure: number, atMost: number): Check => ({
    name,
    unit,
    candidate: { name: 'the product', run: async () => figure },
    atMost,
    repetitions: 1,
  });
  const of = `while ${NODES.toLocaleString('en')} nodes are asked each minute`;
  const list = (name: string, path: string, statement: string) =>
    listCase({ client, database }, name, path, statement);
  return {
    cases: [
      bound(`event loop at the 99th percentile ${of}`, 'ms', window.loopMs, 20),
      bound(`latest question ${of}`, 's', window.latestS, INTERVAL_S),
      bound('memory, the end of quick questions against their beginning', '%', quick.grownPct, 10),
      list('first page of 1,000 nodes', '/nodes/paging?pageSize=20', FIRST_PAGE),
    ],
    close: async () => {
      database.close();
      await product.dispose();
      hosts.child.kill();
    },
  };
}

const FIRST_PAGE = `select node.*, node_state.*, asset.name as asset_name, asset.ip, asset.port, access_gateway.name as gateway_name,
  (select count(*) from node_change where node_change.node_id = node.id and node_change.confirmed_at is null) as open_changes,
  (select count(*) from node) as total
  from node left join node_state on node_state.node_id = node.id left join asset on asset.id = node.asset_id
  left join access_gateway on access_gateway.id = asset.access_gateway_id
  order by node.created_at desc, node.id desc limit 20`;

interface Hosts {
  child: ChildProcess;
  port: number;
  key: string;
}

function startHosts(): Promise<Hosts> {
  const child = fork(HOSTS, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the hosts ended: ${String(code)}`)));
    child.stdout?.once('data', (line: Buffer) =>
      resolve({ child, ...(JSON.parse(line.toString()) as Pick<Hosts, 'port' | 'key'>) }),
    );
  });
}

/** Assets with one credential and a known key, and a node for each, due one after the other over an interval. */
async function fill(client: Client, database: Database.Database, { port, key }: Hosts): Promise<void> {
  const credential = { name: 'bench', type: 'custom', username: 'root', password: 'bench' };
  const { id: shared } = await client.make<{ id: string }>('/credentials', credential);
  const real = { name: 'real', type: 'custom', username: ssh.username, password: ssh.password };
  const { id: own } = await client.make<{ id: string }>('/credentials', real);
  const probe = await client.make<{ id: string }>('/assets', {
    name: 'real',
    protocol: 'ssh',
    ip: LOOPBACK,
    port: ssh.port,
    accountType: 'credential',
    credentialId: own,
  });
  await client.make(`/assets/${probe.id}/tcping`);
  const [keyType = '', publicKey = ''] = key.split(' ');
  const hash = createHash('sha256')
    .update(Buffer.from(publicKey, 'base64'))
    .digest('base64')
    .replace(/=+$/, '');
  const asset = database.prepare(
    `insert into asset (id, name, protocol, ip, port, account_type, credential_id, username, description, owner_id, created_at)
     values (?, ?, 'ssh', '127.0.0.1', ?, 'credential', ?, '', '', '${ADMIN}', ?)`,
  );
  const pinned = database.prepare(
    `insert into host_key (owner, key_type, state, fingerprint, public_key, seen_at, seen_by) values (?, ?, 'pinned', ?, ?, 0, '')`,
  );
  const known = database.prepare(
    `insert into host_key (owner, key_type, state, fingerprint, public_key, seen_at, seen_by)
     select ?, key_type, state, fingerprint, public_key, seen_at, seen_by from host_key where owner = 'asset:${probe.id}'`,
  );
  const node = database.prepare(
    `insert into node (id, name, name_key, asset_id, site, room, rack, asset_tag, department, purchased_at, warranty_until,
       retire_at, labels, lifecycle, expect, collects, interval_seconds, description, created_at, updated_at)
     values (?, ?, ?, ?, '', '', '', '', '', '', '', '', '{}', 'active', '{}', 1, ${INTERVAL_S}, '', ?, ?)`,
  );
  const state = database.prepare(
    `insert into node_state (node_id, status, problem_kind, problem, problems, failures, next_at, held_by, held_until,
       asking_until, found, gpus) values (?, 'unknown', '', '', '[]', 0, ?, '', 0, 0, '', '[]')`,
  );
  const now = Date.now();
  database.transaction(() => {
    for (let row = 0; row < NODES; row++) {
      const isReal = row < REAL;
      const id = `bench-${row}`;
      asset.run(id, `bench ${row}`, isReal ? ssh.port : port, isReal ? own : shared, row);
      if (isReal) {
        known.run(`asset:${id}`);
      } else {
        pinned.run(`asset:${id}`, keyType, `SHA256:${hash}`, publicKey);
      }
      node.run(`node-${row}`, `node ${row}`, `node ${row}`, id, row, row);
      state.run(`node-${row}`, now + Math.round((row / NODES) * INTERVAL_S * 1000));
    }
  })();
}

async function allAsked(database: Database.Database): Promise<void> {
  const left = database.prepare('select count(*) as count from node_state where seen_at is null');
  for (let tries = 0; tries < 180; tries++) {
    const { count } = left.get() as { count: number };
    if (count === 0) {
      return;
    }
    await sleep(1000);
  }
  const kinds = database
    .prepare('select status, problem_kind, count(*) as count from node_state group by 1, 2')
    .all();
  throw new Error(`not every node was asked: ${JSON.stringify(kinds)}`);
}

interface Watched {
  loopMs: number;
  mostMs: number;
  latestS: number;
  samples: number;
  firstKb: number;
  lastKb: number;
  grownPct: number;
}

/** What a while of questions costs. Who waits is looked for each second: how long ago their time had come. */
async function watched(
  product: Product,
  database: Database.Database,
  intervalS: number,
  ms: number,
): Promise<Watched> {
  database
    .prepare('update node_state set next_at = ? + (abs(random()) % ?)')
    .run(Date.now(), intervalS * 1000);
  database.prepare('update node set interval_seconds = ?').run(intervalS);
  await sleep(intervalS * 1000);
  const late = database.prepare('select min(next_at) as due from node_state where asking_until <= ?');
  const count = database.prepare('select count(*) as count from node_sample where span = 0 and at >= ?');
  const began = Date.now();
  const kb: number[] = [];
  let latestS = 0;
  await signal(product);
  while (Date.now() - began < ms) {
    await sleep(1000);
    const { due } = late.get(Date.now()) as { due: number | null };
    latestS = Math.max(latestS, due === null ? 0 : (Date.now() - due) / 1000);
    kb.push(memoryKbOf(product.pid));
  }
  const [loopMs = 0, mostMs = 0] = (await signal(product)).split(' ').map(Number);
  const { count: samples } = count.get(began) as { count: number };
  const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
  const fifth = Math.ceil(kb.length / 5);
  const [firstKb, lastKb] = [mean(kb.slice(0, fifth)), mean(kb.slice(-fifth))];
  const grownPct = Math.max(0, (lastKb / firstKb - 1) * 100);
  return { loopMs, mostMs, latestS, samples, firstKb, lastKb, grownPct };
}

async function signal(product: Product): Promise<string> {
  const from = product.output.length;
  process.kill(product.pid, 'SIGUSR2');
  for (;;) {
    const [, word] = /^loop: (.+)$/m.exec(product.output.slice(from)) ?? [];
    if (word !== undefined) {
      return word;
    }
    await sleep(20);
  }
}

function say(how: string, { samples, loopMs, mostMs, latestS, firstKb, lastKb }: Watched): void {
  const mb = (kb: number) => `${Math.round(kb / 1024)} MB`;
  process.stdout.write(
    `  ${how}: ${samples} answers, loop p99 ${loopMs.toFixed(1)} ms, most ${mostMs.toFixed(1)} ms, latest ${latestS.toFixed(1)} s, memory ${mb(firstKb)} to ${mb(lastKb)}\n`,
  );
}
