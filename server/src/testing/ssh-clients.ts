import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Long for a client that has something to wait for. */
export const CLIENT_MS = 60_000;

/** With the name that the door knows, which may say which asset is meant. */
export interface ClientLogin {
  user: string;
  password: string;
}

export interface Ran {
  code: number;
  output: string;
  errors: string;
}

/** Masters of connections go soon after the last task. */
const ANSIBLE = {
  ANSIBLE_HOST_KEY_CHECKING: 'False',
  ANSIBLE_SSH_ARGS: '-o ControlMaster=auto -o ControlPersist=5s',
  ANSIBLE_NOCOWS: '1',
};

const OPTIONS = [
  'StrictHostKeyChecking=no',
  'UserKnownHostsFile=/dev/null',
  'PreferredAuthentications=password',
  'LogLevel=ERROR',
].flatMap((option) => ['-o', option]);

const at = ({ user }: ClientLogin) => `${user}@127.0.0.1`;

/**
 * Programs of Debian that people bring to the SSH door, each as it is called at a command line. A path that begins with a
 * colon is one at the other end.
 */
export class SshClients {
  readonly #door: { readonly port: number };
  /** Where they run and are at home. */
  home = '';
  #hostKey = '';

  constructor(door: { readonly port: number }) {
    this.#door = door;
  }

  /** The clients of PuTTY know no host by themselves: they are told its key. */
  async learnHostKey(): Promise<void> {
    const scan = `ssh-keyscan -p ${this.#port} 127.0.0.1 2>/dev/null | ssh-keygen -lf -`;
    const { output } = await this.run({ user: '', password: '' }, 'sh', '-c', scan);
    this.#hostKey = /SHA256:\S+(?=.*ED25519)/.exec(output)?.[0] ?? '';
  }

  run(who: ClientLogin, program: string, ...args: string[]): Promise<Ran> {
    const env = { ...process.env, SSHPASS: who.password, HOME: this.home, ...ANSIBLE };
    const options = { env, cwd: this.home || undefined, timeout: 2 * CLIENT_MS - 5000 };
    return new Promise((resolve) => {
      execFile(program, args, options, (error, output, errors) =>
        resolve({ code: error ? Number(error.code ?? 124) : 0, output, errors }),
      );
    });
  }

  ssh(who: ClientLogin, ...args: string[]): Promise<Ran> {
    return this.#withPassword(who, 'ssh', '-p', this.#port, at(who), ...args);
  }

  scp(who: ClientLogin, from: string, to: string, ...options: string[]): Promise<Ran> {
    const named = (path: string) => path.replace(/^:/, `${at(who)}:`);
    return this.#withPassword(who, 'scp', '-P', this.#port, ...options, named(from), named(to));
  }

  rsync(who: ClientLogin, ...args: string[]): Promise<Ran> {
    const shell = ['sshpass', '-e', 'ssh', '-p', this.#port, ...OPTIONS].join(' ');
    return this.run(who, 'rsync', '-e', shell, ...args.map((arg) => arg.replace(/^:/, `${at(who)}:`)));
  }

  async sftp(who: ClientLogin, ...lines: string[]): Promise<Ran> {
    const batch = ['-o', 'BatchMode=no', '-b', await this.#batch(lines)];
    return this.#withPassword(who, 'sftp', ...batch, '-P', this.#port, at(who));
  }

  async psftp(who: ClientLogin, ...lines: string[]): Promise<Ran> {
    return this.run(who, 'psftp', ...this.#ofPutty(who), '-b', await this.#batch(lines), at(who));
  }

  plink(who: ClientLogin, ...args: string[]): Promise<Ran> {
    return this.run(who, 'plink', ...this.#ofPutty(who), at(who), ...args);
  }

  lftp(who: ClientLogin, ...lines: string[]): Promise<Ran> {
    const connect = `set sftp:connect-program "ssh -a -x ${OPTIONS.join(' ')}"; set net:max-retries 1; set cmd:fail-exit yes`;
    const open = `open -u "${who.user},${who.password}" sftp://127.0.0.1:${this.#port}`;
    return this.run(who, 'lftp', '-c', [connect, open, ...lines].join('; '));
  }

  curl(who: ClientLogin, path: string, ...args: string[]): Promise<Ran> {
    const login = ['-sSk', '-u', `${who.user}:${who.password}`];
    return this.run(who, 'curl', ...login, ...args, `sftp://127.0.0.1:${this.#port}${path}`);
  }

  /** Lines of Python that find the connection as `c` and its SFTP as `s`. */
  paramiko(who: ClientLogin, ...lines: string[]): Promise<Ran> {
    const open = [
      'import paramiko',
      'c = paramiko.SSHClient()',
      'c.set_missing_host_key_policy(paramiko.AutoAddPolicy())',
      `c.connect('127.0.0.1', ${this.#port}, '${who.user}', '${who.password}', look_for_keys=False, allow_agent=False)`,
      's = c.open_sftp()',
    ];
    return this.run(who, '/usr/bin/python3', '-c', [...open, ...lines, 'c.close()'].join('\n'));
  }

  /** Shows a folder of the other end in one that is here. */
  sshfs(who: ClientLogin, folder: string, mounted: string): Promise<Ran> {
    const mount = ['-o', 'password_stdin', '-p', this.#port, ...OPTIONS, `${at(who)}:${folder}`, mounted];
    const words = mount.map((word) => `'${word}'`).join(' ');
    return this.run(who, 'sh', '-c', `printf '%s\\n' "$SSHPASS" | sshfs ${words}`);
  }

  get #port(): string {
    return String(this.#door.port);
  }

  #ofPutty({ password }: ClientLogin): string[] {
    return ['-batch', '-P', this.#port, '-pw', password, '-hostkey', this.#hostKey];
  }

  #withPassword(who: ClientLogin, program: string, ...args: string[]): Promise<Ran> {
    return this.run(who, 'sshpass', '-e', program, ...OPTIONS, ...args);
  }

  async #batch(lines: readonly string[]): Promise<string> {
    const path = join(this.home, 'batch');
    await writeFile(path, `${lines.join('\n')}\n`);
    return path;
  }
}
