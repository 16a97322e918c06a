import { deflateRawSync, inflateRawSync } from 'node:zlib';

import type { PlainLine } from '../../recorders/terminal/text-lines.ts';

/** Lines kept together: packed as one, found by the index in blocks. */
export const BLOCKS_PER_PAGE = 8;
const BLOCK_CHARACTERS = 2048;
const PAGE_CHARACTERS = BLOCKS_PER_PAGE * BLOCK_CHARACTERS;
/** A line longer than this is cut, with an overlap no needle is longer than. */
const PIECE_CHARACTERS = 1024;
const OVERLAP = 256;
/** How long a line that comes again is left out: floods and screens that are drawn again and again add nothing. */
const REPEAT_MS = 10_000;
const REDRAWN_MS = 600_000;
const REMEMBERED = 2048;
/** Of a line of bytes that are no text, such as `ssh host cat archive` prints, so many characters cannot be read. */
const UNREADABLE_PART = 1 / 3;
const UNREADABLE = '\uFFFD';
const BETWEEN = '\u0001';
/** Of one page of index, whatever the file says. */
const MAX_UNPACKED = 4 * 1024 * 1024;

export interface PageLine {
  at: number;
  text: string;
}

/** Collects lines and gives pages of them. */
export class PageMaker {
  readonly #give: (lines: readonly PageLine[]) => void;
  readonly #recent = new Map<string, number>();
  #lines: PageLine[] = [];
  #characters = 0;
  /** The end of a line that goes on, so that a needle across the cut is found. */
  #tail: string;

  constructor(give: (lines: readonly PageLine[]) => void, tail = '') {
    this.#give = give;
    this.#tail = tail;
  }

  get tail(): string {
    return this.#tail;
  }

  add({ at, text, goesOn, isDrawn }: PlainLine): void {
    const whole = this.#tail + text;
    this.#tail = goesOn ? whole.slice(-OVERLAP) : '';
    // Nobody looks for it, and nothing fills an index as fast: no three characters of it come again.
    if (isUnreadable(whole)) {
      return;
    }
    if (whole.trim() === '' || this.#isRepeated(whole, at, isDrawn ? REDRAWN_MS : REPEAT_MS)) {
      return;
    }
    for (let start = 0; ; start += PIECE_CHARACTERS) {
      this.#push({ at, text: whole.slice(start, start + PIECE_CHARACTERS + OVERLAP) });
      if (start + PIECE_CHARACTERS + OVERLAP >= whole.length) {
        return;
      }
    }
  }

  /** What is there becomes a page. */
  flush(): void {
    if (this.#lines.length > 0) {
      this.#give(this.#lines);
      this.#lines = [];
      this.#characters = 0;
    }
  }

  #push(line: PageLine): void {
    if (this.#characters + line.text.length > PAGE_CHARACTERS) {
      this.flush();
    }
    this.#lines.push(line);
    this.#characters += line.text.length + 1;
  }

  #isRepeated(text: string, at: number, withinMs: number): boolean {
    const last = this.#recent.get(text);
    if (last !== undefined && at - last < withinMs) {
      return true;
    }
    this.#recent.delete(text);
    this.#recent.set(text, at);
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined && this.#recent.size > REMEMBERED) {
      this.#recent.delete(oldest);
    }
    return false;
  }
}

function isUnreadable(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(UNREADABLE); at >= 0; at = text.indexOf(UNREADABLE, at + 1)) {
    count += 1;
  }
  return count > text.length * UNREADABLE_PART;
}

/** The blocks of a page, each of whole lines: what the index calls a document. */
export function blocksOf(lines: readonly PageLine[]): string[] {
  const blocks: string[] = [];
  let block = '';
  for (const { text } of lines) {
    if (
      block.length + text.length > BLOCK_CHARACTERS &&
      block !== '' &&
      blocks.length < BLOCKS_PER_PAGE - 1
    ) {
      blocks.push(block);
      block = '';
    }
    block += `${text}\n`;
  }
  return [...blocks, block];
}

export function packPage(lines: readonly PageLine[]): Buffer {
  let before = 0;
  const times = lines.map(({ at }) => {
    const wait = at - before;
    before = at;
    return wait.toString(36);
  });
  const text = lines.map((line) => line.text).join('\n');
  return deflateRawSync(`${times.join(',')}${BETWEEN}${text}`, { level: 3 });
}

interface UnpackedPage {
  text: string;
  /** When the line with this number came, milliseconds after the start. */
  timeOf: (line: number) => number;
}

export function unpackPage(body: Buffer): UnpackedPage {
  const whole = inflateRawSync(body, { maxOutputLength: MAX_UNPACKED }).toString();
  const between = whole.indexOf(BETWEEN);
  return {
    text: whole.slice(between + 1),
    timeOf: (line) =>
      whole
        .slice(0, between)
        .split(',')
        .slice(0, line + 1)
        .reduce((sum, wait) => sum + Number.parseInt(wait, 36), 0),
  };
}
