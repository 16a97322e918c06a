import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** As `scripts/hosts/up.sh` makes it: an account that may do nothing on this machine. */
const ACCOUNT = { username: 'tgt', password: 'Tgt-pass1' };

/** Every way by which a system is told to go down. None of the real ones may ever be found first. */
const TOOLS = ['systemctl', 'shutdown', 'reboot', 'poweroff', 'halt', 'init', 'telinit'] as const;

/**
 * A real sshd whose people find stand-ins where the tools of the power are, and a number of the system's run that changes
 * with them. It lets in an account without rights: what might be called by mistake would be refused.
 */
export class PoweredHost {
  readonly #folder = mkdtempSync(join(tmpdir(), 'jadegate-powered-'));
  readonly port: number;
  readonly account = ACCOUNT;
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
    chmodSync(this.#folder, 0o777);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', this.#at('host_key')]);
    for (const tool of TOOLS) {
      this.#tool(tool, `echo "${tool} $*" >> ${this.#at('log')}\n. ${this.#at('answer')}`);
    }
    this.#tool('sudo', `[ "$1" = -n ] && shift\n. ${this.#at('sudo-answer')}\nexec "$@"`);
    this.#tool(
      'cat',
      `case "$1" in */boot_id) exec /bin/cat ${this.#at('boot_id')};; esac\nexec /bin/cat "$@"`,
    );
    this.answers('exit 0');
    this.sudoAnswers('');
    this.beginsRun('11111111-1111-4111-8111-111111111111');
    appendFileSync(this.#at('log'), '');
    chmodSync(this.#at('log'), 0o666);
  }

  static async start(): Promise<PoweredHost> {
    const host = new PoweredHost(await freePort());
    await host.start();
    return host;
  }

  async start(): Promise<void> {
    const lines = [
      `Port ${this.port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${this.#at('host_key')}`,
      'PidFile none',
      'UsePAM yes',
      'PasswordAuthentication yes',
      `AllowUsers ${ACCOUNT.username}`,
      `SetEnv PATH=${this.#folder}:/usr/bin:/bin`,
      'UseDNS no',
    ];
    writeFileSync(this.#at('sshd_config'), `${lines.join('\n')}\n`);
    this.#child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', this.#at('sshd_config')], { stdio: 'ignore' });
    while (execFileSync('ss', ['-ltnH', `sport = :${this.port}`]).length === 0) {
      await sleep(50);
    }
  }

  /** What the tools of the power do, in words of a shell. */
  answers(script: string): void {
    writeFileSync(this.#at('answer'), `${script}\n`);
  }

  sudoAnswers(script: string): void {
    writeFileSync(this.#at('sudo-answer'), `${script}\n`);
  }

  beginsRun(bootId: string): void {
    writeFileSync(this.#at('boot_id'), `${bootId}\n`);
  }

  /** What was called, in order, since this was asked last. */
  called(): string[] {
    const lines = readFileSync(this.#at('log'), 'utf8').split('\n').filter(Boolean);
    writeFileSync(this.#at('log'), '');
    return lines;
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

  #at(name: string): string {
    return join(this.#folder, name);
  }

  #tool(name: string, script: string): void {
    writeFileSync(this.#at(name), `#!/bin/sh\n${script}\n`);
    chmodSync(this.#at(name), 0o755);
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
