import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The display of the VNC host, which the NLA host shares. */
const DISPLAY = ':31';
const PLACE = { x: 300, y: 420, columns: 60, rows: 8 };

/**
 * A window of its own on the VNC host, with a program in it that keeps each line that is typed. Closed when the test is
 * over, so that nobody's words stay on the shared screen.
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

  static async open(): Promise<XWindow> {
    const folder = await mkdtemp(join(tmpdir(), 'x-window-'));
    const { x, y, columns, rows } = PLACE;
    const child = spawn(
      'xterm',
      [
        '-u8',
        '-geometry',
        `${columns}x${rows}+${x}+${y}`,
        '-e',
        'sh',
        '-c',
        `echo ready > ${folder}/ready; exec cat > ${folder}/typed`,
      ],
      { env: { PATH: '/usr/bin:/bin', DISPLAY, LANG: 'C.UTF-8' }, stdio: 'ignore' },
    );
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
