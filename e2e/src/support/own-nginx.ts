import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { until } from './until.ts';

/** Where it listens, and where the product sees its connections come from. */
export const PROXY_HOST = '127.0.0.61';
export const PROXY_SOURCE = '127.0.0.62';

/** An nginx of the test's own, with a certificate made for it. */
export class OwnNginx {
  readonly #folder = mkdtempSync(join(tmpdir(), 'jadegate-nginx-'));
  readonly #child: ChildProcess;
  readonly #killLeftover = (): unknown => this.#child.kill('SIGKILL');

  /** `configure` gets the paths of certificate and key, and answers what stands inside of `http`. */
  private constructor(configure: (cert: string, key: string) => string) {
    const path = (name: string) => join(this.#folder, name);
    const names = `subjectAltName=IP:${PROXY_HOST}`;
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '7'];
    const files = ['-keyout', path('key.pem'), '-out', path('cert.pem')];
    const about = ['-subj', '/CN=gate.example', '-addext', names];
    execFileSync('openssl', ['req', '-x509', ...kind, ...about, ...files], { stdio: 'ignore' });
    writeFileSync(
      path('nginx.conf'),
      `daemon off; pid ${path('pid')}; error_log ${path('error.log')}; worker_processes 1;
      events {}
      http {
        access_log off; client_body_temp_path ${path('body')}; proxy_temp_path ${path('proxy')};
        fastcgi_temp_path ${path('fastcgi')}; uwsgi_temp_path ${path('uwsgi')}; scgi_temp_path ${path('scgi')};
        proxy_bind ${PROXY_SOURCE};
        ${configure(path('cert.pem'), path('key.pem'))}
      }`,
    );
    // As root it would hand its work to a user who may not read this folder.
    this.#child = spawn('nginx', ['-c', path('nginx.conf'), '-g', 'user root;'], { stdio: 'ignore' });
    process.once('exit', this.#killLeftover);
  }

  static async start(port: number, configure: (cert: string, key: string) => string): Promise<OwnNginx> {
    const nginx = new OwnNginx(configure);
    await until('nginx listens', () => nginx.#listens(port));
    return nginx;
  }

  remove(): void {
    // Its own way to end also ends its worker.
    this.#child.kill('SIGTERM');
    process.removeListener('exit', this.#killLeftover);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #listens(port: number): Promise<true | undefined> {
    if (this.#child.exitCode !== null) {
      throw new Error(`nginx ended: ${readFileSync(join(this.#folder, 'error.log'), 'utf8')}`);
    }
    const socket = connect(port, PROXY_HOST);
    return new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(undefined));
    }).finally(() => socket.destroy()) as Promise<true | undefined>;
  }
}
