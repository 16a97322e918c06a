import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createConnection, type Connection } from 'mysql2/promise';
import { vi } from 'vitest';

import { closedPort } from './tcp-host.ts';

const run = promisify(execFile);
const AT_ROOT = process.getuid?.() === 0 ? ['--user=root'] : [];
export const MARIADB_PASSWORD = 'maria pass';

/** A MariaDB server of the test's own, on loopback, with an account that may only read. */
export class OwnMariadb {
  readonly port: number;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
    const args = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--socket=${join(folder, 's')}`];
    this.#process = spawn(
      'mariadbd',
      [
        ...args,
        '--bind-address=127.0.0.1',
        `--port=${port}`,
        `--pid-file=${join(folder, 'pid')}`,
        ...AT_ROOT,
      ],
      { stdio: 'ignore' },
    );
  }

  static async start(): Promise<OwnMariadb> {
    const folder = mkdtempSync(join(tmpdir(), 'jadegate-maria-'));
    const how = [
      '--no-defaults',
      `--datadir=${join(folder, 'data')}`,
      '--auth-root-authentication-method=normal',
    ];
    await run('mariadb-install-db', [...how, '--skip-test-db', ...AT_ROOT]);
    const own = new OwnMariadb(folder, await closedPort());
    const root = await vi.waitFor(() => own.connect('root', ''), { timeout: 30_000, interval: 200 });
    await root.query('create database old character set utf8mb4');
    await root.query('create user reader@localhost identified by ?', [MARIADB_PASSWORD]);
    await root.query('grant select on old.* to reader@localhost');
    await root.end();
    return own;
  }

  connect(user: string, password: string, database?: string): Promise<Connection> {
    return createConnection({ host: '127.0.0.1', port: this.port, user, password, database });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
