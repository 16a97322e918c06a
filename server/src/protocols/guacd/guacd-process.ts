import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, constants, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { GuacdAddress } from './connect-guacd.ts';

interface Options {
  /** The program. */
  path: string;
  /** The operator's choice; without one, it listens elsewhere each time it is started. */
  port?: number | undefined;
  logger: Logger;
  /** How long it waits before it starts the program again, the first time. */
  backOffMs?: number;
}

const USUAL_PLACES = ['/usr/sbin/guacd', '/usr/local/sbin/guacd', '/opt/guacamole/sbin/guacd'];
const SETPRIV = '/usr/bin/setpriv';
const LOOPBACK = '127.0.0.1';
const BACK_OFF_MS = SECOND_MS;
const LONGEST_BACK_OFF_MS = MINUTE_MS;
/** Whoever ran as long as this has not failed at the start. */
const STEADY_MS = MINUTE_MS;
const STOP_MS = 3 * SECOND_MS;
/** Shorter than any pause before it is started again. */
const LAST_WORDS_MS = 40;
/** Characters of what it says that are kept: of a long complaint, the end. */
const MAX_SAID = 500;
/** The descriptor of the liveness pipe: what is started knows by it that we live. */
const LIVENESS_FD = 3;
/**
 * What stands between: limits for each of its processes (files, no core that would hold passwords, 2 GB of memory), and a
 * shell beside it that waits for the end of the pipe which we hold. That comes however we end. Then it kills whatever is in
 * the session that we began with the program: its processes have groups of their own, and keep its port.
 */
const GUARDED = `
ulimit -n 4096; ulimit -c 0; ulimit -v 2097152 2>/dev/null
(
  {
    read -r _ <&${LIVENESS_FD}
    read -r own _ </proc/self/stat
    rounds=0 left=yes
    while [ "$left" ] && [ $rounds -lt 50 ]; do
      rounds=$((rounds + 1)) left=
      for file in /proc/[0-9]*/stat; do
        { read -r line <"$file"; } || continue
        pid=\${file#/proc/} pid=\${pid%/stat}
        set -f; set -- \${line##*) }; set +f
        [ "$4" = $$ ] && [ "$1" != Z ] && [ "$pid" != "$own" ] && kill -9 "$pid" && left=yes
      done
      [ "$left" ] && sleep 0.05
    done
    kill -9 -$$
  } </dev/null >/dev/null 2>&1 &
)
exec "$@" ${LIVENESS_FD}<&-`;

/** Where guacd is installed on this machine; undefined when it is not. */
export async function findGuacd(places: readonly string[] = USUAL_PLACES): Promise<string | undefined> {
  for (const path of places) {
    if (await isThere(path)) {
      return path;
    }
  }
  return undefined;
}

/** What an installed one calls itself. */
export async function describeGuacd(path: string): Promise<string> {
  const options = { env: { LANG: 'C.UTF-8' }, timeout: STOP_MS };
  const { stdout } = await promisify(execFile)(path, ['-v'], options);
  return stdout.trim().split('\n')[0] ?? '';
}

