import { terminalTokens } from '../../kernel/terminal-tokens.ts';
import { OneLine, type SavedLine } from './one-line.ts';

/** A line as it went by, and when its last character came. */
export interface PlainLine {
  at: number;
  text: string;
  /** It was too long for one piece: the next one goes on where this ends. */
  goesOn?: true;
  /** It was drawn at a place of the screen, as full-screen programs do, and did not scroll by. */
  isDrawn?: true;
}

/** Everything needed to go on with the next byte, as JSON can carry it. */
export interface SavedTextLines {
  line: SavedLine;
  at: number;
  row: number | null;
  isDrawn: boolean;
  /** Bytes of a character and text of a sequence that are not complete yet. */
  bytes: number[];
  pending: string;
  isInString: boolean;
}

const MAX_LINE = 4096;
/** An unfinished sequence that is longer is a picture or an attack: its text is passed over. */
const MAX_PENDING = 4096;
// oxlint-disable-next-line no-control-regex -- a terminal is controlled by control characters
const STRING_END = /[\u0007\u0018\u001A]|\u001B\\?/;
const ALTERNATE_SCREENS = new Set(['?47', '?1047', '?1049']);

/**
 * Output as lines of text, whatever it was cut into: without what only moves or colours, with what was overwritten
 * gone. Text that a full-screen program draws becomes a line for each place it draws at.
 */
export class TextLines {
  readonly #decoder = new TextDecoder();
  readonly #line: OneLine;
  #at: number;
  /** The row of the screen, when the program has said on which it is. */
  #row: number | null;
  #isDrawn: boolean;
  #bytes: Uint8Array;
  #pending: string;
  #isInString: boolean;
  #finished: PlainLine[] = [];

  constructor(cols: number, saved?: SavedTextLines) {
    this.#line = new OneLine(saved?.line.cols ?? cols, saved?.line);
    this.#at = saved?.at ?? 0;
    this.#row = saved?.row ?? null;
    this.#isDrawn = saved?.isDrawn ?? false;
    this.#bytes = Uint8Array.from(saved?.bytes ?? []);
    this.#pending = saved?.pending ?? '';
    this.#isInString = saved?.isInString ?? false;
  }

  save(): SavedTextLines {
    return {
      line: this.#line.save(),
      at: this.#at,
      row: this.#row,
      isDrawn: this.#isDrawn,
      bytes: [...this.#bytes],
      pending: this.#pending,
      isInString: this.#isInString,
    };
  }

  resize(cols: number): void {
    this.#line.cols = cols;
  }

  /** Answers the lines that these bytes have finished. */
  write(bytes: Uint8Array, at: number): PlainLine[] {
    this.#finished = [];
    const whole = this.#bytes.length > 0 ? Buffer.concat([this.#bytes, bytes]) : bytes;
    const end = whole.length - cutOff(whole);
    this.#bytes = whole.slice(end);
    this.#read(this.#pending + this.#decoder.decode(whole.subarray(0, end)), at);
    return this.#finished;
  }

  /** Nothing more will come. */
  finish(): PlainLine[] {
    this.#finished = [];
    this.#bytes = new Uint8Array();
    this.#pending = '';
    this.#break();
    return this.#finished;
  }

  #read(text: string, at: number): void {
    this.#pending = '';
    const start = this.#isInString ? this.#afterString(text) : 0;
    for (const token of terminalTokens(text.slice(start))) {
      switch (token.kind) {
        case 'text':
          this.#put(token.text, at);
          break;
        case 'control':
          this.#control(token.character.charCodeAt(0), at);
          break;
        case 'sequence':
          this.#applyControl(token.params, token.final);
          break;
        case 'escape':
          // Index, reverse index, next line, restore the cursor, reset.
          if (/^[DEM8c]$/.test(token.letters)) {
            this.#break();
            this.#row = null;
          }
          break;
        case 'unfinished':
          this.#keepUnfinished(token.text);
          break;
        case 'string':
      }
    }
  }

