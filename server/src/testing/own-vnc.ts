import { execFile, spawn, type ChildProcess } from 'node:child_process';
import net, { type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A VNC desktop of the test's own: nobody else copies and pastes there. Its screen is empty. */
export class OwnVnc {
  readonly port: number;
  readonly #server: ChildProcess;
  /** As programs that draw on it name it. */
  readonly display: string;
  readonly #others: ChildProcess[] = [];
  #painted = 0;
  readonly #killLeftover = () => void this.#server.kill('SIGKILL');

  private constructor(server: ChildProcess, port: number, display: string) {
    this.#server = server;
    this.port = port;
    this.display = display;
    process.once('exit', this.#killLeftover);
  }

  static async start(): Promise<OwnVnc> {
    const port = await freePort();
    // It says on descriptor 3 which display it has become, once it listens.
    const options = ['-displayfd', '3', '-rfbport', String(port), '-localhost', '-SecurityTypes', 'None'];
    const screen = [
      '-geometry',
      '800x600',
      '-depth',
      '24',
      '-ac',
      '-AlwaysShared',
      '-AcceptSetDesktopSize=1',
    ];
    const server = spawn('Xvnc', [...options, ...screen], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    for await (const line of createInterface({ input: server.stdio[3] as Readable })) {
      return new OwnVnc(server, port, `:${line.trim()}`);
    }
    throw new Error('Xvnc did not start');
  }

  get host() {
    return { host: '127.0.0.1', port: this.port, username: '', password: 'none' };
  }

  /** Somebody at the desktop copies this. */
  copy(text: string): void {
    const xclip = spawn('xclip', ['-quiet', '-i', '-selection', 'clipboard'], {
      env: { ...process.env, DISPLAY: this.display },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#others.push(xclip);
    xclip.stdin.end(text);
  }

  /** What somebody at the desktop would paste. */
  async pasted(): Promise<string> {
    const env = { ...process.env, DISPLAY: this.display };
    return run('xclip', ['-o', '-selection', 'clipboard'], { env, timeout: 2000 }).then(
      ({ stdout }) => stdout,
      () => '',
    );
  }

  /** The whole screen gets another colour. */
  async paint(): Promise<void> {
    const colour = `#${(++this.#painted % 0xffffff).toString(16).padStart(6, '0')}`;
    await run('xsetroot', ['-display', this.display, '-solid', colour]);
  }

  stop(): void {
    process.removeListener('exit', this.#killLeftover);
    [...this.#others, this.#server].forEach((child) => child.kill('SIGKILL'));
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