async function isThere(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * A guacd of our own: on loopback, under a user of its own where we are root, without a way to more rights, with limits.
 * It is started again when it ends, later each time, and ends with this process and with all it started, also when this
 * one is killed.
 */
export class GuacdProcess {
  readonly #options: Options;
  #address: GuacdAddress | undefined;
  #child: ChildProcess | undefined;
  #liveness: LivenessPipe | undefined;
  #home: string | undefined;
  #startedAt = 0;
  /** Its last words: why it ended, where it ended by itself. */
  #said = '';
  #waitMs: number;
  #again: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    this.#waitMs = options.backOffMs ?? BACK_OFF_MS;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Where it listens; undefined before it was started. */
  get address(): GuacdAddress | undefined {
    return this.#address;
  }

  async start(): Promise<void> {
    const account = process.getuid?.() === 0 ? await accountOf('guacd') : undefined;
    this.#home ??= await mkdtemp(join(tmpdir(), 'jadegate-guacd-'));
    if (account) {
      await chown(this.#home, account.uid, account.gid);
    }
    const { port } = this.#options;
    const address = port === undefined ? await freePlace() : { host: LOOPBACK, port };
    const { command, args } = await commandLine(this.#options.path, address, account);
    if (this.#isStopped) {
      await this.#clean();
      return;
    }
    const child = spawn(command, args, {
      // Nothing of our environment: it holds the passwords of the database and of the master key.
      env: { HOME: this.#home, LANG: 'C.UTF-8', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      cwd: this.#home,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      // A session of its own, by which everything that it starts is found.
      detached: true,
    });
    this.#child = child;
    this.#liveness = new LivenessPipe(child.stdio[LIVENESS_FD] as Socket);
    this.#address = address;
    this.#startedAt = performance.now();
    this.#said = '';
    child.stderr?.on('data', (bytes: Buffer) => this.#log(bytes));
    child.once('error', (error) => this.#onEnd({ error }));
    child.once('exit', (code, signal) => this.#onEnd({ code, signal }));
    this.#options.logger.info({ pid: child.pid, ...address }, 'guacd was started');
  }

  /** Resolves when it is gone, with everything it started. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#again);
    const child = this.#child;
    if (child?.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await gone;
      clearTimeout(hard);
    }
    await this.#liveness?.close();
    await this.#clean();
  }

  async #clean(): Promise<void> {
    if (this.#home !== undefined) {
      await rm(this.#home, { recursive: true, force: true });
    }
  }

  #onEnd(facts: object): void {
    if (this.#isStopped || !this.#child) {
      return;
    }
    this.#child = undefined;
    if (performance.now() - this.#startedAt > STEADY_MS) {
      this.#waitMs = this.#options.backOffMs ?? BACK_OFF_MS;
    }
    const againInMs = this.#waitMs;
    // what it said last is heard a moment after its end
    setTimeout(() => {
      const told = { ...facts, said: this.#said.trim(), againInMs };
      this.#options.logger.warn(told, 'guacd ended and is started again');
    }, LAST_WORDS_MS).unref();
    // What carried desktops is of no use without it: nobody can join them, and they keep its port.
    const rest = this.#liveness?.close();
    this.#again = setTimeout(() => {
      const started = Promise.resolve(rest).then(() => this.start());
      started.catch((error: unknown) => this.#options.logger.error({ err: error }, 'guacd does not start'));
    }, this.#waitMs).unref();
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_BACK_OFF_MS);
  }

  /** Its own words, for whoever looks for a reason. Hosts can put text into them. */
  #log(bytes: Buffer): void {
    const text = bytes.toString().replaceAll(/\p{Cc}+/gu, ' ');
    // A pipe hands over what was said in pieces of its own choice.
    this.#said = (this.#said + text).slice(-MAX_SAID);
    this.#options.logger.debug({ text: text.trim().slice(0, MAX_SAID) }, 'guacd says');
  }
}

/** As long as our end is open, what was started at the other may live. */
class LivenessPipe {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    // Nobody says anything; but only who reads hears of the end.
    socket.resume();
  }

  /** Resolves when everything at the other end is gone. Harmless to call twice. */
  async close(): Promise<void> {
    this.#socket.end();
    const late = setTimeout(() => this.#socket.destroy(), STOP_MS);
    await this.#closed;
    clearTimeout(late);
  }
}

interface Account {
  uid: number;
  gid: number;
}

/** The user the package makes for it; without one, nobody's. */
async function accountOf(name: string): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const line = lines.find(([user]) => user === name) ?? lines.find(([user]) => user === 'nobody');
  return { uid: Number(line?.[2] ?? 65_534), gid: Number(line?.[3] ?? 65_534) };
}

/**
 * A place on loopback that nobody knows beforehand. Linux has sixteen million such addresses: whoever is led to this machine
 * by a way that we cannot judge would have to try them all.
 */
async function freePlace(): Promise<GuacdAddress> {
  const host =
    process.platform === 'linux'
      ? `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`
      : LOOPBACK;
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return { host, port };
}

async function commandLine(path: string, { host, port }: GuacdAddress, account: Account | undefined) {
  const guacd = [path, '-f', '-b', host, '-l', String(port), '-L', 'info'];
  const guarded = ['-c', GUARDED, 'guacd', ...guacd];
  if (!(await isThere(SETPRIV))) {
    if (account) {
      throw new Error('setpriv is missing, so guacd would run as root');
    }
    return { command: '/bin/sh', args: guarded };
  }
  const as = account
    ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--bounding-set=-all']
    : [];
  // Also when this process is killed, and the shell beside it as well.
  return { command: SETPRIV, args: [...as, '--no-new-privs', '--pdeathsig=TERM', '/bin/sh', ...guarded] };
}
