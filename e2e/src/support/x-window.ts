import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A screen of the test hosts, and how a program gets onto it. */
export interface Display {
  /** Set where the program runs as the account of the host. */
  user?: string;
  env: Readonly<Record<'DISPLAY', string> & Record<string, string>>;
}

/** The display of the VNC host, which the NLA host shares. */
export const VNC_DISPLAY: Display = { env: { DISPLAY: ':31' } };

/** The display of an account on the RDP host, once it has been opened there; undefined before. */
export function rdpDisplay(username: string): Display | undefined {
  const home = `/home/${username}`;
  // Written by the desktop when it begins, with the number in its name.
  const [, number] =
    readdirSync(home)
      .map((name) => /^rdp-session(:\d+).*\.pid$/.exec(name))
      .find(Boolean) ?? [];
  return number === undefined
    ? undefined
    : { user: username, env: { DISPLAY: number, XAUTHORITY: `${home}/.Xauthority` } };
}

const PASTES = 'XTerm*VT100.translations: #override Ctrl <Key>v: insert-selection(CLIPBOARD)';
const PLACE = { x: 300, y: 420, columns: 60, rows: 8 };

/**
 * A window of its own on a host, with a program in it that keeps each line that is typed. Closed when the test is over, so
 * that nobody's words stay on the shared screen.
 */
export class XWindow {
  /** Inside it, in pixels of the desktop. */
  readonly spot = { x: PLACE.x + 60, y: PLACE.y + 60 };
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, child: ChildProcess) {
    this.#folder = folder;
    this.#process = child;
  }

  /** Ctrl+V pastes into it as into most programs, which it does not by itself, where that is wanted. */
  static async open({ user, env }: Display = VNC_DISPLAY, { pastes = false } = {}): Promise<XWindow> {
    const folder = await mkdtemp(join(tmpdir(), 'x-window-'));
    // The account of the host writes there, too.
    await chmod(folder, 0o777);
    const { x, y, columns, rows } = PLACE;
    const keep = `echo ready > ${folder}/ready; exec cat > ${folder}/typed`;
    const geometry = `${columns}x${rows}+${x}+${y}`;
    const extra = pastes ? ['-xrm', PASTES] : [];
    const window = ['xterm', '-u8', ...extra, '-geometry', geometry, '-e', 'sh', '-c', keep];
    const as = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
    const [program = '', ...args] = [...as, ...window];
    const child = spawn(program, args, {
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...env },
      stdio: 'ignore',
    });
    return new XWindow(folder, child);
  }

  /** Its program is there. */
  async isReady(): Promise<boolean> {
    return (await this.#read('ready')) !== '';
  }

  lines(): Promise<string> {
    return this.#read('typed');
  }

  async close(): Promise<void> {
    this.#process.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #read(name: string): Promise<string> {
    try {
      return await readFile(join(this.#folder, name), 'utf8');
    } catch {
      return '';
    }
  }
}
