/** A row of the screen, cell by cell; the second half of a wide character is an empty text. */
export interface Row {
  cells: string[];
  /** It goes on from the row above, which was full. */
  isContinued: boolean;
}

/** A place on the screen that stays with its row. */
export interface Mark {
  readonly row: Row;
  readonly column: number;
}

/** Stands in a cell before a character that is shown in grey, as shells show what they only suggest. */
export const GREY = '\u0000';

/** A cell nothing was written to, because the cursor jumped over it. */
export const GAP = '\u0001';

/** A reversed blank in the last column: some shells put it there when a wide character does not fit. */
export const FILLER = '\u0002';

// oxlint-disable-next-line no-control-regex -- no control character is ever put into a cell
const MARKS = /[\u0000-\u0002]/g;

/** What can be read off a screen. */
export class ScreenText {
  protected rows: Row[] = [blank()];
  protected y = 0;
  /** Equals the number of columns when the row is full and the next character goes below. */
  protected x = 0;

  mark(): Mark {
    return { row: this.row, column: this.x };
  }

  /** The line the cursor is on, over all rows it fills. */
  get line(): string {
    const [first, last] = this.#lineAround(this.y);
    return this.#text(first, last);
  }

  /** As far as the cursor. */
  get lineToCursor(): string {
    return this.before({ row: this.row, column: this.x });
  }

  /** What stands before a place on its own line. */
  before({ row, column }: Mark): string {
    const y = this.rows.indexOf(row);
    if (y === -1) {
      return '';
    }
    const [first] = this.#lineAround(y);
    return (first < y ? this.#text(first, y - 1) : '') + textOf(row.cells.slice(0, column));
  }

  /** What stands behind a place, to the end of its line. */
  after({ row, column }: Mark): string {
    const y = this.rows.indexOf(row);
    if (y === -1) {
      return '';
    }
    const [, last] = this.#lineAround(y);
    return textOf(row.cells.slice(column)) + (last > y ? this.#text(y + 1, last) : '');
  }

  /** Whether the cursor is still on the line of that place. */
  isOnLineOf({ row }: Mark): boolean {
    const y = this.rows.indexOf(row);
    const [first, last] = this.#lineAround(this.y);
    return y >= first && y <= last;
  }

  /** From a place above down to the end of the cursor's line, with the line ends between; undefined when it is gone. */
  through({ row, column }: Mark): string | undefined {
    const from = this.rows.indexOf(row);
    if (from === -1 || from > this.y) {
      return undefined;
    }
    const [, last] = this.#lineAround(this.y);
    const rest = from < last ? this.#join(from + 1, last, column) : '';
    return textOf(row.cells.slice(column)) + rest;
  }

  /** The lines below the one the cursor is on, up to the first that is blank. */
  below(column: number): string {
    const [, last] = this.#lineAround(this.y);
    let end = last;
    while (textOf(this.rows[end + 1]?.cells ?? []).trim() !== '') {
      end += 1;
    }
    return end > last ? this.#join(last + 1, end, column) : '';
  }

  /** Whether the cursor's line stands to the right of a column, as that of a place above. */
  isSetIn({ column }: Mark): boolean {
    const [first] = this.#lineAround(this.y);
    return this.#isBlankUpTo(column, first);
  }

  /** Whether the line below the cursor's does. */
  isSetBelow(column: number): boolean {
    const [, last] = this.#lineAround(this.y);
    return this.#isBlankUpTo(column, last + 1);
  }

  /**
   * Takes away the grey text that begins at the cursor and answers it: nobody typed it, and it is not run. It stands
   * behind something that was typed, and that is not grey.
   */
  dropGrey(from: Mark): string {
    if (!this.#isTypedInColour(from)) {
      return '';
    }
    let dropped = '';
    const [, last] = this.#lineAround(this.y);
    for (let y = this.y; y <= last; y++) {
      const cells = this.rows[y]?.cells ?? [];
      let at = y === this.y ? this.x : 0;
      for (let cell = cells[at]; cell !== undefined && isGrey(cell, dropped); cell = cells[at]) {
        dropped += cell;
        cells[at] = ' ';
        at += 1;
      }
      if (at < cells.length) {
        break;
      }
    }
    return dropped.replaceAll(GREY, '');
  }

  protected get row(): Row {
    const row = this.rows[this.y];
    if (row) {
      return row;
    }
    const made = blank();
    this.rows[this.y] = made;
    return made;
  }

  #isTypedInColour({ row, column }: Mark): boolean {
    const [first] = this.#lineAround(this.y);
    const rows = this.rows.slice(first, this.y + 1);
    const cells = rows.flatMap((one, at) => {
      const before = at === rows.length - 1 ? one.cells.slice(0, this.x) : one.cells;
      return one === row ? before.slice(column) : rows.indexOf(row) > at ? [] : before;
    });
    const last = cells.findLast((cell) => textOf([cell]).trim() !== '');
    return last !== undefined && !last.startsWith(GREY);
  }

  #isBlankUpTo(column: number, y: number): boolean {
    return column > 0 && textOf((this.rows[y]?.cells ?? []).slice(0, column)).trim() === '';
  }

  #lineAround(y: number): [first: number, last: number] {
    let first = y;
    while (first > 0 && this.rows[first]?.isContinued) {
      first -= 1;
    }
    let last = y;
    while (this.rows[last + 1]?.isContinued) {
      last += 1;
    }
    return [first, last];
  }

  #text(first: number, last: number): string {
    return this.rows
      .slice(first, last + 1)
      .map(({ cells }) => textOf(cells))
      .join('');
  }

  /** With line ends. Some shells set the lines of a command below each other: that much blank belongs to none of them. */
  #join(first: number, last: number, column: number): string {
    const rows = this.rows.slice(first, last + 1);
    const texts = rows.map(({ cells }) => textOf(cells));
    const isSet = rows.every(
      ({ cells, isContinued }) => isContinued || textOf(cells.slice(0, column)).trim() === '',
    );
    return rows
      .map(({ cells, isContinued }, at) =>
        isContinued ? (texts[at] ?? '') : `\n${isSet ? textOf(cells.slice(column)) : (texts[at] ?? '')}`,
      )
      .join('');
  }
}

/** The second half of a wide character goes with the first. */
function isGrey(cell: string, before: string): boolean {
  return cell.startsWith(GREY) || (cell === '' && before !== '');
}

export function blank(): Row {
  return { cells: [], isContinued: false };
}

export function textOf(cells: readonly string[]): string {
  return cells.join('').replace(MARKS, (mark) => (mark === GREY ? '' : ' '));
}
