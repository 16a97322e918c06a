import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** A telnetd of the test's own in a network namespace, started by inetd for each connection, as the shared one is. */
export class OwnTelnetd {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'jadegate-telnetd-'));
  readonly #inetd: ChildProcess;
  readonly #killLeftover = (): unknown => this.#inetd.kill('SIGKILL');

  private constructor(port: number, namespace: string) {
    this.port = port;
    const config = join(this.#folder, 'inetd.conf');
    writeFileSync(config, `0.0.0.0:${port} stream tcp nowait root /usr/sbin/telnetd telnetd\n`);
    // -d keeps it in the foreground.
    const inetd = ['/usr/sbin/inetutils-inetd', '-d', `--pidfile=${join(this.#folder, 'pid')}`, config];
    this.#inetd = spawn('ip', ['netns', 'exec', namespace, ...inetd], { stdio: 'ignore' });
    process.once('exit', this.#killLeftover);
  }

  static async start(namespace: string): Promise<OwnTelnetd> {
    const telnetd = new OwnTelnetd(await freePort(), namespace);
    const look = ['netns', 'exec', namespace, 'ss', '-ltnH', `sport = :${telnetd.port}`];
    await until('telnetd listens', () => execFileSync('ip', look).length > 0 || undefined);
    return telnetd;
  }

  /** One process for each connection. */
  get connections(): number[] {
    const pid = String(this.#inetd.pid);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  }

  /** `kill -9` of what serves the connections, which cannot say goodbye. inetd goes on. */
  killConnections(): void {
    for (const pid of this.connections) {
      process.kill(pid, 'SIGKILL');
    }
  }

  remove(): void {
    this.killConnections();
    this.#inetd.kill('SIGKILL');
    process.removeListener('exit', this.#killLeftover);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
