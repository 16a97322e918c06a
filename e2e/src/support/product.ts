import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { LOOPBACK } from '../hosts.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
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
}

/** The real product, built, in a process of its own. */
export class Product {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;
  #output = '';

  private constructor(port: number, dataDir: string, env: Record<string, string>, folder = ROOT) {
    this.port = port;
    this.dataDir = dataDir;
    this.url = `http://${LOOPBACK}:${port}`;
    this.#child = spawn(process.execPath, [join(ROOT, 'server/dist/main.js')], {
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

  /** Starts the product and waits until it says that it is healthy. */
  static async start({
    databaseUrl,
    env = {},
    dataDir,
    folder,
    port,
  }: ProductOptions = {}): Promise<Product> {
    const chosenPort = port ?? (await freePort());
    const chosenDir =
      dataDir ?? (folder ? join(folder, 'data') : await mkdtemp(join(tmpdir(), 'jadegate-e2e-')));
    const settings = {
      ...inheritedEnvironment(),
      JADEGATE_PORT: String(chosenPort),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(folder ? {} : { JADEGATE_HOST: LOOPBACK, JADEGATE_DATA_DIR: chosenDir }),
      ...env,
    };
    const product = new Product(chosenPort, chosenDir, settings, folder);
    await product.#healthy();
    return product;
  }

  /** Everything the product has printed so far. */
  get output(): string {
    return this.#output;
  }

  /** The process, for whoever wants to know what it costs. */
  get pid(): number {
    return this.#child.pid ?? Number.NaN;
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
    this.#child.kill('SIGTERM');
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

/** A port of loopback that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') {
    throw new Error('the system gave no port');
  }
  return address.port;
}
