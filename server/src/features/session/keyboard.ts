import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { LiveTerminal } from './live-terminal.ts';

interface Parts {
  terminal: LiveTerminal;
  writer: TerminalWriter | undefined;
  /** Whether what is typed is part of the recording. */
  recordInput: boolean;
}

/** Everything typed into a terminal goes through here, whoever types: it is written down, then sent. */
export class Keyboard {
  readonly #on: Parts;

  constructor(parts: Parts) {
    this.#on = parts;
  }

  type(bytes: Uint8Array, by: string): void {
    const { terminal, writer, recordInput } = this.#on;
    if (recordInput) {
      writer?.input(bytes, by);
    }
    terminal.write(bytes);
  }
}
