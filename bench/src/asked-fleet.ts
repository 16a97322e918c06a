import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import Database from 'better-sqlite3';

import { LOOPBACK, ssh } from '../../e2e/src/hosts.ts';
import { OwnSshd } from '../../e2e/src/support/own-sshd.ts';
import { Product } from '../../e2e/src/support/product.ts';
import { LeanClient } from './lean-client.ts';
import { manyCallers } from './many-callers.ts';
import { memoryKbOf } from './stage.ts';
import { SETTLE_MS, WEIGHED } from './weigh.ts';

export const NODES = 1000;
/** Of these, so many are sshd that know nothing of all this, each with a key of its own. */
const REAL = 20;
const PASSWORD = 'a password for benches';
const ADMIN = 'abcdefghijklmnopqrstuvwxyz';
const PROBE = fileURLToPath(new URL('./loop-delay.mjs', import.meta.url));
const HOSTS = fileURLToPath(new URL('./replaying-nodes.mjs', import.meta.url));
const PATIENCE_S = 300;

export interface Watched {
  loopMs: number;
  mostMs: number;
  latestS: number;
  /** Of these, how many came. */
  answers: number;
  firstKb: number;
  lastKb: number;
  grownPct: number;
}

interface Hosts {
  child: ChildProcess;
  port: number;
  key: string;
}

/** The product with a thousand physical hosts that it asks by itself: real sshd and, in another process, recordings. */
export class AskedFleet {
  readonly client: LeanClient;
  readonly database: Database.Database;
  readonly #product: Product;
  readonly #recorded: Hosts;
  readonly #real: readonly OwnSshd[];

  private constructor(product: Product, client: LeanClient, recorded: Hosts, real: readonly OwnSshd[]) {
    this.#product = product;
    this.#recorded = recorded;
    this.#real = real;
    this.client = client;
    this.database = new Database(join(product.dataDir, 'jadegate.db'));
  }

  /** Every host has been asked once: the first time all is asked of it, and that is no usual minute. */
  static async start(): Promise<AskedFleet> {
    const recorded = await startRecorded();
    const real = await Promise.all(Array.from({ length: REAL }, () => OwnSshd.start()));
    const product = await Product.start({
      env: {
        JADEGATE_ADMIN_PASSWORD: PASSWORD,
        JADEGATE_LOG_LEVEL: 'error',
        JADEGATE_TRUSTED_PROXIES: LOOPBACK,
        // The first to hear of a signal is who counts: what is collected then is not in it.
        NODE_OPTIONS: `--import ${PROBE} ${WEIGHED.NODE_OPTIONS}`,
      },
    });
    const client = new LeanClient(product.url, manyCallers());
    await client.login('admin', PASSWORD);
    const fleet = new AskedFleet(product, client, recorded, real);
    await fleet.#fill();
    await fleet.#allAsked();
    return fleet;
  }

