import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { goOn, suspend } from './suspend.ts';
import { closedPort } from './tcp-host.ts';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';
const PASSWORD = 'pgpass';

/** A PostgreSQL cluster of the test's own, which may be stopped without taking anything from anybody. */
export class OwnPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #options: string;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#options = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c fsync=off`;
    this.url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  }

  static async start(): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'jadegate-postgres-'));
    const password = join(folder, 'password');
    writeFileSync(password, PASSWORD);
    const account = accountOfPostgres();
    if (account) {
      [folder, password].forEach((path) => chownSync(path, account.uid, account.gid));
    }
    const own = new OwnPostgres(folder, await closedPort());
    await own.#call('initdb', '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${password}`, '--no-sync');
    await own.resume();
    return own;
  }

  /** Ends its processes at once, as a machine that is switched off does to whoever is connected. */
  async stop(): Promise<void> {
    // Whoever is frozen does not hear that it is to end, as when a test broke off.
    this.thaw();
    await this.#call('pg_ctl', 'stop', '-m', 'immediate', '-w');
  }

  async resume(): Promise<void> {
    const log = join(this.#folder, 'log');
    await this.#call('pg_ctl', 'start', '-w', '-l', log, '-o', this.#options);
  }

  /** It runs no more, and says so to nobody: connections stay, new ones are taken by the system, nothing answers. */
  async freeze(): Promise<void> {
    // The one that makes the others comes first.
    await suspend(this.#pids());
  }

  thaw(): void {
    goOn(this.#pids().toReversed());
  }

  #pids(): number[] {
    const file = join(this.#folder, 'data', 'postmaster.pid');
    // It may be stopped already.
    if (!existsSync(file)) {
      return [];
    }
    const own = Number(readFileSync(file, 'utf8').split('\n')[0]);
    const children = readFileSync(`/proc/${own}/task/${own}/children`, 'utf8').trim().split(' ');
    return [own, ...children.filter((pid) => pid !== '').map(Number)];
  }

  async remove(): Promise<void> {
    // It may be stopped already.
    await this.stop().catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Never as root, who may not run it. */
  async #call(program: string, ...args: string[]): Promise<void> {
    const [newest = ''] = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
    await run(join(VERSIONS, newest, 'bin', program), ['-D', join(this.#folder, 'data'), ...args], {
      cwd: this.#folder,
      ...accountOfPostgres(),
    });
  }
}

function accountOfPostgres(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
