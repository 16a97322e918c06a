import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/xterm';

import '@xterm/xterm/css/xterm.css';
import type { Zoom } from '../session/zooms.ts';
import { guardClipboard, type ClipboardGuard } from './guard-clipboard.ts';
import { NO_LINKS } from './open-link.ts';
import { SCREEN_COLOURS } from './screen-colours.ts';
import { ScreenHighlights } from './screen-highlights.ts';
import { allowStyleAttributes } from './style-attributes.ts';
import { isTerminalAnswer } from './terminal-replies.ts';

const FONTS = '"JetBrains Mono", Menlo, Consolas, "Noto Sans Mono CJK TC", "Microsoft JhengHei", monospace';
const FONT = { min: 5, max: 28, start: 15 };
const SCROLLBACK_LINES = 5000;
/** Breaks off a sequence that was begun, then resets the terminal. */
const START_AFRESH = Uint8Array.of(0x18, 0x1b, 0x63);

/** The part of a terminal that its interface does not show. */
interface Core {
  _core: { coreService: { isCursorInitialized: boolean } };
}

interface FixedTerminalOptions {
  /** Somebody may type. Without it, it is there to look at. */
  onInput?: (bytes: Uint8Array) => void;
  clipboard?: Omit<ClipboardGuard, 'paste'>;
}

/** A terminal that keeps the size it is told; its letters grow and shrink with the window. */
export class FixedTerminal {
  readonly #terminal: Terminal;
  readonly #holder: HTMLElement;
  readonly #watch: ResizeObserver;
  readonly #stop = new AbortController();
  #highlights: ScreenHighlights | undefined;
  #zoom: Zoom = 1;

  constructor(holder: HTMLElement, { onInput, clipboard }: FixedTerminalOptions = {}) {
    this.#holder = holder;
    this.#terminal = new Terminal({
      allowProposedApi: true,
      disableStdin: onInput === undefined,
      macOptionIsMeta: true,
      linkHandler: NO_LINKS,
      cursorInactiveStyle: 'block',
      scrollback: SCROLLBACK_LINES,
      fontFamily: FONTS,
      fontSize: FONT.start,
      theme: SCREEN_COLOURS,
    });
    // Han characters are two cells wide in this table, as in the programs that draw them.
    this.#terminal.loadAddon(new Unicode11Addon());
    this.#terminal.unicode.activeVersion = '11';
    allowStyleAttributes();
    this.#terminal.open(holder);
    // The cursor appears with the first focus, and nobody types here.
    (this.#terminal as unknown as Core)._core.coreService.isCursorInitialized = true;
    this.#watch = new ResizeObserver(() => this.#fit());
    this.#watch.observe(holder);
    if (clipboard) {
      guardClipboard(
        holder,
        { ...clipboard, paste: (text) => this.#terminal.paste(text) },
        this.#stop.signal,
      );
    }
    if (onInput) {
      this.#listen(onInput);
      this.#terminal.focus();
    }
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

  /** Draws it so much larger than what fits: its holder lets people move about in it. */
  zoom(zoom: Zoom): void {
    this.#zoom = zoom;
    this.#fit();
  }

  write(bytes: Uint8Array): void {
    this.#terminal.write(bytes);
  }

  /** Marks the text wherever it is in sight, now and later; an empty one marks nothing. */
  highlight(text: string): void {
    if (text !== '') {
      this.#highlights ??= new ScreenHighlights(this.#terminal);
    }
    this.#highlights?.show(text);
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
    this.#stop.abort();
    this.#watch.disconnect();
    this.#highlights?.dispose();
    this.#terminal.dispose();
  }

  /** What programs ask is answered by the terminal of the session's person, not by everybody who looks on. */
  #listen(onInput: (bytes: Uint8Array) => void): void {
    const encoder = new TextEncoder();
    this.#terminal.onData((text) => {
      if (!isTerminalAnswer(text)) {
        onInput(encoder.encode(text));
      }
    });
    // Mouse reports of old programs are bytes, not text.
    this.#terminal.onBinary((text) => onInput(Uint8Array.from(text, (character) => character.charCodeAt(0))));
  }

  #fit(): void {
    const screen = this.#terminal.element?.querySelector<HTMLElement>('.xterm-screen');
    const width = screen?.offsetWidth ?? 0;
    const height = screen?.offsetHeight ?? 0;
    if (width === 0 || height === 0) {
      return;
    }
    const ratio = Math.min(this.#holder.clientWidth / width, this.#holder.clientHeight / height);
    const whole = Math.floor((this.#terminal.options.fontSize ?? FONT.start) * ratio * 2) / 2;
    const next = Math.min(FONT.max, Math.max(FONT.min, whole) * this.#zoom);
    if (next !== this.#terminal.options.fontSize) {
      this.#terminal.options.fontSize = next;
    }
  }
}
