import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** As `scripts/hosts/up.sh` makes it: an account that may do nothing on this machine. */
const ACCOUNT = { username: 'tgt', password: 'Tgt-pass1' };

/** A real sshd whose people find stand-ins of a test's own before the tools of the machine. */
export class ToolHost {
  readonly #folder = mkdtempSync(join(tmpdir(), 'jadegate-tools-'));
  readonly account = ACCOUNT;
  readonly address: string;
  readonly port: number;
  readonly #config: readonly string[];
  #child: ChildProcess | undefined;

  protected constructor(port: number, address: string, config: readonly string[] = []) {
    this.port = port;
    this.#config = config;
    this.address = address;
    chmodSync(this.#folder, 0o777);
    this.makeKey();
  }

  /** `config`: lines of its settings, which count before the usual ones. */
  static async startAt(address = '127.0.0.1', config: readonly string[] = []): Promise<ToolHost> {
    const host = new ToolHost(await freePort(address), address, config);
    await host.start();
    return host;
  }

  /** Another key from the next start on. */
  makeKey(): void {
    rmSync(this.at('host_key'), { force: true });
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', this.at('host_key')]);
  }

  get fingerprint(): string {
    return (
      execFileSync('ssh-keygen', ['-lf', this.at('host_key.pub')], { encoding: 'utf8' }).split(' ')[1] ?? ''
    );
  }

  async start(): Promise<void> {
    const lines = [
      ...this.#config,
      `Port ${this.port}`,
      `ListenAddress ${this.address}`,
      `HostKey ${this.at('host_key')}`,
      'PidFile none',
      'UsePAM yes',
      'PasswordAuthentication yes',
      `AllowUsers ${ACCOUNT.username}`,
      `SetEnv PATH=${this.#folder}:/usr/bin:/bin`,
      'UseDNS no',
    ];
    this.write('sshd_config', lines.join('\n'));
    this.#child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', this.at('sshd_config')], { stdio: 'ignore' });
    while (execFileSync('ss', ['-ltnH', `src ${this.address} and sport = :${this.port}`]).length === 0) {
      await sleep(50);
    }
  }

  /** Takes nobody in any more, as a machine that is down. */
  async goDown(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child && child.exitCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
  }

  async remove(): Promise<void> {
    await this.goDown();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  at(name: string): string {
    return join(this.#folder, name);
  }

  /** In one step: the host may be reading what is there. */
  write(name: string, text: string, mode = 0o644): void {
    const fresh = this.at(`${name}.new`);
    writeFileSync(fresh, `${text}\n`);
    chmodSync(fresh, mode);
    renameSync(fresh, this.at(name));
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  tool(name: string, script: string): void {
    this.write(name, `#!/bin/sh\n${script}`, 0o755);
  }
}

export async function freePort(address: string): Promise<number> {
  const server = net.createServer().listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
