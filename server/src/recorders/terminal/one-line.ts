/** Marks and joiners that stand on the character before them. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\u200B-\u200F\u2060-\u2064]$/u;
// oxlint-disable-next-line no-control-regex -- what needs no counting
const NARROW = /^[\u0000-\u02FF]*$/;
const TAB = 8;

/** Columns a character takes: what East Asian fonts draw in a square takes two. */
function columnsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) {
    return 1;
  }
  if (ZERO_WIDTH.test(character)) {
    return 0;
  }
  const isWide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0x303e) ||
    (code >= 0x3041 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return isWide ? 2 : 1;
}

export interface SavedLine {
  text: string;
  x: number;
  cols: number;
}

/**
 * One line of a terminal, however many rows it fills: what was written over, wiped or pushed aside is gone, as it is
 * on the screen. While text is only added, which is nearly always, it is kept as text; cells are made when the cursor
 * has gone back.
 */
export class OneLine {
  #text = '';
  #width = 0;
  #cells: string[] | undefined;
  #x = 0;
  #isAtEdge = false;
  #cols: number;

  constructor(cols: number, saved?: Omit<SavedLine, 'cols'>) {
    this.#cols = cols;
    if (saved) {
      for (const [index, part] of saved.text.split('\t').entries()) {
        if (index > 0) {
          this.tab();
        }
        this.put(part);
      }
      this.#x = saved.x;
    }
  }

  get width(): number {
    return this.#cells?.length ?? this.#width;
  }

  get text(): string {
    return (this.#cells?.join('') ?? this.#text).trimEnd();
  }

  save(): SavedLine {
    return { text: this.#cells?.join('') ?? this.#text, x: this.#x, cols: this.#cols };
  }

  set cols(cols: number) {
    this.#cols = Math.max(1, cols);
    this.#isAtEdge = false;
  }

  clear(): void {
    this.#text = '';
    this.#width = 0;
    this.#cells = undefined;
    this.#x = 0;
    this.#isAtEdge = false;
  }

  put(run: string): void {
    if (this.#cells === undefined && this.#x === this.#width) {
      this.#text += run;
      this.#width += NARROW.test(run) ? run.length : widthOf(run);
      this.#x = this.#width;
    } else {
      for (const character of run) {
        this.#overwrite(character, columnsOf(character));
      }
    }
    this.#isAtEdge = this.#x > 0 && this.#x % this.#cols === 0;
  }

  tab(): void {
    const columns = TAB - (this.#column % TAB);
    if (this.#cells === undefined && this.#x === this.#width) {
      this.#text += '\t';
      this.#width += columns;
      this.#x = this.#width;
    } else {
      this.move(columns);
    }
  }

  /** To the start of the row. */
  home(): void {
    this.#go(this.#rowStart);
  }

  move(columns: number): void {
    this.#go(Math.max(this.#rowStart, this.#x + columns));
  }

  /** To a column of the row, counted from 0. */
  column(column: number): void {
    this.#go(this.#rowStart + column);
  }

  /** To the row above, if it belongs to the same line. Answers whether it does. */
  up(rows: number): boolean {
    const x = this.#x - rows * this.#cols - (this.#isAtEdge ? 1 : 0);
    if (x < 0) {
      return false;
    }
    this.#go(x);
    return true;
  }

  /** To the row below, if the line goes on there. */
  down(rows: number): boolean {
    const x = this.#x + rows * this.#cols;
    if (x > this.width) {
      return false;
    }
    this.#go(x);
    return true;
  }

  wipeRight(): void {
    const cells = this.#toCells();
    cells.length = Math.min(cells.length, this.#x);
  }

  wipeLeft(): void {
    const cells = this.#toCells();
    cells.fill(' ', 0, Math.min(cells.length, this.#x + 1));
  }

  wipe(columns: number): void {
    const cells = this.#toCells();
    cells.fill(' ', this.#x, Math.min(cells.length, this.#x + columns));
  }

  remove(columns: number): void {
    this.#toCells().splice(this.#x, columns);
  }

  insert(columns: number): void {
    const cells = this.#toCells();
    if (this.#x < cells.length) {
      cells.splice(this.#x, 0, ...Array<string>(Math.min(columns, this.#cols)).fill(' '));
    }
  }

  get #rowStart(): number {
    const x = this.#isAtEdge ? this.#x - 1 : this.#x;
    return x - (x % this.#cols);
  }

  get #column(): number {
    return this.#x % this.#cols;
  }

  #go(x: number): void {
    this.#x = x;
    this.#isAtEdge = false;
  }

  #overwrite(character: string, columns: number): void {
    const cells = this.#toCells();
    if (columns === 0) {
      const before = cells.findLastIndex((cell, index) => index < this.#x && cell !== '');
      if (before !== -1) {
        cells[before] += character;
      }
      return;
    }
    while (cells.length < this.#x) {
      cells.push(' ');
    }
    // Half of a wide character cannot stay.
    if (cells[this.#x] === '' && this.#x > 0) {
      cells[this.#x - 1] = ' ';
    }
    cells[this.#x] = character;
    if (columns === 2) {
      cells[this.#x + 1] = '';
    }
    const after = this.#x + columns;
    if (cells[after] === '') {
      cells[after] = ' ';
    }
    this.#x = after;
  }

  #toCells(): string[] {
    if (this.#cells === undefined) {
      const cells: string[] = [];
      for (const character of this.#text) {
        if (character === '\t') {
          cells.push('\t');
          while (cells.length % TAB !== 0) {
            cells.push('');
          }
          continue;
        }
        const columns = columnsOf(character);
        if (columns === 0 && cells.length > 0) {
          cells[cells.length - (cells.at(-1) === '' ? 2 : 1)] += character;
        } else {
          cells.push(character, ...(columns === 2 ? [''] : []));
        }
      }
      this.#cells = cells;
    }
    return this.#cells;
  }
}

function widthOf(run: string): number {
  let width = 0;
  for (const character of run) {
    width += columnsOf(character);
  }
  return width;
}
