import type { TerminalSize } from '@jadegate/contract/terminal-socket';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/xterm';

import '@xterm/xterm/css/xterm.css';

/** Colours of the screen inside the terminal: those of programs, not of the console around it. */
export const SCREEN_COLOURS = {
  background: '#1b1b1b',
  foreground: '#d6d6d6',
  cursor: '#d6d6d6',
  selectionBackground: '#44566b',
};
const FONTS = '"JetBrains Mono", Menlo, Consolas, "Noto Sans Mono CJK TC", "Microsoft JhengHei", monospace';
const FONT = { min: 5, max: 28, start: 15 };
const SCROLLBACK_LINES = 5000;
/** Breaks off a sequence that was begun, then resets the terminal. */
const START_AFRESH = Uint8Array.of(0x18, 0x1b, 0x63);

/** The part of a terminal that its interface does not show. */
interface Core {
  _core: { coreService: { isCursorInitialized: boolean } };
}

/** A terminal to look at: it keeps the size it is told, and its letters grow and shrink with the window. */
export class FixedTerminal {
  readonly #terminal: Terminal;
  readonly #holder: HTMLElement;
  readonly #watch: ResizeObserver;

  constructor(holder: HTMLElement) {
    this.#holder = holder;
    this.#terminal = new Terminal({
      allowProposedApi: true,
      disableStdin: true,
      cursorInactiveStyle: 'block',
      scrollback: SCROLLBACK_LINES,
      fontFamily: FONTS,
      fontSize: FONT.start,
      theme: SCREEN_COLOURS,
    });
    // Han characters are two cells wide in this table, as in the programs that draw them.
    this.#terminal.loadAddon(new Unicode11Addon());
    this.#terminal.unicode.activeVersion = '11';
    this.#terminal.open(holder);
    // The cursor appears with the first focus, and nobody types here.
    (this.#terminal as unknown as Core)._core.coreService.isCursorInitialized = true;
    this.#watch = new ResizeObserver(() => this.#fit());
    this.#watch.observe(holder);
  }

  /** Everything goes the way of the output, so that nothing overtakes what is still to be drawn. */
  reset(size: TerminalSize): void {
    this.#terminal.write(START_AFRESH);
    this.resize(size);
  }

  resize({ cols, rows }: TerminalSize): void {
    this.#terminal.write('', () => {
      this.#terminal.resize(cols, rows);
      this.#fit();
    });
  }

  write(bytes: Uint8Array): void {
    this.#terminal.write(bytes);
  }

  /** What is marked, or else everything in sight. */
  text(): string {
    const marked = this.#terminal.getSelection();
    if (marked !== '') {
      return marked;
    }
    const { active } = this.#terminal.buffer;
    const lines = Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
    );
    return lines.join('\n').trimEnd();
  }

  dispose(): void {
    this.#watch.disconnect();
    this.#terminal.dispose();
  }

  #fit(): void {
    const screen = this.#terminal.element?.querySelector<HTMLElement>('.xterm-screen');
    const width = screen?.offsetWidth ?? 0;
    const height = screen?.offsetHeight ?? 0;
    if (width === 0 || height === 0) {
      return;
    }
    const ratio = Math.min(this.#holder.clientWidth / width, this.#holder.clientHeight / height);
    const size = Math.floor((this.#terminal.options.fontSize ?? FONT.start) * ratio * 2) / 2;
    const next = Math.min(FONT.max, Math.max(FONT.min, size));
    if (next !== this.#terminal.options.fontSize) {
      this.#terminal.options.fontSize = next;
    }
  }
}
