import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { LOOPBACK } from '../hosts.ts';
import { createBucket } from './bucket.ts';
import { freePort } from './free-port.ts';
import { ServerGroup } from './server-group.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Whoever ends it ends what it started, too. */
const APART = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', '--'];
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

/** Settings of the product: those of whoever runs the tests must not leak into it. */
const SETTING = /^(JADEGATE_|S3_|GUACD_)|^(DATABASE_URL|NODE_ENV|NODE_OPTIONS|VITEST.*)$/;

export interface ProductOptions {
  /** PostgreSQL instead of the SQLite file in the data directory. */
  databaseUrl?: string;
  env?: Record<string, string>;
  /** A data directory of an earlier start; else a new, empty one. */
  dataDir?: string;
  /** The working directory of a new user: nothing is there, and no data directory is named. */
  folder?: string;
  /** A port to use again; else a free one. */
  port?: number;
  /** In a process table of its own, as in a container: who runs beside it cannot see whether it lives. */
  apart?: boolean;
  /** The main module of another build than this one's. */
  main?: string;
  /** For the command line. */
  args?: readonly string[];
}

/**
 * Set by `npm run soak`: where a test wants a product with a database of its own, it gets so many servers behind haproxy,
 * of which it holds the first.
 */
const SERVERS = Number(process.env['JADEGATE_E2E_SERVERS'] ?? 1);

/** The real product, built, in a process of its own. */
export class Product {
  readonly dataDir: string;
  readonly #child: ChildProcess;
  readonly #isApart: boolean;
  readonly #exit: Promise<number | null>;
  readonly #ownPort: number;
  #group: ServerGroup<Product> | undefined;
  #output = '';

  private constructor(
    port: number,
    dataDir: string,
    env: Record<string, string>,
    {
      folder = ROOT,
      apart = false,
      main = join(ROOT, 'server/dist/main.js'),
      args: given = [],
    }: Pick<ProductOptions, 'folder' | 'apart' | 'main' | 'args'>,
  ) {
    this.#ownPort = port;
    this.dataDir = dataDir;
    const own = [process.execPath, main, ...given];
    const [program = '', ...args] = apart ? [...APART, ...own] : own;
    this.#isApart = apart;
    this.#child = spawn(program, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    const killLeftover = (): unknown => this.#child.kill('SIGKILL');
    process.once('exit', killLeftover);
    this.#exit = new Promise((resolve) => {
      this.#child.once('close', (code) => {
        process.removeListener('exit', killLeftover);
        resolve(code);
      });
    });
  }

  static async start(options: ProductOptions = {}): Promise<Product> {
    const isPlain = !options.databaseUrl && !options.dataDir && !options.folder && !options.port;
    if (SERVERS === 1 || !isPlain) {
      return Product.startAlone(options);
    }
    const env = { ...(await createBucket()), ...options.env };
    const group = await ServerGroup.start((one) => Product.startAlone(one), {
      count: SERVERS,
      env: () => env,
    });
    const [first] = group.servers as [Product];
    first.#group = group;
    return first;
  }

  /** Starts one server and waits until it says that it is healthy. */
  static async startAlone({
    databaseUrl,
    env = {},
    dataDir,
    folder,
    port,
    ...others
  }: ProductOptions = {}): Promise<Product> {
    const chosenPort = port ?? (await freePort());
    const chosenDir =
      dataDir ?? (folder ? join(folder, 'data') : await mkdtemp(join(tmpdir(), 'jadegate-e2e-')));
    const settings = {
      ...inheritedEnvironment(),
      JADEGATE_PORT: String(chosenPort),
      // One port for all would be taken by the first of them.
      JADEGATE_SSH_PORT: 'off',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(folder ? {} : { JADEGATE_HOST: LOOPBACK, JADEGATE_DATA_DIR: chosenDir }),
      ...env,
    };
    const product = new Product(chosenPort, chosenDir, settings, { ...others, ...(folder && { folder }) });
    await product.#healthy();
    return product;
  }

  /** Where people reach it. */
  get url(): string {
    return `http://${LOOPBACK}:${this.port}`;
  }

  get port(): number {
    return this.#group?.haproxy.port ?? this.#ownPort;
  }

  /** Everything the product has printed so far. */
  get output(): string {
    return this.#all.map((one) => one.#output).join('');
  }

  /** Where the product keeps things, at each of its servers. */
  get dataDirs(): string[] {
    return this.#all.map(({ dataDir }) => dataDir);
  }

  /** The processes of its servers. */
  get pids(): number[] {
    return this.#all.map(({ pid }) => pid);
  }

  get #all(): readonly Product[] {
    return this.#group?.servers ?? [this];
  }

  /** The process, for whoever wants to know what it costs. */
  get pid(): number {
    const pid = this.#child.pid ?? Number.NaN;
    return this.#isApart ? childOf(pid) : pid;
  }

  /** Asks the product to end and does not wait. It may have people to wait for. */
  askToStop(): void {
    process.kill(this.pid, 'SIGTERM');
  }

  /** The one-time password that the first start prints. */
  get firstPassword(): string {
    const password = /administrator password \(shown once\): (\S+)$/m.exec(this.#output)?.[1];
    if (!password) {
      throw new Error(`no administrator password was printed:\n${this.#output}`);
    }
    return password;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Asks the product to end, as an operator would; answers its exit code. */
  async stop(): Promise<number | null> {
    this.askToStop();
    const code = await Promise.race([this.#exit, sleep(STOP_TIMEOUT_MS, 'late' as const, { ref: false })]);
    if (code === 'late') {
      await this.kill9();
      throw new Error(`the product did not end within ${STOP_TIMEOUT_MS} ms:\n${this.#output}`);
    }
    return code;
  }

  /** Ends the product without a chance to write anything more. */
  async kill9(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exit;
  }

  /** Ends the product if it still runs, and removes its data. */
  async dispose(): Promise<void> {
    const group = this.#group;
    if (group) {
      this.#group = undefined;
      await group.remove();
      return;
    }
    if (this.isRunning) {
      await this.stop();
    }
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #healthy(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline && this.isRunning) {
      const response = await fetch(`${this.url}/healthz`).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.status === 200) {
        return;
      }
      await sleep(50);
    }
    const state = this.isRunning ? `is not healthy after ${START_TIMEOUT_MS} ms` : 'ended while starting';
    await this.kill9();
    throw new Error(`the product ${state}:\n${this.#output}`);
  }
}

function inheritedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !SETTING.test(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
}
