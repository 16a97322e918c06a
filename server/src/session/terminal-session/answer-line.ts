interface Events {
  /** Shows what was typed; absent when it must not be seen. */
  echo: ((text: string) => void) | undefined;
  onDone: (line: string) => void;
  onCancel: () => void;
}

const MAX_CHARACTERS = 1024;
/** Keys that are no characters, as terminals send them. */
// oxlint-disable-next-line no-control-regex -- they begin with one
const SEQUENCES = /\u001B(\[[0-?]*[ -/]*[@-~]|O.|.)?/g;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF01-\uFF60]/u;

const ENTER = /^[\r\n]$/;
const BACKSPACE = /^[\u007F\b]$/;
const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const KILL_LINE = '\u0015';

/** One line that somebody types key by key, with the few keys that change it. */
export class AnswerLine {
  readonly #events: Events;
  readonly #decoder = new TextDecoder();
  #characters: string[] = [];
  #isOver = false;

  constructor(events: Events) {
    this.#events = events;
  }

  type(bytes: Uint8Array): void {
    for (const character of this.#decoder.decode(bytes, { stream: true }).replaceAll(SEQUENCES, '')) {
      if (!this.#isOver) {
        this.#press(character);
      }
    }
  }

  #press(character: string): void {
    if (ENTER.test(character)) {
      this.#isOver = true;
      this.#events.onDone(this.#characters.join(''));
    } else if (character === INTERRUPT || (character === END_OF_INPUT && this.#characters.length === 0)) {
      this.#isOver = true;
      this.#events.onCancel();
    } else if (BACKSPACE.test(character)) {
      this.#rubOut(1);
    } else if (character === KILL_LINE) {
      this.#rubOut(this.#characters.length);
    } else if (!/\p{Cc}/u.test(character) && this.#characters.length < MAX_CHARACTERS) {
      this.#characters.push(character);
      this.#events.echo?.(character);
    }
  }

  #rubOut(count: number): void {
    const kept = Math.max(0, this.#characters.length - count);
    for (const character of this.#characters.splice(kept).toReversed()) {
      this.#events.echo?.('\b \b'.repeat(WIDE.test(character) ? 2 : 1));
    }
  }
}
