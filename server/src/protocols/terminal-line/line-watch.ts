import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import { InputKeeper } from './input-keeper.ts';
import type { Key } from './key-reader.ts';
import {
  isNoise,
  isSameLine,
  readLine,
  resembles,
  squeeze,
  viewOf,
  type Line,
  type Reading,
} from './line-view.ts';
import { OutputTail } from './output-tail.ts';
import { PrivateModes } from './private-modes.ts';
import { TypedLine } from './typed-line.ts';

export interface LineWatchOptions {
  size: () => TerminalSize;
  /** Milliseconds since the session began. */
  now: () => number;
  /** A line was handed to the target, and it was on the screen. */
  onCommand: (command: TakenCommand) => void;
  /** What was typed, once it is known whether it may be written down. Absent when nobody asks. */
  onInput: ((bytes: Uint8Array, by: string) => void) | undefined;
}

export interface TakenCommand {
  text: string;
  by: string;
  at: number;
}

/** A line the target has, whose echo may still be on its way. */
interface Handed {
  line: Line;
  keeper: InputKeeper;
  /** Offset of the output when it was handed over. */
  offset: number;
  at: number;
  /** It is on record already. */
  isNoted: boolean;
  /** Rows that came since. */
  rows: number;
  /** Something like what was typed, should nothing come that is the same. */
  candidate?: Reading;
}

/** What is known about the line before it is handed over. */
export interface Look {
  /** As the screen shows it. */
  shown: string;
  typed: string;
  isCertain: boolean;
  isEchoed: boolean;
  /** The screen says what the keys say: there is nothing to wait for. */
  isSettled: boolean;
  prompt: string;
}

const KEEP_BYTES = 32 * 1024;
/** A prompt with its colours is shorter. */
const PROMPT_BYTES = 4096;
/** Echo that comes later than this is taken for none. */
const ECHO_MS = 3000;
const MAX_HANDED = 2000;
/** How many of the lines that wait are compared with one row of output. */
const LOOK_AHEAD = 4;
const MAX_ROWS_PER_CHUNK = 1000;
/** So many rows below its beginning a line may still end, when it is edited over several. */
const NEAR_ROWS = 8;
const MAX_PROMPTS = 4;
const INTERRUPTS = new Set([0x03, 0x1a, 0x1c]);
const LF = 10;
const CTRL_O = String(0x0f);
const TAB = String(9);

/**
 * Reads the commands of a terminal off its screen. Nothing is parsed while output goes by: the end of it is kept, and
 * looked at when a key is typed or while a line that was handed over waits for its echo. What was typed and not echoed
 * is a secret, and leaves this place neither as a command nor as input.
 */
