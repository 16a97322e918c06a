import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { LOOPBACK, ssh } from '../../e2e/src/hosts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** In memory: no disk is measured by accident. */
const MEMORY = '/dev/shm';
const PATIENCE_MS = 30_000;

const OPTIONS = {
  IdentitiesOnly: 'yes',
  StrictHostKeyChecking: 'no',
  UserKnownHostsFile: '/dev/null',
  LogLevel: 'ERROR',
  // What the product negotiates with this host: not the ciphers are compared.
  Ciphers: 'aes128-gcm@openssh.com',
  KexAlgorithms: 'curve25519-sha256',
};

/** Arguments for `ssh`: the same account and shell that the product uses. */
const ARGUMENTS = [
  '-F',
  '/dev/null',
  '-i',
  ssh.privateKeyFile,
  ...Object.entries({ ...OPTIONS, Port: String(ssh.port) }).flatMap(([name, value]) => [
    '-o',
    `${name}=${value}`,
  ]),
];
const ADDRESS = `${ssh.username}@${LOOPBACK}`;

/** The real OpenSSH of the test hosts, and the OpenSSH client that speaks to it without the product. */
export class Target {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async start(): Promise<Target> {
    await promisify(execFile)('bash', ['scripts/hosts/up.sh', 'ssh'], { cwd: ROOT });
    await mkdir(MEMORY, { recursive: true });
    const folder = await mkdtemp(join(MEMORY, 'jadegate-bench-'));
    // The account on the target writes here too.
    await chmod(folder, 0o777);
    return new Target(folder);
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async file(name: string, bytes: Uint8Array): Promise<string> {
    const path = this.path(name);
    await writeFile(path, bytes, { mode: 0o644 });
    return path;
  }

  /** `ssh` with or without a terminal, to a command or a shell; what it prints goes where `output` says. */
  ssh(terminal: '-tt' | '-T', output: 'pipe' | 'ignore', command?: string): ChildProcess {
    const words = [...ARGUMENTS, terminal, ADDRESS, ...(command === undefined ? [] : [command])];
    return spawn('ssh', words, {
      stdio: ['pipe', output, 'inherit'],
      env: { ...process.env, TERM: 'xterm-256color' },
    });
  }

  /**
   * Seconds from a key stroke that starts a command on the target until `ssh`, or the program it hands its output to,
   * has thrown away all of it. The connection and the shell are there before the clock starts.
   */
  async secondsOf(
    command: string,
    { terminal, into }: { terminal: boolean; into?: string },
  ): Promise<number> {
    const mark = this.path(`ready-${Math.random()}`);
    const script = `touch ${mark}; read _; ${command}`;
    const child = this.ssh(terminal ? '-tt' : '-T', into === undefined ? 'ignore' : 'pipe', script);
    let last = child;
    if (into !== undefined && child.stdout) {
      last = spawn(into, { stdio: [child.stdout, 'ignore', 'inherit'] });
      child.stdout.destroy();
    }
    const ended = new Promise<number | null>((resolve) => last.once('close', resolve));
    for (const deadline = Date.now() + PATIENCE_MS; !existsSync(mark);) {
      if (Date.now() > deadline || child.exitCode !== null) {
        throw new Error('ssh did not reach the target');
      }
      await sleep(10);
    }
    const started = performance.now();
    child.stdin?.write('\n');
    const code = await ended;
    if (code !== 0) {
      throw new Error(`ssh ended with ${String(code)}`);
    }
    return (performance.now() - started) / 1000;
  }
}