  /** What a while of questions costs. Who waits is looked for each second: how long ago their time had come. */
  async watch(intervalS: number, ms: number): Promise<Watched> {
    this.database
      .prepare('update node_state set next_at = ? + (abs(random()) % ?)')
      .run(Date.now(), intervalS * 1000);
    this.database.prepare('update node set interval_seconds = ?').run(intervalS);
    await sleep(intervalS * 1000);
    const late = this.database.prepare('select min(next_at) as due from node_state where asking_until <= ?');
    const count = this.database.prepare(
      'select count(*) as count from node_sample where span = 0 and at >= ?',
    );
    const began = Date.now();
    let latestS = 0;
    await this.#signal();
    const firstKb = await this.#settled();
    while (Date.now() - began < ms) {
      await sleep(1000);
      const { due } = late.get(Date.now()) as { due: number | null };
      latestS = Math.max(latestS, due === null ? 0 : (Date.now() - due) / 1000);
    }
    const [loopMs = 0, mostMs = 0] = (await this.#signal()).split(' ').map(Number);
    const { count: answers } = count.get(began) as { count: number };
    const lastKb = await this.#settled();
    const grownPct = Math.max(0, (lastKb / firstKb - 1) * 100);
    return { loopMs, mostMs, latestS, answers, firstKb, lastKb, grownPct };
  }

  /** What it needs when it was just told to throw away what it does not. */
  async #settled(): Promise<number> {
    await sleep(SETTLE_MS);
    return memoryKbOf(this.#product.pid);
  }

  async close(): Promise<void> {
    this.database.close();
    await this.#product.dispose();
    await Promise.all(this.#real.map((sshd) => sshd.remove()));
    this.#recorded.child.kill();
  }

  /** Assets whose keys are known, and a node for each, due one after the other over a minute. */
  async #fill(): Promise<void> {
    const { database } = this;
    const account = { type: 'custom', username: ssh.username, password: ssh.password };
    const own = await this.#make('/credentials', { name: 'real', ...account });
    const shared = await this.#make('/credentials', {
      name: 'recorded',
      type: 'custom',
      username: 'root',
      password: 'bench',
    });
    const real: string[] = [];
    for (const [at, { port }] of this.#real.entries()) {
      const target = { protocol: 'ssh', ip: LOOPBACK, port, accountType: 'credential', credentialId: own };
      const id = await this.#make('/assets', { name: `real ${at}`, ...target });
      // Learns its key, without which it is not asked.
      await this.client.make(`/assets/${id}/tcping`);
      real.push(id);
    }
    const [keyType = '', publicKey = ''] = this.#recorded.key.split(' ');
    const hash = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64');
    const asset = database.prepare(
      `insert into asset (id, name, protocol, ip, port, account_type, credential_id, username, description, owner_id, created_at)
       values (?, ?, 'ssh', '${LOOPBACK}', ?, 'credential', ?, '', '', '${ADMIN}', ?)`,
    );
    const pinned = database.prepare(
      `insert into host_key (owner, key_type, state, fingerprint, public_key, seen_at, seen_by) values (?, ?, 'pinned', ?, ?, 0, '')`,
    );
    const node = database.prepare(
      `insert into node (id, name, name_key, asset_id, site, room, rack, asset_tag, department, purchased_at, warranty_until,
         retire_at, labels, lifecycle, expect, collects, interval_seconds, description, created_at, updated_at)
       values (?, ?, ?, ?, '', '', '', '', '', '', '', '', '{}', 'active', '{}', 1, 60, '', ?, ?)`,
    );
    const state = database.prepare(
      `insert into node_state (node_id, status, problem_kind, problem, problems, failures, next_at, held_by, held_until,
         asking_until, found, gpus) values (?, 'unknown', '', '', '[]', 0, ?, '', 0, 0, '', '[]')`,
    );
    const now = Date.now();
    database.transaction(() => {
      for (let row = 0; row < NODES; row++) {
        const id = real[row] ?? `bench-${row}`;
        if (row >= REAL) {
          asset.run(id, `bench ${row}`, this.#recorded.port, shared, row);
          pinned.run(`asset:${id}`, keyType, `SHA256:${hash.replace(/=+$/, '')}`, publicKey);
        }
        node.run(`node-${row}`, `node ${row}`, `node ${row}`, id, row, row);
        state.run(`node-${row}`, now + Math.round((row / NODES) * 60_000));
      }
    })();
  }

  async #make(path: string, body: object): Promise<string> {
    return (await this.client.make<{ id: string }>(path, body)).id;
  }

  async #allAsked(): Promise<void> {
    const left = this.database.prepare('select count(*) as count from node_state where seen_at is null');
    for (let tries = 0; tries < PATIENCE_S; tries++) {
      const { count } = left.get() as { count: number };
      if (count === 0) {
        return;
      }
      await sleep(1000);
    }
    const kinds = this.database
      .prepare('select status, problem_kind, count(*) as count from node_state group by 1, 2')
      .all();
    throw new Error(`not every node was asked: ${JSON.stringify(kinds)}`);
  }

  /** Begins to count what the event loop does, or ends it and tells. */
  async #signal(): Promise<string> {
    const from = this.#product.output.length;
    process.kill(this.#product.pid, 'SIGUSR2');
    for (;;) {
      const [, word] = /^loop: (.+)$/m.exec(this.#product.output.slice(from)) ?? [];
      if (word !== undefined) {
        return word;
      }
      await sleep(20);
    }
  }
}

function startRecorded(): Promise<Hosts> {
  const child = fork(HOSTS, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the hosts ended: ${String(code)}`)));
    child.stdout?.once('data', (line: Buffer) =>
      resolve({ child, ...(JSON.parse(line.toString()) as Pick<Hosts, 'port' | 'key'>) }),
    );
  });
}