export class LineWatch {
  readonly #options: LineWatchOptions;
  readonly #tail = new OutputTail(KEEP_BYTES);
  readonly #modes = new PrivateModes();
  #prompts: string[] = [];
  #line: Line | undefined;
  #keeper: InputKeeper;
  #seen = 0;
  #isPasting = false;
  #handed: Handed[] = [];
  #handedAt = -1;
  /** The next line comes with something on it that was not typed. */
  #isPrefilled = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LineWatchOptions) {
    this.#options = options;
    this.#keeper = new InputKeeper(options.onInput);
  }

  get outputBytes(): number {
    return this.#tail.end;
  }

  see(bytes: Uint8Array): void {
    this.#tail.push(bytes);
    this.#modes.see(bytes);
    if (this.#handed.length > 0) {
      this.#findEchoes(bytes);
    }
  }

  /** Whether this key hands the line over, and does not only put a line end into it. */
  isSubmit(key: Key): boolean {
    return key.kind === 'submit' && !(this.#isPasting && this.#modes.isPasteBracketed);
  }

  press(key: Key, by: string): void {
    if (this.isSubmit(key)) {
      this.submit(key, by);
      return;
    }
    this.#refresh(by);
    if (key.kind === 'paste-start' || key.kind === 'paste-end') {
      this.#isPasting = key.kind === 'paste-start';
    }
    this.#line ??= this.#begin(by);
    if (!this.#line) {
      this.#keeper.hideRun(by);
      return;
    }
    this.#line.by = by;
    this.#keeper.add(key, by);
    if (key.kind === 'control' && INTERRUPTS.has(Number(key.name))) {
      this.#give(this.#line, this.#keeper, this.#look(this.#line));
      this.forget();
      return;
    }
    // Inside a paste a tab is a tab, and completes nothing.
    const isTab = key.name === TAB && this.#isPasting && this.#modes.isPasteBracketed;
    this.#line.typed.press(isTab ? { ...key, kind: 'text' } : key);
  }

  /** `isNoted`: the line is on record already. */
  submit(key: Key, by: string, isNoted = false): void {
    const line = this.#line ?? this.#begin(by);
    this.#line = undefined;
    const keeper = this.#keeper;
    this.#handedAt = this.#tail.end;
    const wasPrefilled = this.#isPrefilled;
    this.#isPrefilled = key.name === CTRL_O;
    if (!line) {
      keeper.hideRun(by);
      return;
    }
    this.#keeper = new InputKeeper(this.#options.onInput);
    line.by = by;
    keeper.add(key, by);
    if (!line.typed.hasKeys && !wasPrefilled) {
      keeper.give('', line.typed);
      return;
    }
    const handed: Handed = {
      line,
      keeper,
      offset: this.#tail.end,
      at: this.#options.now(),
      isNoted,
      rows: 0,
    };
    this.#handed.push(handed);
    if (this.#handed.length > MAX_HANDED) {
      this.#settle(this.#handed.shift(), undefined);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveUp(), ECHO_MS).unref();
  }

  /** The line as it stands, for whoever decides whether it may go. Undefined inside a full-screen program. */
  look(by: string): Look | undefined {
    this.#line ??= this.#begin(by);
    return this.#line && this.#look(this.#line);
  }

  /** The target was told to drop the line. */
  forget(): void {
    this.#line = undefined;
    this.#isPasting = false;
    this.#keeper = new InputKeeper(this.#options.onInput);
  }

  /** A line that does not go to the target: its keys are written down as far as they were seen. */
  takeBack(key: Key): void {
    if (this.#line) {
      this.#keeper.add(key, this.#line.by);
      this.#give(this.#line, this.#keeper, this.#look(this.#line));
    }
    this.forget();
  }

  close(): void {
    this.#giveUp();
    if (this.#line) {
      this.#give(this.#line, this.#keeper, this.#look(this.#line));
      this.#line = undefined;
    }
  }

  #look(line: Line): Look {
    const { text } = readLine(this.#view(line), line, this.#prompts);
    const { text: typed, isCertain } = line.typed;
    const shown = squeeze(text);
    const keys = squeeze(typed);
    const isEchoed = keys === '' || shown.includes(keys) || (!isCertain && shown !== '');
    const isSettled = isCertain && shown === keys;
    return { shown: text.trim(), typed, isCertain, isEchoed, isSettled, prompt: line.prompt };
  }

  #view(line: Pick<Line, 'start' | 'anchor'>, end?: number) {
    return viewOf(this.#tail, line, this.#options.size(), end);
  }

  /** A line began before what is now on the screen: its keys went to something else, such as a pager. */
  #refresh(by: string): void {
    const line = this.#line;
    const hasNews = this.#tail.end > this.#seen;
    this.#seen = this.#tail.end;
    if (!line || !hasNews) {
      return;
    }
    const isGone = this.#modes.isFullScreen && !this.#prompts.includes(line.prompt);
    if (isGone || (line.typed.hasKeys && !isSameLine(this.#view(line), line))) {
      this.#keeper.hideRun(by);
      this.#line = undefined;
      this.#keeper = new InputKeeper(this.#options.onInput);
    } else if (!line.typed.hasKeys) {
      this.#line = undefined;
    }
  }

  #begin(by: string): Line | undefined {
    const anchor = this.#tail.end;
    const start = this.#tail.rowStart(anchor, PROMPT_BYTES);
    const { screen, mark } = this.#view({ start, anchor });
    const prompt = screen.before(mark);
    // A shell may be in a full screen as well; one whose prompt was seen before is recognised.
    if (this.#modes.isFullScreen && !this.#prompts.includes(prompt)) {
      return undefined;
    }
    const aside = screen.after(mark).trim();
    const isBlind = this.#handedAt === anchor || this.#isPrefilled;
    const typed = new TypedLine();
    if (this.#isPrefilled) {
      typed.doubt();
    }
    return { start, anchor, prompt, aside, isBlind, typed, by };
  }

  /** Lines end with a line feed: at each that comes, the lines that wait are compared with what stands before it. */
  #findEchoes(chunk: Uint8Array): void {
    const chunkStart = this.#tail.end - chunk.length;
    let rows = 0;
    for (let at = chunk.indexOf(LF); at !== -1 && rows < MAX_ROWS_PER_CHUNK; at = chunk.indexOf(LF, at + 1)) {
      rows += 1;
      this.#findEcho(chunkStart + at);
      if (this.#handed.length === 0) {
        return;
      }
    }
    for (let first = this.#handed[0]; first && this.#isPast(first); first = this.#handed[0]) {
      this.#handed.shift();
      this.#settle(first, first.candidate);
    }
  }

  #isPast({ offset }: Handed): boolean {
    return this.#tail.end - offset > 2 * KEEP_BYTES;
  }

  /** What stands before a line feed, as far as it concerns a line that waits. */
  #readAt(handed: Handed, end: number): Reading {
    handed.rows += 1;
    const { line } = handed;
    if (!line.isBlind && handed.rows <= NEAR_ROWS) {
      return readLine(this.#view(line, end), line, this.#prompts);
    }
    // Where it began is far above by now: only the row itself can tell.
    const start = this.#tail.rowStart(end, PROMPT_BYTES);
    const here = { ...line, start, anchor: start, isBlind: true };
    return readLine(this.#view(here, end), here, this.#prompts);
  }

  #findEcho(end: number): void {
    let reading: Reading | undefined;
    for (const [index, handed] of this.#handed.slice(0, LOOK_AHEAD).entries()) {
      const found = this.#readAt(handed, end);
      reading ??= found;
      const likeness = compare(found, handed.line.typed);
      if (likeness === 'same') {
        // Those before it were shown otherwise or not at all.
        for (const passed of this.#handed.splice(0, index)) {
          this.#settle(passed, passed.candidate);
        }
        this.#settle(this.#handed.shift(), found);
        return;
      }
      if (likeness === 'similar' && index === 0) {
        handed.candidate = found;
      }
    }
    // With nothing where the line should be it was not shown, and what comes below is no part of it.
    if (reading?.isAnchored && this.#handed[0]?.line.typed.isCertain === false) {
      this.#settle(this.#handed.shift(), reading);
    }
  }

  /** Whatever waits still was not echoed. */
  #giveUp(): void {
    clearTimeout(this.#timer);
    for (const handed of this.#handed.splice(0)) {
      this.#settle(handed, handed.candidate);
    }
  }

  #settle(handed: Handed | undefined, reading: Reading | undefined): void {
    if (!handed) {
      return;
    }
    const { line, keeper, at, isNoted } = handed;
    const { typed } = line;
    const shown = reading?.text ?? '';
    keeper.give(shown, typed);
    // A row that was not wiped may still show the end of a longer line.
    const isTyped = typed.isCertain && squeeze(typed.text) !== '' && shown.startsWith(typed.text);
    const text = (isTyped ? typed.text : shown).trim();
    if (text === '' || isNoise(text)) {
      return;
    }
    if (!line.isBlind && line.prompt.trim() !== '') {
      this.#prompts = [line.prompt, ...this.#prompts.filter((one) => one !== line.prompt)].slice(
        0,
        MAX_PROMPTS,
      );
    }
    if (!isNoted) {
      this.#options.onCommand({ text, by: line.by, at });
    }
  }

  #give(line: Line, keeper: InputKeeper, { shown }: Look): void {
    keeper.give(shown, line.typed);
  }
}

/** How far a row of the screen is what the keys say. */
function compare({ text, isAnchored }: Reading, typed: TypedLine): 'same' | 'similar' | 'other' {
  if (!typed.isCertain) {
    return 'other';
  }
  const shown = squeeze(text);
  const keys = squeeze(typed.text);
  if (shown === keys) {
    return 'same';
  }
  return isAnchored && shown !== '' && resembles(shown, keys) ? 'similar' : 'other';
}
