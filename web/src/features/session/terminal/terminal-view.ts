import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';

import '@xterm/xterm/css/xterm.css';
import { guardClipboard, type ClipboardGuard } from '../../../components/terminal/guard-clipboard.ts';
import { LINKS, openLink } from '../../../components/terminal/open-link.ts';
import { allowStyleAttributes } from '../../../components/terminal/style-attributes.ts';
import { isTerminalReply } from '../../../components/terminal/terminal-replies.ts';
import { ringBell } from './bell.ts';
import { ShellDirectory } from './shell-directory.ts';
import type { TerminalLook } from './terminal-preferences.ts';
import { findColours, isLightScheme, SCHEMES } from './terminal-schemes.ts';
import { TypedLine } from './typed-line.ts';

/** What a search has found; `index` is -1 when there are too many to count. */
export interface Found {
  index: number;
  count: number;
}

export interface TerminalViewEvents {
  onInput: (bytes: Uint8Array, text: string, how: 'typed' | 'pasted') => void;
  onResize: (size: TerminalSize) => void;
  onFound: (found: Found) => void;
  onFocus: () => void;
  /** The shell moved to another directory, or says so. */
  onDirectory: (path: string) => void;
  /** Text was selected while it is to be copied by that. */
  onCopy: (text: string) => void;
  mayUseClipboard: ClipboardGuard['mayUseClipboard'];
  /** Several lines are about to be pasted: answers whether they may. */
  confirmPaste: (text: string) => Promise<boolean>;
}

/** Keys that phones do not have. */
export const SOFT_KEYS = [
  'Escape',
  'Tab',
  'Up',
  'Down',
  'Left',
  'Right',
  'Pipe',
  'Slash',
  'Tilde',
  'Dash',
  'Home',
  'End',
  'PageUp',
  'PageDown',
] as const;
export type SoftKey = (typeof SOFT_KEYS)[number];
/** What these send, whatever the program has asked for. */
export const PLAIN_KEYS: Partial<Record<SoftKey, string>> = {
  Escape: '\u001B',
  Tab: '\t',
  Pipe: '|',
  Slash: '/',
  Tilde: '~',
  Dash: '-',
  PageUp: '\u001B[5~',
  PageDown: '\u001B[6~',
};
const CURSOR_KEYS: Partial<Record<SoftKey, string>> = {
  Up: 'A',
  Down: 'B',
  Right: 'C',
  Left: 'D',
  Home: 'H',
  End: 'F',
};

/** An xterm on an element, with what people expect of it. Knows nothing of sessions. */
export class TerminalView {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #stop = new AbortController();
  readonly #watch: ResizeObserver;
  readonly #events: TerminalViewEvents;
  readonly #directory: ShellDirectory;
  readonly #typed: TypedLine;
  #look: TerminalLook;
  #isReplaying = false;
  #isPasting = false;

