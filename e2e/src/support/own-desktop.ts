import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';

import { LOOPBACK } from '../hosts.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

function isListening(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, LOOPBACK, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(undefined));
  });
}

/** A server of the test's own, which can be killed and started again on the same port. */
abstract class OwnServer {
  readonly port: number;
  readonly #killLeftover = (): unknown => this.child?.kill('SIGKILL');
  protected child: ChildProcess | undefined;

  protected constructor(port: number) {
    this.port = port;
    process.once('exit', this.#killLeftover);
  }

  protected abstract launch(): ChildProcess;
  protected abstract isReady(): Promise<true | undefined>;

  async start(): Promise<void> {
    this.child = this.launch();
    await until('the server listens', () => this.isReady());
  }

  /** Without a chance to say goodbye. */
  async kill9(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      this.killAll(child);
      await gone;
    }
    this.child = undefined;
  }

  protected killAll(child: ChildProcess): void {
    child.kill('SIGKILL');
  }

  async remove(): Promise<void> {
    process.removeListener('exit', this.#killLeftover);
    await this.kill9();
  }
}

/** A VNC desktop with a clock on it, so that there is always something new to see. */
export class OwnVnc extends OwnServer {
  readonly #display: number;
  readonly #namespace: string | undefined;

  private constructor(port: number, namespace?: string) {
    super(port);
    // Displays of the shared hosts have small numbers.
    this.#display = 100 + (port % 10_000);
    this.#namespace = namespace;
  }

  /** `namespace`: where it lives, when that is not the machine's own network. */
  static async start(namespace?: string): Promise<OwnVnc> {
    const vnc = new OwnVnc(await freePort(), namespace);
    await vnc.start();
    return vnc;
  }

  protected launch(): ChildProcess {
    const place = ['-rfbport', String(this.port), ...(this.#namespace ? [] : ['-localhost'])];
    const screen = ['-geometry', '800x600', '-depth', '24', '-AlwaysShared', '-AcceptSetDesktopSize=1'];
    const options = [...place, ...screen, '-SecurityTypes', 'None', '-ac', '-nolisten', 'tcp'];
    const command = ['Xvnc', `:${this.#display}`, ...options];
    const inNamespace = this.#namespace ? ['ip', 'netns', 'exec', this.#namespace] : [];
    const [program = '', ...args] = [...inNamespace, ...command];
    const child = spawn(program, args, { stdio: 'ignore' });
    // It gives up by itself when its display is gone.
    const clock = `until xclock -display :${this.#display} -update 1 2>/dev/null; do kill -0 ${String(child.pid)} || exit; sleep 0.1; done`;
    spawn('sh', ['-c', clock], { stdio: 'ignore' });
    return child;
  }

  protected async isReady(): Promise<true | undefined> {
    if (!this.#namespace) {
      return isListening(this.port);
    }
    const look = ['netns', 'exec', this.#namespace, 'ss', '-ltnH', `sport = :${this.port}`];
    return execFileSync('ip', look).length > 0 || undefined;
  }
}

/** A guacd of the test's own. Those of its processes that carry desktops are killed with it. */
export class OwnGuacd extends OwnServer {
  static async start(): Promise<OwnGuacd> {
    const guacd = new OwnGuacd(await freePort());
    await guacd.start();
    return guacd;
  }

  /** What the product is told to find it. */
  get env(): Record<string, string> {
    return { GUACD_HOST: LOOPBACK, GUACD_PORT: String(this.port) };
  }

  /**
   * The processes that carry desktops: those with a connection to anything but their person. Whoever only asks guacd whether
   * it is there, as the product does now and then, leaves a process without one behind, for a quarter of a minute.
   */
  get carriers(): number[] {
    const lines = execFileSync('ss', ['-tnpH', 'state', 'established', `sport != :${this.port}`])
      .toString()
      .split('\n');
    return this.#forked.filter((pid) => lines.some((line) => line.includes(`pid=${pid},`)));
  }

  /** The processes that it has begun, whatever for. */
  get #forked(): number[] {
    const pid = this.child?.pid;
    if (pid === undefined) {
      return [];
    }
    // They are begun by its threads, each of which knows its own.
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      try {
        const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
        return children.split(' ').filter(Boolean).map(Number);
      } catch {
        // The thread ended while the list was read.
        return [];
      }
    });
  }

  protected launch(): ChildProcess {
    const options = ['-f', '-b', LOOPBACK, '-l', String(this.port), '-L', 'error'];
    return spawn('/usr/sbin/guacd', options, { stdio: 'ignore' });
  }

  protected isReady(): Promise<true | undefined> {
    return isListening(this.port);
  }

  protected override killAll(child: ChildProcess): void {
    // Whoever it began after they were counted would keep its port.
    child.kill('SIGSTOP');
    for (const pid of this.#forked) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
    child.kill('SIGKILL');
  }
}
