import type { IBufferLine, IMarker, Terminal } from '@xterm/xterm';

/** What was typed last at a prompt, as the screen shows it: the line a person is on, or has just sent. */
export class TypedLine {
  readonly #terminal: Terminal;
  /** Where typing began. The marker goes with its line when others scroll away. */
  #start: { marker: IMarker; column: number } | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Called before a key is sent, when the cursor still stands where it will be shown. */
  noteKey(): void {
    const { active } = this.#terminal.buffer;
    if (active.type === 'alternate') {
      return;
    }
    const at = this.#firstRow(active.baseY + active.cursorY);
    if (this.#start && this.#start.marker.line === at) {
      return;
    }
    const row = active.getLine(at);
    const prompt = this.#prompt();
    // A shell that draws its line anew, after a list of completions or a cleared screen, begins with the same prompt.
    const isSame = prompt !== '' && row?.translateToString(false).startsWith(prompt) === true;
    const column = isSame ? (this.#start?.column ?? 0) : active.cursorX;
    const marker = this.#terminal.registerMarker(at - active.baseY - active.cursorY);
    this.#start?.marker.dispose();
    this.#start = { marker, column };
  }

  get text(): string {
    if (!this.#start || this.#start.marker.isDisposed) {
      return '';
    }
    const { marker, column } = this.#start;
    let text = this.#row(marker.line)?.translateToString(false, column) ?? '';
    for (let at = marker.line + 1; this.#row(at)?.isWrapped === true; at += 1) {
      text += this.#row(at)?.translateToString(false) ?? '';
    }
    return text.trim();
  }

  #prompt(): string {
    const { marker, column } = this.#start ?? {};
    return marker && !marker.isDisposed
      ? (this.#row(marker.line)?.translateToString(false, 0, column) ?? '')
      : '';
  }

  #row(at: number): IBufferLine | undefined {
    return this.#terminal.buffer.normal.getLine(at);
  }

  /** A long line goes on in the next rows. */
  #firstRow(row: number): number {
    let at = row;
    while (at > 0 && this.#row(at)?.isWrapped === true) {
      at -= 1;
    }
    return at;
  }
}
