interface PasteTyperOptions {
  /** Gives the desktop a text to be pasted; answers whether it has it. */
  put: (text: string) => boolean;
  /** Presses the keys that paste there. */
  paste: () => void;
}

/** What a desktop needs to take a text from its clipboard: the program there asks for it when it is pasted. */
export const SETTLE_MS = 250;

/**
 * Writes text by pasting it, for desktops that do not take keys no keyboard has. Keys that come meanwhile wait, so that
 * everything arrives in the order in which it was typed. So does whatever else would make the desktop lose keys.
 */
export class PasteTyper {
  readonly #options: PasteTyperOptions;
  readonly #waiting: ({ text: string } | { act: () => void; settleMs: number })[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PasteTyperOptions) {
    this.#options = options;
  }

  type(text: string): void {
    this.#waiting.push({ text });
    this.#goOn();
  }

  /**
   * Does this when all that was typed before it is there: at once, where nothing is. What is typed after it waits for as
   * long as the desktop needs to settle.
   */
  inTurn(act: () => void, settleMs = 0): void {
    this.#waiting.push({ act, settleMs });
    this.#goOn();
  }

  /** Nothing that waits is written any more. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #goOn(): void {
    while (this.#timer === undefined) {
      const next = this.#waiting.shift();
      if (!next) {
        return;
      }
      if ('act' in next) {
        next.act();
        if (next.settleMs > 0) {
          this.#wait(() => this.#goOn(), next.settleMs);
        }
      } else if (this.#options.put(next.text)) {
        this.#wait(() => {
          this.#options.paste();
          this.#wait(() => this.#goOn());
        });
      }
    }
  }

  #wait(then: () => void, ms = SETTLE_MS): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      then();
    }, ms);
  }
}
