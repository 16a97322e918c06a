import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Ran {
  code: number | null;
  output: Buffer;
  errors: string;
}

interface Given {
  password?: string;
  env?: Record<string, string>;
}

/** The clients of OpenSSH, with a password that nobody types and nothing of this machine's own settings. */
export class OpenSsh {
  readonly folder = mkdtempSync(join(tmpdir(), 'jadegate-ssh-'));
  readonly #askPass = join(this.folder, 'ask-pass');

  constructor() {
    writeFileSync(this.#askPass, '#!/bin/sh\nprintf "%s\\n" "$TEST_PASSWORD"\n');
    chmodSync(this.#askPass, 0o700);
  }

  /** What `ssh`, `scp` and `sftp` all take. */
  options(port: number): string[] {
    const settings = {
      Port: port,
      StrictHostKeyChecking: 'no',
      LogLevel: 'ERROR',
      UserKnownHostsFile: '/dev/null',
      GlobalKnownHostsFile: '/dev/null',
    };
    return ['-F', 'none', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
  }

  /** A file of settings for `-F`, which the jumps of `ssh -J` read as well. */
  configure(name: string, lines: readonly string[]): string {
    const path = join(this.folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
    return path;
  }

  run(
    program: string,
    args: readonly string[],
    { input, ...given }: Given & { input?: Uint8Array | undefined } = {},
  ): Promise<Ran> {
    return new Promise((resolve, reject) => {
      const child = this.start(program, args, given);
      const output: Buffer[] = [];
      let errors = '';
      child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
      child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, output: Buffer.concat(output), errors }));
      child.stdin.end(input);
    });
  }

  /** One that goes on while something else is looked at. */
  start(program: string, args: readonly string[], { password = '', env = {} }: Given = {}) {
    const child = spawn(program, args, {
      env: {
        PATH: process.env['PATH'],
        HOME: this.folder,
        LANG: 'C.UTF-8',
        TERM: 'xterm',
        SSH_ASKPASS: this.#askPass,
        SSH_ASKPASS_REQUIRE: 'force',
        TEST_PASSWORD: password,
        ...env,
      },
    });
    child.stdin.on('error', () => undefined);
    return child;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
