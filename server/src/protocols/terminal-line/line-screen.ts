import { terminalTokens, type TerminalToken } from '../../kernel/terminal-tokens.ts';
import { charWidth } from './char-width.ts';
import { blank, FILLER, GAP, GREY, ScreenText, textOf, type Row } from './screen-text.ts';
import { lookAfter } from './text-look.ts';

export type { Mark } from './screen-text.ts';

/** More rows than any line that is typed; what is above is forgotten. */
const MAX_ROWS = 1000;
const MAX_COUNT = 1000;
/** Steps one screen may take: a target that sends nothing but moves must not hold up the others. */
const MAX_STEPS = 100_000;
/** Cells a step may touch beside the one it is about. */
const CELLS_PER_STEP = 16;

const PRIVATE = /^[<-?]/;

/**
 * As much of a terminal as it takes to read the line somebody types: cursor moves, erasing, inserting, wrapping and wide
 * characters. It is made when a line is to be read, fed the little that was shown since that line began, and thrown
 * away. Of colours it knows grey.
 */
export class LineScreen extends ScreenText {
  #cols = 2;
  #height = 1;
  #isInserting = false;
  #look = { isGrey: false, isReversed: false };
  /** Goes on from the one above, if a wide character that did not fit there comes first. */
  #maybeContinued: Row | undefined;
  /** Rows are those of the screen, because the cursor was sent to one by number. */
  #isWhole = false;
  #saved = { x: 0, y: 0 };
  #last = '';
  #steps = 0;
  /** The beginning of a sequence whose end has not been written yet. */
  #unfinished = '';

  constructor(size: { cols: number; rows: number }) {
    super();
    this.resize(size);
  }

  /** What stands there stays; shells draw their line anew. */
  resize({ cols, rows }: { cols: number; rows: number }): void {
    this.#cols = Math.max(2, cols);
    this.#height = Math.max(1, rows);
    this.x = Math.min(this.x, this.#cols);
    this.y = this.#isWhole ? Math.min(this.y, this.#height - 1) : this.y;
  }

  write(text: string): void {
    const whole = this.#unfinished + text;
    this.#unfinished = '';
    for (const token of terminalTokens(whole)) {
      this.#steps += 1;
      if (this.#steps > MAX_STEPS) {
        return;
      }
      this.#take(token);
    }
  }

  #take(token: TerminalToken): void {
    switch (token.kind) {
      case 'text':
        for (const character of token.text) {
          this.#put(character);
        }
        return;
      case 'control':
        this.#control(token.character);
        return;
      case 'sequence':
        this.#sequence(token.params, token.final);
        return;
      case 'escape':
        this.#escape(token.letters);
        return;
      case 'unfinished':
        this.#unfinished = token.text;
        return;
      case 'string':
    }
  }

  #put(character: string): void {
    this.#steps += 1;
    const width = charWidth(character);
    if (width === 0) {
      const at = this.row.cells[this.x - 1] === '' ? this.x - 2 : this.x - 1;
      const before = this.row.cells[at];
      if (before !== undefined) {
        this.row.cells[at] = before + character;
      }
      return;
    }
    if (this.x + width > this.#cols) {
      if (width === 2 && this.row.cells.at(-1) === FILLER) {
        this.row.cells[this.#cols - 1] = '';
      }
      this.x = 0;
      this.#down();
      this.row.isContinued = true;
    }
    if (width === 2 && this.x === 0 && this.#maybeContinued === this.row) {
      this.row.isContinued = true;
    }
    const { cells } = this.row;
    fill(cells, this.x);
    if (this.#isInserting) {
      this.#steps += this.#cols / CELLS_PER_STEP;
      cells.splice(this.x, 0, ...Array.from<string>({ length: width }).fill(' '));
      cells.length = Math.min(cells.length, this.#cols);
    }
    this.#clear(this.x, this.x + width);
    cells[this.x] = this.#look.isGrey ? GREY + character : character;
    if (character === ' ' && this.#look.isReversed && this.x === this.#cols - 1) {
      cells[this.x] = FILLER;
    }
    if (width === 2) {
      cells[this.x + 1] = '';
    }
    this.x += width;
    this.#last = character;
  }

  /** Half a wide character is none. */
  #clear(from: number, to: number): void {
    const { cells } = this.row;
    if (cells[from] === '' && from > 0) {
      cells[from - 1] = ' ';
    }
    if (cells[to] === '') {
      cells[to] = ' ';
    }
    for (let at = from; at < Math.min(to, cells.length); at++) {
      cells[at] = ' ';
    }
  }

