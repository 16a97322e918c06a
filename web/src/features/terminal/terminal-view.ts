import type { TerminalSize } from '@jadegate/contract/terminal-socket';
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';

import '@xterm/xterm/css/xterm.css';
import { terminalTheme, type TerminalPreferences } from './terminal-preferences.ts';

export interface TerminalViewEvents {
  onInput(bytes: Uint8Array): void;
  onResize(size: TerminalSize): void;
  /** Several lines are about to be pasted: answers whether they may. */
  confirmPaste(text: string): Promise<boolean>;
}

const SCROLLBACK_LINES = 5000;

/** An xterm on an element, with what people expect of it. Knows nothing of sessions. */
export class TerminalView {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #stop = new AbortController();
  readonly #watch: ResizeObserver;

  constructor(element: HTMLElement, preferences: TerminalPreferences, events: TerminalViewEvents) {
    const terminal = new Terminal({
      allowProposedApi: true,
      scrollback: SCROLLBACK_LINES,
      cursorBlink: true,
      macOptionIsMeta: true,
      rightClickSelectsWord: true,
      ...optionsOf(preferences),
    });
    this.#terminal = terminal;
    terminal.loadAddon(this.#fit);
    terminal.loadAddon(this.#search);
    terminal.loadAddon(new WebLinksAddon(openLink));
    // Han characters are two cells wide in this table, as in the programs that draw them.
    terminal.loadAddon(new Unicode11Addon());
    terminal.unicode.activeVersion = '11';
    terminal.open(element);
    this.#fit.fit();
    void this.#drawWithGpu();
    const encoder = new TextEncoder();
    terminal.onData((text) => events.onInput(encoder.encode(text)));
    // Mouse reports of old programs are bytes, not text.
    terminal.onBinary((text) =>
      events.onInput(Uint8Array.from(text, (character) => character.charCodeAt(0))),
    );
    terminal.onResize((size) => events.onResize(size));
    this.#watch = new ResizeObserver(() => this.#fit.fit());
    this.#watch.observe(element);
    this.#guardPaste(element, events);
  }

  get size(): TerminalSize {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows };
  }

  write(bytes: Uint8Array, shown?: () => void): void {
    this.#terminal.write(bytes, shown);
  }

  focus(): void {
    this.#terminal.focus();
  }

  paste(text: string): void {
    this.#terminal.paste(text);
    this.#terminal.focus();
  }

  prefer(preferences: TerminalPreferences): void {
    Object.assign(this.#terminal.options, optionsOf(preferences));
    this.#fit.fit();
  }

  /** Answers whether the text is there. */
  find(text: string, backwards = false): boolean {
    const options = { caseSensitive: false };
    return backwards ? this.#search.findPrevious(text, options) : this.#search.findNext(text, options);
  }

  dispose(): void {
    this.#stop.abort();
    this.#watch.disconnect();
    this.#terminal.dispose();
  }

  /** Falls back to drawing by elements where there is no GPU, or when it goes away. */
  async #drawWithGpu(): Promise<void> {
    const { WebglAddon } = await import('@xterm/addon-webgl');
    if (this.#stop.signal.aborted) {
      return;
    }
    try {
      const webgl = new WebglAddon();
      webgl.onContextLoss(() => webgl.dispose());
      this.#terminal.loadAddon(webgl);
    } catch {
      // No WebGL here; the terminal draws itself without it.
    }
  }

  /** A shell runs each line at once, so nobody should paste several without having seen them. */
  #guardPaste(element: HTMLElement, { confirmPaste }: TerminalViewEvents): void {
    element.addEventListener(
      'paste',
      (event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (!/[\r\n]/.test(text.trimEnd())) {
          return;
        }
        event.preventDefault();
        event.stopPropagation();
        void confirmPaste(text).then((isFine) => isFine && this.paste(text));
      },
      { capture: true, signal: this.#stop.signal },
    );
  }
}

function optionsOf(preferences: TerminalPreferences) {
  return {
    fontSize: preferences.fontSize,
    fontFamily: '"JetBrains Mono", Menlo, Consolas, "Noto Sans Mono CJK TC", "Microsoft JhengHei", monospace',
    theme: terminalTheme(preferences.theme),
  };
}

function openLink(_event: MouseEvent, address: string): void {
  if (/^https?:/i.test(address)) {
    window.open(address, '_blank', 'noopener,noreferrer');
  }
}
