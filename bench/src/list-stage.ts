import { join } from 'node:path';

import Database from 'better-sqlite3';

import { LOOPBACK } from '../../e2e/src/hosts.ts';
import { Product } from '../../e2e/src/support/product.ts';
import { LeanClient } from './lean-client.ts';
import { manyCallers } from './many-callers.ts';
import { perSecond } from './ratio.ts';

const PASSWORD = 'a password for benches';
/** A process that has just started runs code that nothing has made fast yet. */
const WARM_UP_MS = 6000;

/** The built product, its database for a bench to fill and to ask directly, and its administrator on one connection. */
export class ListStage {
  readonly #product: Product;
  readonly client: LeanClient;
  #database: Database.Database | undefined;

  private constructor(product: Product, client: LeanClient) {
    this.#product = product;
    this.client = client;
  }

  /** With an address, on PostgreSQL; else on SQLite. */
  static async start(databaseUrl?: string): Promise<ListStage> {
    const product = await Product.start({
      ...(databaseUrl !== undefined && { databaseUrl }),
      env: {
        JADEGATE_ADMIN_PASSWORD: PASSWORD,
        JADEGATE_LOG_LEVEL: 'warn',
        JADEGATE_TRUSTED_PROXIES: LOOPBACK,
      },
    });
    const client = new LeanClient(product.url, manyCallers());
    await client.login('admin', PASSWORD);
    return new ListStage(product, client);
  }

  /** The file of SQLite. */
  get database(): Database.Database {
    this.#database ??= new Database(join(this.#product.dataDir, 'jadegate.db'));
    return this.#database;
  }

  /** Asks once: a failure is no answer that may be counted. */
  async ask(path: string): Promise<void> {
    const { code, message } = await this.client.call('GET', path);
    if (code !== 1) {
      throw new Error(`${path}: ${message}`);
    }
  }

  async warmUp(paths: readonly string[]): Promise<void> {
    // Filling takes so long that the server may have closed the idle connection: one call finds that out.
    await fetch(`${this.#product.url}/healthz`).catch(() => undefined);
    for (const path of paths) {
      await perSecond(WARM_UP_MS / paths.length, () => this.ask(path));
    }
  }

  async close(): Promise<void> {
    this.#database?.close();
    await this.#product.dispose();
  }
}