  #control(character: string): void {
    switch (character) {
      case '\r':
        this.x = 0;
        return;
      case '\b':
        this.x = Math.max(0, Math.min(this.x, this.#cols - 1) - 1);
        return;
      case '\t':
        this.x = Math.min(this.#cols - 1, (Math.floor(this.x / 8) + 1) * 8);
        return;
      case '\n':
      case '\v':
      case '\f':
        this.#feed();
        return;
      default:
        if (character > '\u007F') {
          this.#put(character);
        }
    }
  }

  #feed(): void {
    this.#steps += 3;
    // What is shown at the right edge, behind a gap, does not go on below.
    const { cells } = this.row;
    const isText = !cells.includes(GAP) && textOf(cells.slice(-2)).trimEnd() !== '';
    const isFull = isText && cells.length >= this.#cols;
    const isNearlyFull = isText && cells.length === this.#cols - 1;
    this.x = Math.min(this.x, this.#cols - 1);
    this.#down();
    const row = this.row;
    if (textOf(row.cells).trim() === '') {
      // Some shells step below a full row themselves. Else it is the rest of a longer line that was wiped.
      row.isContinued = isFull;
      this.#maybeContinued = isNearlyFull ? row : undefined;
    }
  }

  #down(): void {
    this.y += 1;
    const limit = this.#isWhole ? this.#height : MAX_ROWS;
    if (this.y >= limit) {
      this.#steps += 1;
      this.rows.shift();
      this.y = limit - 1;
    }
  }

  #up(count: number): void {
    this.y -= count;
    if (this.y < 0 && !this.#isWhole) {
      // Above where reading began: rows that are there but not known.
      this.rows.unshift(...Array.from({ length: Math.min(-this.y, this.#height) }, blank));
      this.rows.length = Math.min(this.rows.length, MAX_ROWS);
      this.#steps += this.#height;
    }
    this.y = Math.max(0, this.y);
  }

  #escape(what: string): void {
    switch (what) {
      case '7':
        this.#saved = { x: this.x, y: this.y };
        return;
      case '8':
        this.x = this.#saved.x;
        this.y = Math.max(0, Math.min(this.#saved.y, this.rows.length - 1));
        return;
      case 'D':
        this.#feed();
        return;
      case 'E':
        this.x = 0;
        this.#feed();
        return;
      case 'M':
        this.#up(1);
        return;
      case 'c':
        this.rows = [blank()];
        this.x = 0;
        this.y = 0;
        return;
      default:
    }
  }

  #sequence(params: string, final: string): void {
    // What one terminal's makers added; only those that erase mean the same.
    if (PRIVATE.test(params) && final !== 'J' && final !== 'K') {
      return;
    }
    const [first = 0, second = 0] = params.split(';').map((part) => Number.parseInt(part, 10) || 0);
    const count = Math.min(Math.max(1, first), MAX_COUNT);
    switch (final) {
      case 'A':
      case 'F':
        this.x = final === 'F' ? 0 : this.x;
        this.#up(count);
        return;
      case 'B':
      case 'E':
        this.x = final === 'E' ? 0 : Math.min(this.x, this.#cols - 1);
        this.y = Math.min(
          this.y + count,
          this.#isWhole ? this.#height - 1 : Math.max(this.y, this.rows.length - 1),
        );
        return;
      case 'C':
        this.x = Math.min(this.#cols - 1, this.x + count);
        return;
      case 'D':
        this.x = Math.max(0, Math.min(this.x, this.#cols - 1) - count);
        return;
      case 'G':
      case '`':
        this.x = Math.min(this.#cols, count) - 1;
        return;
      case 'H':
      case 'f':
        this.#goto(count, Math.max(1, second));
        return;
      case 'd':
        this.#goto(count, this.x + 1);
        return;
      case 's':
        this.#escape('7');
        return;
      case 'u':
        this.#escape('8');
        return;
      case 'h':
      case 'l':
        this.#isInserting = params === '4' ? final === 'h' : this.#isInserting;
        return;
      case 'm':
        this.#look = lookAfter(params, this.#look);
        return;
      case 'J':
        this.#eraseScreen(first);
        return;
      default:
        this.#edit(final, first, count);
    }
  }

  /** What changes the row the cursor is on. */
  #edit(final: string, first: number, count: number): void {
    const { cells } = this.row;
    const x = Math.min(this.x, this.#cols - 1);
    switch (final) {
      case 'K':
        this.#eraseLine(first);
        return;
      case 'P':
        cells.splice(x, count);
        return;
      case '@':
        this.#steps += this.#cols / CELLS_PER_STEP;
        fill(cells, x);
        cells.splice(x, 0, ...Array.from<string>({ length: Math.min(count, this.#cols) }).fill(' '));
        cells.length = Math.min(cells.length, this.#cols);
        return;
      case 'X':
        this.#steps += count / CELLS_PER_STEP;
        this.#clear(x, x + count);
        return;
      case 'b':
        for (let time = 0; time < Math.min(count, this.#cols) && this.#last !== ''; time++) {
          this.#put(this.#last);
        }
        return;
      default:
    }
  }

  #eraseLine(how: number): void {
    const { cells } = this.row;
    if (how === 0) {
      if (this.x === 0) {
        // A prompt after output without a line end: some shells push it below with a row of blanks.
        this.row.isContinued &&= !this.rows[this.y - 1]?.cells.slice(-2).every(isBlank);
      }
      this.#clear(this.x, this.x);
      cells.length = Math.min(cells.length, this.x);
    } else if (how === 1) {
      this.#clear(0, this.x + 1);
    } else {
      cells.length = 0;
    }
  }

  #eraseScreen(how: number): void {
    if (how === 0) {
      this.#eraseLine(0);
      this.rows.length = Math.min(this.rows.length, this.y + 1);
    } else if (how === 2) {
      this.rows = [];
    }
  }

  /** Where the screen began is not known before: with the first such move the rows get their numbers. */
  #goto(row: number, column: number): void {
    if (!this.#isWhole) {
      this.#isWhole = true;
      this.rows = [];
    }
    this.y = Math.min(row, this.#height) - 1;
    this.x = Math.min(column, this.#cols) - 1;
  }
}

function fill(cells: string[], length: number): void {
  while (cells.length < length) {
    cells.push(GAP);
  }
}

function isBlank(cell: string): boolean {
  return textOf([cell]) === ' ';
}
