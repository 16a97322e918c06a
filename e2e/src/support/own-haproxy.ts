import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LOOPBACK } from '../hosts.ts';
import { until } from './until.ts';

/** An haproxy of the test's own: each request and each socket to the next server, whoever they are from. */
export class OwnHaproxy {
  readonly url: string;
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'jadegate-haproxy-'));
  readonly #child: ChildProcess;
  readonly #killLeftover = (): unknown => this.#child.kill('SIGKILL');
  #output = '';

  private constructor(port: number, serverPorts: readonly number[]) {
    this.port = port;
    this.url = `http://${LOOPBACK}:${port}`;
    const config = join(this.#folder, 'haproxy.cfg');
    const servers = serverPorts.map(
      (to) => `  server gate-${to} ${LOOPBACK}:${to} check inter 500ms fall 1 rise 1`,
    );
    writeFileSync(
      config,
      `global
  maxconn 500
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  # A machine may be busy; one that is not ready says so at once.
  timeout check 10s
  option redispatch
frontend people
  bind ${LOOPBACK}:${port}
  # What they all need may be away: then people hear that from one that lives.
  use_backend living if { nbsrv(jadegate) eq 0 }
  default_backend jadegate
backend jadegate
  balance roundrobin
  option httpchk GET /readyz
  option forwardfor
${servers.join('\n')}
backend living
  balance roundrobin
  option httpchk GET /healthz
  option forwardfor
${servers.join('\n')}
`,
    );
    this.#child = spawn('haproxy', ['-db', '-f', config], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    }
    process.once('exit', this.#killLeftover);
  }

  static async start(port: number, serverPorts: readonly number[]): Promise<OwnHaproxy> {
    const haproxy = new OwnHaproxy(port, serverPorts);
    await until('haproxy answers', () => haproxy.#answers());
    return haproxy;
  }

  remove(): void {
    this.#child.kill('SIGTERM');
    process.removeListener('exit', this.#killLeftover);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<true | undefined> {
    if (this.#child.exitCode !== null) {
      throw new Error(`haproxy ended: ${this.#output}`);
    }
    const answer = await fetch(`${this.url}/healthz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status === 200 || undefined;
  }
}
