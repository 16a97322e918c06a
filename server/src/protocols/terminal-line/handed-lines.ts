import { setImmediate as nextTurn } from 'node:timers/promises';

import type { InputKeeper } from './input-keeper.ts';
import type { KeyedLine } from './keyed-line.ts';
import type { LineDrawings } from './line-drawings.ts';
import {
  isShownAs,
  isStillThere,
  readLine,
  resembles,
  squeeze,
  wholeText,
  type Line,
  type Reading,
  type View,
} from './line-view.ts';
import type { OutputTail } from './output-tail.ts';
import type { PrivateModes } from './private-modes.ts';

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

interface HandedOptions {
  tail: OutputTail;
  modes: PrivateModes;
  drawings: LineDrawings;
  prompts: () => readonly string[];
  onSettled: (handed: Handed, reading: Reading | undefined) => void;
}

const MAX_HANDED = 4000;
/** How many of the lines that wait are compared with one row of output. */
const LOOK_AHEAD = 4;
/** What is compared in one turn of the event loop, in keys; a row is worth this much beside its drawing. */
const WORK_PER_TURN = 400;
const WORK_PER_ROW = 8;
/** What is compared when there are no more turns. */
const LAST_WORK = 20_000;
/** Lines that are written down in one turn, when many are given up at once. */
const SETTLED_PER_TURN = 400;
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
  readonly #options: HandedOptions;
  #waiting: Handed[] = [];
  /** Where an editor let go, and what came behind it is not known yet. */
  #open: number[] = [];
  /** Where one let go, not compared yet. */
  #ends: number[] = [];
  /** Rows are compared up to here. */
  #compared = 0;
  #workLeft = WORK_PER_TURN;
  #turn: NodeJS.Immediate | undefined;
  /** Given up, and not written down yet. */
  #gone: Handed[] = [];
  #settling: NodeJS.Immediate | undefined;
  /** The last row that was drawn by itself. */
  #row: { end: number; view: View; start: number } | undefined;

  constructor(options: HandedOptions) {
    this.#options = options;
  }

  get last(): Handed | undefined {
    return this.#waiting.at(-1);
  }

  add(handed: Handed): void {
    if (this.#waiting.length === 0) {
      this.#compared = handed.offset;
      this.#ends = [];
      this.#options.modes.takeReleases();
    }
    this.#waiting.push(handed);
    if (this.#waiting.length > MAX_HANDED) {
      this.#settle(this.#waiting.shift());
    }
  }

  /** It was not handed over after all, as far as the screen shows by now. */
  takeBack(handed: Handed): Line {
    this.#remove(handed);
    const { line, at, isNoted } = handed;
    line.handed = line.typed.isCertain ? { text: line.typed.text, at, isNoted } : undefined;
    line.typed.doubt();
    return line;
  }

  #remove(handed: Handed): void {
    this.#waiting = this.#waiting.filter((one) => one !== handed);
  }

  /** Whether the editor kept the line, and only put a line end into it or took what it had offered. */
  isKept({ isHeld, offset, line }: Handed): boolean {
    const { modes, tail, drawings } = this.#options;
    return isHeld && modes.isPasteBracketed && tail.end > offset && isStillThere(drawings.view(line), line);
  }

  /** Something was shown. What there is more of than fits into this turn is compared in the next ones. */
  onOutput(): void {
    this.#ends.push(...this.#releases());
    this.#compareRows();
    this.#settlePast();
  }

  /**
   * Lines end with a line feed, and editors say when they let go of one: at each, those that wait are compared. Answers
   * whether there is no more to compare.
   */
  #compareRows(): boolean {
    const { tail, drawings } = this.#options;
    const from = Math.max(this.#compared, tail.start);
    const bytes = tail.slice(from);
    let at = bytes.indexOf(LF);
    while (this.#waiting.length > 0 && (at !== -1 || this.#ends.length > 0)) {
      if (this.#workLeft <= 0) {
        this.#compared = at === -1 ? tail.end : from + at;
        this.#turn ??= setImmediate(() => this.#continue());
        return false;
      }
      const before = drawings.work;
      const [end] = this.#ends;
      if (end !== undefined && (at === -1 || end < from + at)) {
        this.#ends.shift();
        if (!this.#isPause(end)) {
          this.#release(end);
        }
      } else {
        this.#compare(from + at);
        at = bytes.indexOf(LF, at + 1);
      }
      this.#workLeft -= WORK_PER_ROW + drawings.work - before;
    }
    this.#compared = tail.end;
    if (this.#workLeft < WORK_PER_TURN) {
      this.#turn ??= setImmediate(() => this.#continue());
    }
    return true;
  }

  #continue(): void {
    this.#turn = undefined;
    this.#workLeft = WORK_PER_TURN;
    this.#compareRows();
  }

  /** Whatever waits still was not echoed, except what was found and may be edited yet. */
  settleAll(): void {
    const kept = new Set(this.#waiting.filter((handed) => handed.isFound && this.isKept(handed)));
    this.#gone.push(...this.#waiting.filter((handed) => !kept.has(handed)));
    this.#waiting = [...kept];
    this.#settleGone();
  }

  /** No more time is given to any of them. Few are settled at once; of many some in each turn, until it resolves. */
  close(): Promise<void> | undefined {
    return this.#closeIn(LAST_WORK);
  }

  #closeIn(work: number): Promise<void> | undefined {
    this.#workLeft = WORK_PER_TURN;
    const isDone = this.#compareRows();
    clearImmediate(this.#turn);
    this.#turn = undefined;
    const left = work - (WORK_PER_TURN - this.#workLeft);
    if (!isDone && left > 0) {
      return nextTurn().then(() => this.#closeIn(left));
    }
    if (this.#waiting.length > 0) {
      // The target had no time to begin a new row: the line may stand where it was typed.
      this.#compare(this.#options.tail.end, true);
    }
    this.#gone.push(...this.#waiting.splice(0));
    this.#settleGone();
    return this.#gone.length > 0 ? this.#allSettled() : undefined;
  }

  async #allSettled(): Promise<void> {
    while (this.#gone.length > 0) {
      await nextTurn();
    }
  }

  #settleGone(): void {
    clearImmediate(this.#settling);
    for (const handed of this.#gone.splice(0, SETTLED_PER_TURN)) {
      this.#options.onSettled(handed, handed.candidate);
    }
    this.#settling = this.#gone.length > 0 ? setImmediate(() => this.#settleGone()) : undefined;
  }

  #settle(handed: Handed | undefined, reading = handed?.candidate): void {
    if (handed && this.#gone.length > 0) {
      // Lines are written down in the order in which they were typed.
      this.#gone.push({ ...handed, candidate: reading });
    } else if (handed) {
      this.#options.onSettled(handed, reading);
    }
  }

  /** One piece of output may bring thousands out of sight. */
  #settlePast(): void {
    const first = this.#waiting.findIndex((handed) => !this.#isPast(handed));
    const past = this.#waiting.splice(0, first === -1 ? this.#waiting.length : first);
    this.#gone.push(...past);
    if (this.#gone.length > 0 && !this.#settling) {
      this.#settleGone();
    }
  }

  #isPast({ offset }: Handed): boolean {
    return this.#compared - offset > 2 * KEEP_BYTES;
  }

  /** One piece of output may hold thousands: only the few at its end are looked at here. */
  #releases(): number[] {
    const { tail, modes } = this.#options;
    const found = [...this.#open, ...modes.takeReleases()];
    const isOpen = (end: number) => end + RELEASE_BYTES + PAUSE.length > tail.end && !this.#isRowEnd(end);
    this.#open = found.filter(isOpen);
    return found.filter((end) => !this.#open.includes(end));
  }

  #isRowEnd(end: number): boolean {
    return ROW_END.test(this.#textOf(end - 32, end));
  }

  #isPause(end: number): boolean {
    const from = end + RELEASE_BYTES;
    return this.#textOf(from, from + PAUSE.length) === PAUSE && !this.#isRowEnd(end);
  }

  #textOf(from: number, to: number): string {
    return Buffer.from(this.#options.tail.slice(Math.max(0, from), to)).toString('latin1');
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
    const { drawings, prompts } = this.#options;
    handed.rows += 1;
    const { line } = handed;
    if (!line.isBlind && handed.rows <= NEAR_ROWS) {
      // The cursor is where it was before it went to the edge.
      const returns = /\r*$/.exec(this.#textOf(end - 2, end))?.[0].length ?? 0;
      const view = drawings.draw(line, end - returns);
      if (!line.typed.isCertain) {
        // Some shells leave what they suggested on the screen when the line is handed over fast.
        view.screen.dropGrey(view.mark);
      }
      return readLine(view, line, prompts());
    }
    // Where it began is far above by now: only the row itself can tell.
    const { start, view } = this.#rowAt(end);
    return readLine(view, { ...line, start, anchor: start, isBlind: true }, prompts());
  }

  /** Lines that wait are compared with the same row. */
  #rowAt(end: number): { start: number; view: View } {
    if (this.#row?.end !== end) {
      const { tail, drawings } = this.#options;
      const start = tail.rowStart(end, PROMPT_BYTES);
      this.#row = { end, start, view: drawings.draw({ start, anchor: start }, end) };
    }
    return this.#row;
  }

  #compare(end: number, isLast = false): void {
    let sure: [Handed, Reading] | undefined;
    for (const [index, handed] of this.#waiting.slice(0, LOOK_AHEAD).entries()) {
      // What was shown before it was handed over says nothing about it.
      if (handed.isFound || handed.offset > end) {
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
    if (!reading.more || this.#options.modes.isFullScreen) {
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
      this.#remove(handed);
      this.#settle(handed, reading);
    }
  }
}

/** How far a row of the screen is what the keys say. */
function compare({ text, isAnchored }: Reading, typed: KeyedLine): 'same' | 'similar' | 'other' {
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