  /** Kept for what comes next; of one that is too long only whether its text is to be passed over. */
  #keepUnfinished(text: string): void {
    if (text.length <= MAX_PENDING) {
      this.#pending = text;
    } else {
      this.#isInString = /^.[\]PX^_]/.test(text.slice(0, 2));
    }
  }

  #put(run: string, at: number): void {
    for (let start = 0; start < run.length; start += MAX_LINE) {
      this.#line.put(run.slice(start, start + MAX_LINE));
      this.#at = at;
      if (this.#line.width > MAX_LINE) {
        this.#finishLine({ goesOn: true });
      }
    }
  }

  #control(code: number, at: number): void {
    switch (code) {
      case 0x08:
        this.#line.move(-1);
        return;
      case 0x09:
        this.#line.tab();
        return;
      case 0x0a:
      case 0x0b:
      case 0x0c:
        if (this.#line.width === 0) {
          this.#at = at;
        }
        this.#finishLine({});
        this.#row = this.#row === null ? null : this.#row + 1;
        return;
      case 0x0d:
        this.#line.home();
        return;
      default:
      // The rest shows nothing.
    }
  }

  #afterString(text: string): number {
    const end = STRING_END.exec(text);
    this.#isInString = end === null;
    return end ? end.index + end[0].length : text.length;
  }

  #applyControl(parameters: string, letter: string): void {
    const [first = '', second = ''] = parameters.split(';');
    const count = Math.min(Math.max(1, Number(first) || 1), 10_000);
    switch (letter) {
      case 'C':
        this.#line.move(count);
        return;
      case 'D':
        this.#line.move(-count);
        return;
      case 'G':
      case '`':
        this.#line.column(count - 1);
        return;
      case 'K':
        this.#wipe(first);
        return;
      case 'P':
        this.#line.remove(count);
        return;
      case '@':
        this.#line.insert(count);
        return;
      case 'X':
        this.#line.wipe(count);
        return;
      case 'A':
        if (!this.#line.up(count)) {
          this.#break();
          this.#row = null;
        }
        return;
      case 'B':
        if (!this.#line.down(count)) {
          this.#break();
          this.#row = null;
        }
        return;
      case 'H':
      case 'f':
        this.#goTo(count, Math.min(Math.max(1, Number(second) || 1), 10_000));
        return;
      case 'd':
        this.#goTo(count, undefined);
        return;
      case 'J':
        // Below the cursor: line editors wipe what they are about to draw again.
        if (first === '' || first === '0') {
          this.#line.wipeRight();
        } else {
          this.#break();
        }
        return;
      case 'h':
      case 'l':
        if (ALTERNATE_SCREENS.has(first)) {
          this.#break();
          this.#row = null;
        }
        return;
      case 'E':
      case 'F':
      case 'L':
      case 'M':
      case 'S':
      case 'T':
      case 'r':
        this.#break();
        this.#row = null;
        return;
      default:
      // Colours, modes and questions show nothing.
    }
  }

  #wipe(how: string): void {
    if (how === '1') {
      this.#line.wipeLeft();
      return;
    }
    if (how === '2') {
      this.#line.wipeLeft();
    }
    this.#line.wipeRight();
  }

  /** Another row is another line; the same row is the same one. */
  #goTo(row: number, column: number | undefined): void {
    if (this.#row !== row) {
      this.#break();
      this.#row = row;
    }
    this.#isDrawn = true;
    if (column !== undefined) {
      this.#line.column(column - 1);
    }
  }

  /** Ends a line that was not ended by its program, if there is one. */
  #break(): void {
    if (this.#line.text !== '') {
      this.#finishLine({});
    }
    this.#line.clear();
    this.#isDrawn = false;
  }

  #finishLine(how: { goesOn?: true }): void {
    const { text } = this.#line;
    this.#finished.push({
      at: this.#at,
      text: this.#isDrawn ? text.trimStart() : text,
      ...how,
      ...(this.#isDrawn && { isDrawn: true as const }),
    });
    this.#line.clear();
    this.#isDrawn = false;
  }
}

/** Bytes at the end that are the beginning of a character. */
function cutOff(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) {
      return 0;
    }
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}
