import { KeyReader } from '../protocols/terminal-line/key-reader.ts';
import { LineWatch, type Look, type TakenCommand } from '../protocols/terminal-line/line-watch.ts';

const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text) : text);

/** A reader of lines between somebody who types and a target that shows what the test says. */
export class Watched {
  readonly commands: TakenCommand[] = [];
  readonly inputs: string[] = [];
  readonly #keys = new KeyReader();
  readonly #lines: LineWatch;

  constructor(size = { cols: 80, rows: 24 }) {
    this.#lines = new LineWatch({
      size: () => size,
      now: () => 0,
      onCommand: (command) => this.commands.push(command),
      onInput: (bytes) => this.inputs.push(Buffer.from(bytes).toString()),
    });
  }

  type(text: string | Uint8Array, onLook?: (look: Look) => void): this {
    for (const key of this.#keys.read(bytesOf(text))) {
      const look = onLook && this.#lines.isSubmit(key) ? this.#lines.readCurrentLine('lin') : undefined;
      if (look) {
        onLook?.(look);
      }
      this.#lines.press(key, 'lin');
    }
    return this;
  }

  show(text: string | Uint8Array): this {
    this.#lines.onOutput(bytesOf(text));
    return this;
  }

  /** As a terminal that echoes: each key is shown before the next is typed. */
  echo(text: string): this {
    for (const character of text) {
      this.type(character).show(character === '\r' ? '\r\n' : character);
    }
    return this;
  }

  async end(): Promise<this> {
    await this.#lines.close();
    return this;
  }

  /** What was shown. */
  get texts(): string[] {
    return this.commands.filter(({ isHidden }) => !isHidden).map(({ text }) => text);
  }

  get hidden(): TakenCommand[] {
    return this.commands.filter(({ isHidden }) => isHidden);
  }
}