  constructor(element: HTMLElement, look: TerminalLook, events: TerminalViewEvents) {
    allowStyleAttributes();
    this.#events = events;
    this.#look = look;
    const terminal = new Terminal({
      allowProposedApi: true,
      macOptionIsMeta: true,
      linkHandler: LINKS,
      ...optionsOf(look),
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
    this.#typed = new TypedLine(terminal);
    this.#directory = new ShellDirectory(events.onDirectory);
    this.#listen(element);
    this.#watch = new ResizeObserver(() => this.#fitTo(element));
    this.#watch.observe(element);
  }

  get size(): TerminalSize {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows };
  }

  write(bytes: Uint8Array, shown?: () => void): void {
    this.#terminal.write(bytes, shown);
  }

  /** Shows what was shown before: questions in it were answered long ago, and must not be answered again. */
  replay(bytes: Uint8Array, shown?: () => void): void {
    this.#isReplaying = true;
    this.#terminal.write(bytes, () => {
      this.#isReplaying = false;
      shown?.();
    });
  }

  /** Shows a drawn screen and nothing of what was there before. */
  restart(screen: Uint8Array): void {
    this.#terminal.reset();
    this.replay(screen);
  }

  /** What those hear who do not see that it is a terminal. */
  name(label: string): void {
    this.#terminal.textarea?.setAttribute('aria-label', label);
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** What is worth keeping: the selection, else the line that is or was typed last. */
  get line(): string {
    return this.selection.trim() || this.#typed.text;
  }

  get selection(): string {
    return this.#terminal.getSelection();
  }

  /** Puts text at the cursor, as if it had been pasted. */
  paste(text: string): void {
    this.#terminal.paste(text);
    this.#terminal.focus();
  }

  /** What comes from the clipboard goes only where it may, also when several panes receive the same keys. */
  #pasteClipboard(text: string): void {
    this.#isPasting = true;
    try {
      this.paste(text);
    } finally {
      this.#isPasting = false;
    }
  }

  press(key: SoftKey): void {
    const letter = CURSOR_KEYS[key];
    const lead = this.#terminal.modes.applicationCursorKeysMode ? '\u001BO' : '\u001B[';
    this.#terminal.input(letter === undefined ? (PLAIN_KEYS[key] ?? '') : lead + letter);
  }

  prefer(look: TerminalLook): void {
    this.#look = look;
    Object.assign(this.#terminal.options, optionsOf(look));
    this.#fit.fit();
  }

  /** The nearest above the bottom first: what people look for has just gone by. */
  find(text: string, { backwards = true, isTyping = false } = {}): void {
    if (text === '') {
      this.endFind();
      return;
    }
    const options = {
      caseSensitive: false,
      incremental: isTyping,
      decorations: findColours(this.#look.scheme),
    };
    if (backwards) {
      this.#search.findPrevious(text, options);
    } else {
      this.#search.findNext(text, options);
    }
  }

  endFind(): void {
    this.#search.clearDecorations();
    this.#terminal.clearSelection();
    this.#events.onFound({ index: -1, count: 0 });
  }

  dispose(): void {
    this.#stop.abort();
    this.#watch.disconnect();
    this.#directory.dispose();
    this.#terminal.dispose();
  }

  #listen(element: HTMLElement): void {
    const terminal = this.#terminal;
    const { onInput, onResize, onFound, onFocus, onCopy, mayUseClipboard } = this.#events;
    const encoder = new TextEncoder();
    terminal.onData((text) => {
      if (!this.#isReplaying || !isTerminalReply(text)) {
        if (!isTerminalReply(text)) {
          this.#typed.noteKey();
        }
        onInput(encoder.encode(text), text, this.#isPasting ? 'pasted' : 'typed');
      }
    });
    // Mouse reports of old programs are bytes, not text.
    terminal.onBinary((text) =>
      onInput(
        Uint8Array.from(text, (character) => character.charCodeAt(0)),
        text,
        'typed',
      ),
    );
    terminal.onResize(onResize);
    terminal.parser.registerOscHandler(7, (said) => {
      this.#directory.hear(said);
      return true;
    });
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) =>
      onFound({ index: resultIndex, count: resultCount }),
    );
    const { signal } = this.#stop;
    terminal.textarea?.addEventListener('focus', onFocus, { signal });
    // When the button is let go, not at every step of the pointer: the clipboard is written once.
    element.addEventListener(
      'mouseup',
      () => this.#look.copyOnSelect && this.selection !== '' && onCopy(this.selection),
      { signal },
    );
    terminal.onBell(() => ringBell(this.#look.bell, element));
    element.addEventListener('contextmenu', (event) => this.#onRightClick(event), { signal });
    const { confirmPaste } = this.#events;
    guardClipboard(
      element,
      { mayUseClipboard, confirmPaste, paste: (text) => this.#pasteClipboard(text) },
      signal,
    );
  }

  /** Pastes where the person wants that; Shift still opens the menu of the browser. */
  #onRightClick(event: MouseEvent): void {
    if (this.#look.rightClickPaste && !event.shiftKey) {
      event.preventDefault();
      void this.#pasteFromClipboard();
    }
  }

  async #pasteFromClipboard(): Promise<void> {
    const { mayUseClipboard, confirmPaste } = this.#events;
    if (!mayUseClipboard('paste')) {
      return;
    }
    try {
      const text = await navigator.clipboard.readText();
      if (text !== '' && (!/[\r\n]/.test(text) || (await confirmPaste(text)))) {
        this.#pasteClipboard(text);
      }
    } catch {
      // The browser does not let pages read the clipboard; its own way still works.
    }
  }

  /** A pane that is not shown has no size; its terminal keeps the one it had. */
  #fitTo({ clientWidth, clientHeight }: HTMLElement): void {
    if (clientWidth > 0 && clientHeight > 0) {
      this.#fit.fit();
    }
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
}

function optionsOf(look: TerminalLook) {
  return {
    fontSize: look.fontSize,
    fontFamily: look.fontFamily,
    lineHeight: look.lineHeight,
    cursorStyle: look.cursor,
    cursorBlink: look.cursorBlink,
    scrollback: look.scrollback,
    theme: SCHEMES[look.scheme],
    // Programs choose their other 240 colours for a dark screen.
    minimumContrastRatio: isLightScheme(look.scheme) ? 3 : 1,
    rightClickSelectsWord: !look.rightClickPaste,
  };
}
