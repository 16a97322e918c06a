import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import * as hosts from '../hosts.ts';
import { freePort } from './free-port.ts';

interface SshdOptions {
  /** The address it listens on, and the network namespace it lives in, when that is not the machine's own. */
  host?: string;
  namespace?: string;
  /** Another name of sshd: the login rules in /etc/pam.d are those of the name it runs under. */
  program?: string;
  /** Lines of its configuration that count instead of the usual ones. */
  config?: readonly string[];
}

/** The programs that a program started, and those started by these. */
function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      // The name in brackets may hold anything; the parent is the second word after it.
      const [, parent = '0'] =
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // It ended while the list was read.
    }
  }
  const found = [pid];
  for (const one of found) {
    found.push(...[...parents].filter(([, parent]) => parent === one).map(([child]) => child));
  }
  return found.slice(1);
}

/** An sshd of the test's own, for the same user as the shared one. It can be killed with everything it started. */
export class OwnSshd {
  readonly port: number;
  readonly #killLeftover = (): unknown => this.#child?.kill('SIGKILL');
  readonly #options: SshdOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'jadegate-sshd-'));
  #child: ChildProcess | undefined;

  private constructor(port: number, options: SshdOptions) {
    this.port = port;
    this.#options = options;
    process.once('exit', this.#killLeftover);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(this.#folder, 'host_key')]);
  }

  static async start(options: SshdOptions = {}): Promise<OwnSshd> {
    const sshd = new OwnSshd(await freePort(), options);
    await sshd.start();
    return sshd;
  }

  /** Again, after it was killed. The host key stays the same. */
  async start(): Promise<void> {
    const { host = hosts.LOOPBACK, namespace, program: path = '/usr/sbin/sshd' } = this.#options;
    const config = join(this.#folder, 'sshd_config');
    const lines = [
      // Of two lines that say the same, the first counts.
      ...(this.#options.config ?? []),
      `Port ${this.port}`,
      `ListenAddress ${host}`,
      `HostKey ${join(this.#folder, 'host_key')}`,
      'PidFile none',
      'UsePAM yes',
      'PasswordAuthentication yes',
      `AllowUsers ${hosts.ssh.username}`,
      'AllowTcpForwarding yes',
      'MaxStartups 200',
      'UseDNS no',
      'Subsystem sftp internal-sftp',
    ];
    writeFileSync(config, `${lines.join('\n')}\n`);
    const sshd = [path, '-D', '-e', '-f', config];
    const [program = '', ...args] = namespace ? ['ip', 'netns', 'exec', namespace, ...sshd] : sshd;
    this.#child = spawn(program, args, { stdio: 'ignore' });
    await this.#listening();
  }

  /** Everything that runs because of it: one process per connection, and the shells. */
  get processes(): number[] {
    const pid = this.#child?.pid;
    return pid === undefined ? [] : descendants(pid);
  }

  /** The login shells of those who are connected, at least one. */
  get shells(): readonly [number, ...number[]] {
    const [first, ...rest] = this.processes.filter((pid) => {
      const file = `/proc/${pid}/comm`;
      return existsSync(file) && readFileSync(file, 'utf8').trim() === 'bash';
    });
    if (first === undefined) {
      throw new Error('nobody is connected');
    }
    return [first, ...rest];
  }

  /** `kill -9` of the server and of every process it has, which cannot say goodbye. */
  async kill9(): Promise<void> {
    const child = this.#child;
    const all = this.processes;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    for (const pid of all) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
  }

  async remove(): Promise<void> {
    await this.kill9();
    process.removeListener('exit', this.#killLeftover);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** By the list of the kernel: a try to connect would leave a login attempt behind. */
  async #listening(): Promise<void> {
    const { namespace } = this.#options;
    const look = ['ss', '-ltnH', `sport = :${this.port}`];
    const [program = '', ...args] = namespace ? ['ip', 'netns', 'exec', namespace, ...look] : look;
    const deadline = Date.now() + 10_000;
    while (execFileSync(program, args).length === 0) {
      if (Date.now() > deadline || this.#child?.exitCode !== null) {
        throw new Error(`sshd does not listen on ${this.port}`);
      }
      await sleep(50);
    }
  }
}
