import { createRequire } from 'node:module';

import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';
import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';
import headless from '@xterm/headless';

import { Unfinished } from './unfinished.ts';

interface Serializer extends headless.ITerminalAddon {
  serialize(options: { scrollback: number }): string;
}

/** Loaded past the compiler: their types bring those of the browser along, which do not belong into a server. */
const load = createRequire(import.meta.url);
const { SerializeAddon } = load('@xterm/addon-serialize') as { SerializeAddon: new () => Serializer };
const { Unicode11Addon } = load('@xterm/addon-unicode11') as {
  Unicode11Addon: new () => headless.ITerminalAddon;
};

/** What a terminal shows at a moment: written to an empty terminal of this size, the bytes give the same screen. */
export interface Screen {
  size: TerminalSize;
  bytes: Uint8Array;
}

/** Lines above the screen that are kept with it. */
const SCROLLBACK_LINES = 200;

/** The part of a terminal that its interface does not show. */
interface Core {
  _core: {
    buffer: { scrollTop: number; scrollBottom: number };
    coreService: { isCursorHidden: boolean };
  };
}

/** A terminal without a window, to find out what a recording showed. Costly: it belongs into a thread. */
export class ReplayedScreen {
  readonly #terminal: headless.Terminal;
  readonly #serialize = new SerializeAddon();
  readonly #unfinished = new Unfinished();

  constructor(size: TerminalSize) {
    this.#terminal = new headless.Terminal({
      ...size,
      scrollback: SCROLLBACK_LINES,
      allowProposedApi: true,
      logLevel: 'off',
    });
    this.#terminal.loadAddon(this.#serialize);
    // The same widths as in the browser, or the cursor would stand elsewhere.
    this.#terminal.loadAddon(new Unicode11Addon());
    this.#terminal.unicode.activeVersion = '11';
  }

  static async from({ size, bytes }: Screen): Promise<ReplayedScreen> {
    const screen = new ReplayedScreen(size);
    await screen.#write([bytes]);
    return screen;
  }

  async play(events: Iterable<TerminalEvent>): Promise<void> {
    let waiting: Uint8Array[] = [];
    for (const event of events) {
      if (event.kind === 'output') {
        waiting.push(event.bytes);
      } else if (event.kind === 'resize') {
        await this.#write(waiting);
        waiting = [];
        this.#terminal.resize(event.size.cols, event.size.rows);
      }
    }
    await this.#write(waiting);
  }

  save(): Screen {
    const { cols, rows } = this.#terminal;
    const text = this.#serialize.serialize({ scrollback: SCROLLBACK_LINES }) + this.#region();
    return { size: { cols, rows }, bytes: Buffer.concat([Buffer.from(text), this.#unfinished.bytes]) };
  }

  /** The rows in sight, as text: what tests compare. */
  lines(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
    );
  }

  /** What is drawn, cell by cell. */
  get buffer(): headless.IBuffer {
    return this.#terminal.buffer.active;
  }

  get size(): TerminalSize {
    const { cols, rows } = this.#terminal;
    return { cols, rows };
  }

  /** A program may hide it. */
  get isCursorHidden(): boolean {
    return (this.#terminal as unknown as Core)._core.coreService.isCursorHidden;
  }

  get cursor(): { x: number; y: number } {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { x: cursorX, y: cursorY };
  }

  dispose(): void {
    this.#terminal.dispose();
  }

  /** The rows that scroll. Setting them sends the cursor home, and so does counting from them: it is put back. */
  #region(): string {
    const { scrollTop, scrollBottom } = (this.#terminal as unknown as Core)._core.buffer;
    const isRelative = this.#terminal.modes.originMode;
    const isWhole = scrollTop === 0 && scrollBottom === this.#terminal.rows - 1;
    if (isWhole && !isRelative) {
      return '';
    }
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    const row = cursorY + 1 - (isRelative ? scrollTop : 0);
    return `\u001B[${scrollTop + 1};${scrollBottom + 1}r\u001B[${row};${cursorX + 1}H`;
  }

  async #write(parts: readonly Uint8Array[]): Promise<void> {
    for (const part of parts) {
      this.#unfinished.push(part);
    }
    await new Promise<void>((resolve) => {
      this.#terminal.write(Buffer.concat(parts), resolve);
    });
  }
}
