import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import type { InputKeeper } from './input-keeper.ts';
import {
  isShownAs,
  isStillThere,
  readLine,
  resembles,
  squeeze,
  viewOf,
  wholeText,
  type Line,
  type Reading,
} from './line-view.ts';
import type { OutputTail } from './output-tail.ts';
import type { PrivateModes } from './private-modes.ts';
import type { TypedLine } from './typed-line.ts';

/** A line the target has, whose echo may still be on its way. */
export interface Handed {
  line: Line;
  keeper: InputKeeper;
  /** Offset of the output when it was handed over. */
  offset: number;
  at: number;
  /** It is on record already. */
  isNoted: boolean;
  /** Rows that came since. */
  rows: number;
  /** An editor that says when it lets go of its line has not said so. */
  isHeld: boolean;
  /** Something like what was typed, should nothing come that is the same. */
  candidate?: Reading;
  /** The candidate is it, if only the editor does let go of the line. */
  isFound?: boolean;
}

export interface HandedOptions {
  tail: OutputTail;
  modes: PrivateModes;
  size: () => TerminalSize;
  prompts: () => readonly string[];
  onSettled: (handed: Handed, reading: Reading | undefined) => void;
}

const MAX_HANDED = 2000;
/** How many of the lines that wait are compared with one row of output. */
const LOOK_AHEAD = 4;
const MAX_ROWS_PER_CHUNK = 1000;
/** So many rows below its beginning a line may still end, when it is edited over several. */
const NEAR_ROWS = 8;
/** A prompt with its colours is shorter. */
export const PROMPT_BYTES = 4096;
export const KEEP_BYTES = 32 * 1024;
const LF = 10;
const RELEASE_BYTES = 8;
/** Comes behind it from an editor that lets go for a moment only, to look for something to suggest. */
const PAUSE = '\u001B[>';
// oxlint-disable-next-line no-control-regex -- how a row ends: by a line feed, and perhaps what colours or reports
const ROW_END = /(?:\n(?:\r|\u001B\[[\d;]*m|\u001B\(B)*|\u0007|\u001B\\)$/;

/** Lines that were handed over, until the screen has shown what they were. */
export class HandedLines {
  readonly #on: HandedOptions;
  #waiting: Handed[] = [];
  /** Where an editor let go, and what came behind it is not known yet. */
  #open: number[] = [];

  constructor(options: HandedOptions) {
    this.#on = options;
  }

  get last(): Handed | undefined {
    return this.#waiting.at(-1);
  }

  add(handed: Handed): void {
    this.#waiting.push(handed);
    if (this.#waiting.length > MAX_HANDED) {
      this.#settle(this.#waiting.shift());
    }
  }

  /** It was not handed over after all. */
  remove(handed: Handed): void {
    this.#waiting = this.#waiting.filter((one) => one !== handed);
  }

  /** Whether the editor kept the line, and only put a line end into it or took what it had offered. */
  isKept({ isHeld, offset, line }: Handed): boolean {
    const { modes, tail, size } = this.#on;
    return (
      isHeld && modes.isPasteBracketed && tail.end > offset && isStillThere(viewOf(tail, line, size()), line)
    );
  }

  /** Lines end with a line feed, and editors say when they let go of one: at each, those that wait are compared. */
  see(chunk: Uint8Array): void {
    const start = this.#on.tail.end - chunk.length;
    let rows = 0;
    let at = chunk.indexOf(LF);
    const ends = this.#releases();
    while (this.#waiting.length > 0 && rows < MAX_ROWS_PER_CHUNK && (at !== -1 || ends.length > 0)) {
      const [end] = ends;
      if (end !== undefined && (at === -1 || end < start + at)) {
        ends.shift();
        this.#release(end);
      } else {
        rows += 1;
        this.#compare(start + at);
        at = chunk.indexOf(LF, at + 1);
      }
    }
    for (let first = this.#waiting[0]; first && this.#isPast(first); first = this.#waiting[0]) {
      this.#settle(this.#waiting.shift());
    }
  }

  /** Whatever waits still was not echoed. One that was found may be edited yet, unless there is no more time. */
  giveUp(isLast: boolean): void {
    const kept = this.#waiting.filter((handed) => !isLast && handed.isFound && this.isKept(handed));
    const gone = this.#waiting.filter((handed) => !kept.includes(handed));
    this.#waiting = kept;
    gone.forEach((handed) => this.#settle(handed));
  }

  #settle(handed: Handed | undefined, reading = handed?.candidate): void {
    if (handed) {
      this.#on.onSettled(handed, reading);
    }
  }

  #isPast({ offset }: Handed): boolean {
    return this.#on.tail.end - offset > 2 * KEEP_BYTES;
  }

  #releases(): number[] {
    const { tail, modes } = this.#on;
    const found = [...this.#open, ...modes.takeReleases()];
    this.#open = found.filter((end) => !this.#isRowEnd(end) && end + RELEASE_BYTES + PAUSE.length > tail.end);
    return found.filter((end) => !this.#open.includes(end) && !this.#isPause(end));
  }

  #isRowEnd(end: number): boolean {
    return ROW_END.test(this.#textOf(end - 32, end));
  }

  #isPause(end: number): boolean {
    const from = end + RELEASE_BYTES;
    return this.#textOf(from, from + PAUSE.length) === PAUSE && !this.#isRowEnd(end);
  }

  #textOf(from: number, to: number): string {
    return Buffer.from(this.#on.tail.slice(Math.max(0, from), to)).toString('latin1');
  }

  #release(end: number): void {
    const [first] = this.#waiting;
    for (const handed of this.#waiting) {
      handed.isHeld &&= handed.offset > end;
    }
    if (first?.isHeld === false) {
      if (first.isFound) {
        this.#settle(this.#waiting.shift());
      } else {
        this.#compare(end, true);
      }
    }
  }

  /** What stands before an end, as far as it concerns a line that waits. */
  #readAt(handed: Handed, end: number): Reading {
    const { tail, size, prompts } = this.#on;
    handed.rows += 1;
    const { line } = handed;
    if (!line.isBlind && handed.rows <= NEAR_ROWS) {
      // The cursor is where it was before it went to the edge.
      const returns = /\r*$/.exec(this.#textOf(end - 2, end))?.[0].length ?? 0;
      const view = viewOf(tail, line, size(), end - returns);
      if (!line.typed.isCertain) {
        // Some shells leave what they suggested on the screen when the line is handed over fast.
        view.screen.dropGrey(view.mark);
      }
      return readLine(view, line, prompts());
    }
    // Where it began is far above by now: only the row itself can tell.
    const start = tail.rowStart(end, PROMPT_BYTES);
    const here = { ...line, start, anchor: start, isBlind: true };
    return readLine(viewOf(tail, here, size(), end), here, prompts());
  }

  #compare(end: number, isLast = false): void {
    let sure: [Handed, Reading] | undefined;
    for (const [index, handed] of this.#waiting.slice(0, LOOK_AHEAD).entries()) {
      if (handed.isFound) {
        continue;
      }
      const found = this.#readAt(handed, end);
      const { typed, isBlind } = handed.line;
      const likeness = compare(found, typed);
      if (likeness === 'same') {
        this.#find(handed, found);
        return;
      }
      if (likeness === 'similar' && index === 0) {
        handed.candidate = found;
      }
      if (found.isAnchored && !typed.isCertain && (index === 0 || !isBlind)) {
        sure ??= [handed, found];
      }
    }
    if (!sure) {
      return;
    }
    // With nothing where the line should be it was not shown, and what comes below is no part of it.
    const [handed, reading] = sure;
    if (!reading.more || this.#on.modes.isFullScreen) {
      this.#find(handed, reading);
    } else if (isLast) {
      this.#find(handed, { ...reading, text: wholeText(reading) });
    } else {
      // A step down inside a line of several rows.
      handed.candidate ??= reading;
    }
  }

  /** Those before it were shown otherwise or not at all. */
  #find(handed: Handed, reading: Reading): void {
    for (const passed of this.#waiting.splice(0, this.#waiting.indexOf(handed))) {
      this.#settle(passed);
    }
    if (handed.isHeld) {
      handed.candidate = reading;
      handed.isFound = true;
    } else {
      this.remove(handed);
      this.#settle(handed, reading);
    }
  }
}

/** How far a row of the screen is what the keys say. */
function compare({ text, isAnchored }: Reading, typed: TypedLine): 'same' | 'similar' | 'other' {
  if (!typed.isCertain) {
    return 'other';
  }
  const shown = squeeze(text);
  const keys = squeeze(typed.text);
  if (isShownAs(shown, keys)) {
    return 'same';
  }
  return isAnchored && shown !== '' && resembles(shown, keys) ? 'similar' : 'other';
}
