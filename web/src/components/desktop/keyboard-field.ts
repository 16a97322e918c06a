import Guacamole from 'guacamole-common-js';

import { keysymOf, KEYSYM } from './key-combinations.ts';

interface KeyboardEvents {
  onKey: (isPressed: boolean, keysym: number) => void;
  onFocus: () => void;
  onBlur: () => void;
  /** What the clipboard holds is put in, by the keys for it: answers whether they shall follow. */
  onPaste: (text: string) => boolean;
  /** Text that was composed or dictated: answers whether it was dealt with. Otherwise each character becomes a key. */
  onText?: (text: string) => boolean;
}

/** A paste that the browser does not tell of within this time has nothing in it. */
const PASTE_MS = 100;

/**
 * The field that has the keyboard while a desktop has the focus. Keys become keys. What an input method composed, what was
 * dictated, or what the keyboard of a phone brings, is typed character by character once it is certain.
 */
export class KeyboardField {
  readonly element: HTMLTextAreaElement;
  readonly #keyboard: Guacamole.Keyboard;
  readonly #events: KeyboardEvents;
  readonly #stop = new AbortController();
  #isComposing = false;
  #paste: { keysym: number; timer: ReturnType<typeof setTimeout> } | undefined;

  constructor(element: HTMLTextAreaElement, events: KeyboardEvents) {
    this.element = element;
    this.#events = events;
    // Before the library listens, which would hear of each text only once, and after that of none of the other kind.
    this.#listen();
    this.#keyboard = new Guacamole.Keyboard(element);
    this.#keyboard.onkeydown = (keysym) => {
      events.onKey(true, keysym);
      return false;
    };
    this.#keyboard.onkeyup = (keysym) => events.onKey(false, keysym);
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  /** Pressed in their order, then released from the last to the first. */
  press(keysyms: readonly number[]): void {
    this.releaseAll();
    keysyms.forEach((keysym) => this.#events.onKey(true, keysym));
    keysyms.toReversed().forEach((keysym) => this.#events.onKey(false, keysym));
  }

  type(text: string): void {
    // Lines end with the key that ends lines.
    for (const character of text.replaceAll(/\r\n|\n/g, '\r')) {
      const keysym = keysymOf(character);
      this.#events.onKey(true, keysym);
      this.#events.onKey(false, keysym);
    }
  }

  /** No key stays down on the other side that nobody holds here. */
  releaseAll(): void {
    clearTimeout(this.#paste?.timer);
    this.#paste = undefined;
    this.#keyboard.reset();
  }

  dispose(): void {
    this.#stop.abort();
    this.releaseAll();
    this.#keyboard.onkeydown = null;
    this.#keyboard.onkeyup = null;
  }

  #listen(): void {
    const { element } = this;
    const options = { capture: true, signal: this.#stop.signal };
    element.addEventListener('compositionstart', () => (this.#isComposing = true), options);
    element.addEventListener(
      'compositionend',
      (event) => {
        event.stopImmediatePropagation();
        this.#isComposing = false;
        this.#takeText();
      },
      options,
    );
    element.addEventListener(
      'input',
      (event) => {
        event.stopImmediatePropagation();
        if (!this.#isComposing) {
          this.#takeText();
        }
      },
      options,
    );
    element.addEventListener(
      'beforeinput',
      ({ inputType }) => {
        // The keyboard of a phone has no such key, and nothing here to take away.
        if (inputType === 'deleteContentBackward' && element.value === '') {
          this.press([KEYSYM.backspace]);
        }
      },
      options,
    );
    element.addEventListener('keydown', (event) => this.#awaitPaste(event), options);
    element.addEventListener('paste', (event) => this.#onPaste(event), options);
    element.addEventListener('focus', () => this.#events.onFocus(), options);
    element.addEventListener('blur', () => this.#onBlur(), options);
    document.addEventListener('visibilitychange', () => document.hidden && this.releaseAll(), {
      signal: this.#stop.signal,
    });
  }

  /** The field is empty before and after: whatever stands in it was written since. */
  #takeText(): void {
    const text = this.element.value;
    this.element.value = '';
    if (text !== '' && this.#events.onText?.(text) !== true) {
      this.type(text);
    }
  }

  #onBlur(): void {
    this.#isComposing = false;
    this.element.value = '';
    this.releaseAll();
    this.#events.onBlur();
  }

  /**
   * The keys that paste are held until the browser has said what is to be pasted, which it does for these keys without
   * asking anybody. Otherwise the desktop would paste what it had before.
   */
  #awaitPaste(event: KeyboardEvent): void {
    const isPaste =
      (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'v' && !event.repeat;
    if (!isPaste || event.isComposing) {
      return;
    }
    event.stopImmediatePropagation();
    const keysym = event.key.codePointAt(0) ?? 0;
    this.#paste = { keysym, timer: setTimeout(() => this.#finishPaste(), PASTE_MS) };
  }

  #onPaste(event: ClipboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text !== '' && !this.#events.onPaste(text)) {
      clearTimeout(this.#paste?.timer);
      this.#paste = undefined;
    }
    this.#finishPaste();
  }

  #finishPaste(): void {
    if (this.#paste) {
      const { keysym, timer } = this.#paste;
      clearTimeout(timer);
      this.#paste = undefined;
      this.#events.onKey(true, keysym);
      this.#events.onKey(false, keysym);
    }
  }
}
