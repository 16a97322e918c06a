import type { Client } from 'guacamole-common-js';

import { DesktopPointer } from './desktop-pointer.ts';
import { KeyboardField } from './keyboard-field.ts';

import styles from './desktop.module.css';

export interface HandsOptions {
  /** What the field for the keys is called. */
  inputLabel: string;
  /** Something was to be pasted. */
  onPasteRefused: () => void;
}

/** Keyboard and pointer of a guest. The clipboard stays with the one whose desktop it is. */
export class DesktopHands {
  readonly #stop = new AbortController();
  readonly #field = document.createElement('textarea');
  readonly #keys: KeyboardField;
  #client: Client | undefined;
  #pointer: DesktopPointer | undefined;

  constructor(element: HTMLElement, { inputLabel, onPasteRefused }: HandsOptions) {
    const field = this.#field;
    field.className = styles.field ?? '';
    field.setAttribute('aria-label', inputLabel);
    field.autocapitalize = 'off';
    field.autocomplete = 'off';
    field.spellcheck = false;
    element.after(field);
    const { signal } = this.#stop;
    // The way out for those who have no pointer; the desktop never hears of it.
    field.addEventListener('keydown', (event) => leaveByKeys(event, field), { capture: true, signal });
    this.#keys = new KeyboardField(field, {
      onKey: (isPressed, keysym) => this.#client?.sendKeyEvent(isPressed ? 1 : 0, keysym),
      onFocus: () => undefined,
      onBlur: () => this.#pointer?.releaseAll(),
      onPaste: () => {
        onPasteRefused();
        return true;
      },
    });
    element.addEventListener(
      'mousedown',
      (event) => {
        event.preventDefault();
        this.#keys.focus();
      },
      { signal },
    );
  }

  /** Acts at this client's desktop from now on. */
  take(client: Client): void {
    this.#client = client;
    this.#pointer = new DesktopPointer(client, { touchMode: () => 'direct', onUse: () => undefined });
    this.#keys.focus();
  }

  dispose(): void {
    this.#stop.abort();
    this.#keys.dispose();
    this.#field.remove();
  }
}

function leaveByKeys(event: KeyboardEvent, field: HTMLElement): void {
  if (event.altKey && event.shiftKey && event.code === 'KeyL') {
    event.preventDefault();
    event.stopImmediatePropagation();
    field.blur();
  }
}
