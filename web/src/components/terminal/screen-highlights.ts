import type { IDisposable, Terminal } from '@xterm/xterm';

/** One letter as it is compared, and the cells it stands in. */
interface Letter {
  row: number;
  column: number;
  width: number;
}

interface Span {
  row: number;
  column: number;
  width: number;
}

const COLOURS = { backgroundColor: '#f5c542', foregroundColor: '#1b1b1b' };

/** Marks every occurrence of a text on the part of the screen that is in sight, however the letters are written. */
export class ScreenHighlights {
  readonly #terminal: Terminal;
  readonly #drawn: IDisposable;
  #marks: IDisposable[] = [];
  #text = '';

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#drawn = terminal.onWriteParsed(() => this.#mark());
  }

  show(text: string): void {
    this.#text = text.toLowerCase();
    this.#mark();
  }

  dispose(): void {
    this.#drawn.dispose();
    this.#clear();
  }

  #mark(): void {
    this.#clear();
    if (this.#text === '') {
      return;
    }
    const { active } = this.#terminal.buffer;
    const cursor = active.baseY + active.cursorY;
    for (const { row, column, width } of spansOf(this.#terminal, this.#text)) {
      const marker = this.#terminal.registerMarker(row - cursor);
      const decoration = this.#terminal.registerDecoration({ marker, x: column, width, ...COLOURS });
      this.#marks.push(marker, ...(decoration ? [decoration] : []));
    }
  }

  #clear(): void {
    for (const mark of this.#marks) {
      mark.dispose();
    }
    this.#marks = [];
  }
}

/** Where the text stands on the screen in sight; a line that was broken at the edge is read as one. */
export function spansOf(terminal: Terminal, text: string): Span[] {
  const { active } = terminal.buffer;
  const spans: Span[] = [];
  let written = '';
  let letters: Letter[] = [];
  const settle = () => {
    for (let at = written.indexOf(text); at >= 0; at = written.indexOf(text, at + text.length)) {
      spans.push(...joined(letters.slice(at, at + text.length)));
    }
    written = '';
    letters = [];
  };
  for (let row = active.viewportY; row < active.viewportY + terminal.rows; row += 1) {
    const line = active.getLine(row);
    if (!line?.isWrapped) {
      settle();
    }
    for (let column = 0; column < (line?.length ?? 0); column += 1) {
      const cell = line?.getCell(column);
      const width = cell?.getWidth() ?? 0;
      // The second half of a wide letter has no width of its own.
      if (width > 0) {
        const letter = (cell?.getChars() || ' ').toLowerCase();
        written += letter;
        letters.push(...Array.from({ length: letter.length }, () => ({ row, column, width })));
      }
    }
  }
  settle();
  return spans;
}

/** Letters side by side become one span in each row. */
function joined(letters: readonly Letter[]): Span[] {
  const spans: Span[] = [];
  for (const { row, column, width } of letters) {
    const last = spans.at(-1);
    if (last?.row === row) {
      last.width = column + width - last.column;
    } else {
      spans.push({ row, column, width });
    }
  }
  return spans;
}
