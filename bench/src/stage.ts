import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { LOOPBACK, ssh } from '../../e2e/src/hosts.ts';
import { Product } from '../../e2e/src/support/product.ts';
import { LeanClient } from './lean-client.ts';
import { LeanTerminal } from './lean-terminal.ts';
import { manyCallers } from './many-callers.ts';
import { Target } from './target.ts';

const PASSWORD = 'a password for benches';
const TICKS_PER_SECOND = 100;
/** Sessions opened at once: as many as a small target stands. */
const TOGETHER = 4;
const IDLE_LOOK_MS = 250;
/** Part of one processor that a product at rest may use. */
const IDLE_PART = 0.05;
const IDLE_PATIENCE_MS = 120_000;
export const PROMPT = /\$ $/;
export const STAGE_ENV = {
  JADEGATE_ADMIN_PASSWORD: PASSWORD,
  JADEGATE_LOG_LEVEL: 'warn',
  JADEGATE_TRUSTED_PROXIES: LOOPBACK,
};

/** The built product in its own process, with the real sshd as an asset that its administrator may use. */
export class Stage {
  readonly product: Product;
  readonly target: Target;
  readonly client: LeanClient;
  readonly assetId: string;
  readonly token: string;

  private constructor(parts: Pick<Stage, 'product' | 'target' | 'client' | 'assetId' | 'token'>) {
    this.product = parts.product;
    this.target = parts.target;
    this.client = parts.client;
    this.assetId = parts.assetId;
    this.token = parts.token;
  }

  static async start(env: Record<string, string> = {}): Promise<Stage> {
    return Stage.at(await Product.start({ env: { ...STAGE_ENV, ...env } }));
  }

  /** At a product that was started with `STAGE_ENV`. */
  static async at(product: Product): Promise<Stage> {
    const target = await Target.start();
    const client = new LeanClient(product.url, manyCallers());
    const { data } = await ask<{ token: string }>(client, '/login', {
      username: 'admin',
      password: PASSWORD,
    });
    client.useToken(data.token);
    const { data: asset } = await ask<{ id: string }>(client, '/assets', {
      name: 'target',
      protocol: 'ssh',
      ip: LOOPBACK,
      port: ssh.port,
      accountType: 'private-key',
      username: ssh.username,
      privateKey: await readFile(ssh.privateKeyFile, 'utf8'),
    });
    // Learns its host key, without which nobody may connect.
    await ask(client, `/assets/${asset.id}/tcping`);
    return new Stage({ product, target, client, assetId: asset.id, token: data.token });
  }

  async close(): Promise<void> {
    await this.product.dispose();
    await this.target.close();
  }

  /** A session that waits for its socket; answers its id. */
  async session(): Promise<string> {
    const path = `/sessions?assetId=${this.assetId}&mode=native`;
    return (await ask<{ id: string }>(this.client, path)).data.id;
  }

  /** A session at its prompt, as the console opens one. */
  async shell(url = this.product.url): Promise<{ id: string; terminal: LeanTerminal }> {
    const id = await this.session();
    const terminal = new LeanTerminal({ url, sessionId: id, token: this.token });
    await terminal.shows(PROMPT);
    return { id, terminal };
  }

  /** So many of them, open until the end. */
  async shells(count: number, url = this.product.url): Promise<void> {
    let left = count;
    const work = async () => {
      while (left-- > 0) {
        await this.shell(url);
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
  }

  /** Kilobytes of memory that the product has. */
  get memoryKb(): number {
    return memoryKbOf(this.product.pid);
  }

  /** Seconds of processor time that the product has used. */
  get processorSeconds(): number {
    return processorSecondsOf(this.product.pid);
  }

  /** Waits for work that goes on afterwards, such as packing recordings: it must not fall into the other side's turn. */
  idle(): Promise<void> {
    return untilIdle(this.product.pid);
  }
}

/** Kilobytes of memory that a process has. */
export function memoryKbOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
}

/** Waits for what a process does afterwards. */
export async function untilIdle(pid: number): Promise<void> {
  const deadline = Date.now() + IDLE_PATIENCE_MS;
  for (let calm = 0; calm < 3 && Date.now() < deadline;) {
    const before = processorSecondsOf(pid);
    await sleep(IDLE_LOOK_MS);
    const isCalm = processorSecondsOf(pid) - before <= (IDLE_PART * IDLE_LOOK_MS) / 1000;
    calm = isCalm ? calm + 1 : 0;
  }
}

/** Seconds of processor time that a process has used. */
export function processorSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function ask<Data>(client: LeanClient, path: string, body?: object) {
  const answer = await client.call<Data>('POST', path, body);
  if (answer.code !== 1) {
    throw new Error(`${path}: ${answer.message}`);
  }
  return answer;
}
