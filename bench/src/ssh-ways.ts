import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, copyFile, mkdir, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { LOOPBACK, ssh } from '../../e2e/src/hosts.ts';
import type { Target } from './target.ts';

const PATIENCE_MS = 30_000;
/** Not the ciphers are compared: what OpenSSH and the product agree on first. */
const OPTIONS = {
  IdentitiesOnly: 'yes',
  StrictHostKeyChecking: 'no',
  UserKnownHostsFile: '/dev/null',
  LogLevel: 'ERROR',
  Ciphers: 'aes128-gcm@openssh.com',
  KexAlgorithms: 'curve25519-sha256',
};

/** One way to the target, as the words that lead there: what follows them is run on the target. */
export interface SshWay {
  words: readonly string[];
}

function words(program: string, key: string, port: number, ...more: readonly string[]): string[] {
  const options = Object.entries({ ...OPTIONS, Port: String(port) });
  return [
    program,
    '-F',
    '/dev/null',
    '-i',
    key,
    ...options.flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...more,
  ];
}

/** From here to the target, and no further. */
export function straight(): SshWay {
  return { words: words('ssh', ssh.privateKeyFile, ssh.port, '-T', `${ssh.username}@${LOOPBACK}`) };
}

/** Through the product's door. */
export function throughDoor(port: number, user: string): SshWay {
  return { words: words('ssh', ssh.privateKeyFile, port, '-T', `${user}@${LOOPBACK}`) };
}

/** A bastion as OpenSSH makes one, which reads and writes both sides as the product does: `ssh gate ssh target`. */
export async function throughGate(target: Target): Promise<SshWay> {
  const folder = target.path('gate');
  const key = `${folder}/key`;
  const { uid, gid } = await stat(`/home/${ssh.username}`);
  await mkdir(folder, { mode: 0o755 });
  await copyFile(ssh.privateKeyFile, key);
  await chown(key, uid, gid);
  const onward = words('ssh', key, ssh.port, '-T', `${ssh.username}@${LOOPBACK}`);
  return { words: [...straight().words, ...onward] };
}

/** Runs a command at the end of a way. */
function run(way: SshWay, command: readonly string[], output: 'pipe' | 'ignore'): ChildProcess {
  const [program = '', ...args] = [...way.words, ...command];
  return spawn(program, args, { stdio: ['pipe', output, 'inherit'] });
}

/** Seconds from a key stroke that starts a command until all that it prints was thrown away. */
export async function secondsOf(way: SshWay, target: Target, command: string): Promise<number> {
  const mark = target.path(`ready-${Math.random()}`);
  // Quoted once more for a gate, whose shell takes a layer off.
  const script = `touch ${mark}; read _; ${command}`;
  const isTwice = way.words.filter((word) => word === 'ssh').length > 1;
  const child = run(way, [isTwice ? `'${script}'` : script], 'ignore');
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for (const deadline = Date.now() + PATIENCE_MS; !existsSync(mark);) {
    if (Date.now() > deadline || child.exitCode !== null) {
      throw new Error(`${way.words.join(' ')} did not reach the target`);
    }
    await sleep(10);
  }
  const started = performance.now();
  child.stdin?.write('\n');
  const code = await ended;
  if (code !== 0) {
    throw new Error(`it ended with ${String(code)}`);
  }
  return (performance.now() - started) / 1000;
}

/** OpenSSH's client at its prompt: commands one after another on one connection. */
export class SftpPrompt {
  readonly #child: ChildProcess;
  #heard = '';
  #onHeard: (() => void) | undefined;

  constructor(way: SshWay) {
    const [host = '', ...options] = way.words.toReversed();
    const isTwice = way.words.filter((word) => word === 'ssh').length > 1;
    // Through a gate the program of the other side is reached by a command of its own.
    const args = isTwice
      ? ['-D', [...way.words, '-s', 'sftp'].join(' ')]
      : [...options.toReversed().filter((word) => word !== 'ssh' && word !== '-T'), host];
    this.#child = spawn('sftp', ['-b', '-', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout?.on('data', (bytes: Buffer) => {
      this.#heard += bytes.toString('latin1');
      this.#onHeard?.();
    });
    this.#child.once('close', () => this.#onHeard?.());
  }

  /** In batch mode nothing is said when a command is done, so it is asked where it stands. */
  async run(command: string): Promise<void> {
    this.#heard = '';
    this.#child.stdin?.write(`${command}\npwd\n`);
    while (!this.#heard.includes('Remote working directory')) {
      if (this.#child.exitCode !== null) {
        throw new Error('sftp ended');
      }
      await new Promise<void>((resolve) => (this.#onHeard = resolve));
    }
  }

  close(): void {
    this.#child.stdin?.end('bye\n');
  }
}
