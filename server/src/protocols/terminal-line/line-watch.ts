import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import { HandedLines, KEEP_BYTES, PROMPT_BYTES, type Handed } from './handed-lines.ts';
import { InputKeeper } from './input-keeper.ts';
import type { Key } from './key-reader.ts';
import {
  isNoise,
  isSameLine,
  isShownAs,
  isStillThere,
  latePrompt,
  otherReadings,
  readLine,
  squeeze,
  viewOf,
  wholeText,
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
  /** The editor let go of the line for a moment, as while it looks for what completes it. */
  isBusy: boolean;
  /** What the target might take it for besides; empty when it is sure what it is. */
  others: string[];
}

/** Echo that comes later than this is taken for none. */
const ECHO_MS = 3000;
const MAX_PROMPTS = 4;
const INTERRUPTS = new Set([0x03, 0x1a, 0x1c]);
const ASK_POSITION = '\u001B[6n';
// oxlint-disable-next-line no-control-regex -- it begins with one
const POSITION = /^\u001B\[\d+;\d+R$/;
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
  /** What was given up last: some editors wipe the line and go on where they are. */
  #dropped: Line | undefined;
  readonly #handed: HandedLines;
  #handedAt = -1;
  /** The next line comes with something on it that was not typed. */
  #isPrefilled = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LineWatchOptions) {
    this.#options = options;
    this.#keeper = new InputKeeper(options.onInput);
    this.#handed = new HandedLines({
      tail: this.#tail,
      modes: this.#modes,
      size: options.size,
      prompts: () => this.#prompts,
      onSettled: (handed, reading) => this.#settle(handed, reading),
    });
  }

  get outputBytes(): number {
    return this.#tail.end;
  }

  see(bytes: Uint8Array): void {
    this.#tail.push(bytes);
    this.#modes.see(bytes);
    if (this.#handed.last) {
      this.#handed.see(bytes);
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
    this.#resume();
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
      this.#dropped = this.#line;
      this.forget();
      return;
    }
    // Inside a paste a tab is a tab, and completes nothing.
    const isTab = key.name === TAB && this.#isPasting && this.#modes.isPasteBracketed;
    if (!this.#isAnswer(key)) {
      this.#line.typed.press(isTab ? { ...key, kind: 'text' } : key);
    }
  }

  /** `isNoted`: the line is on record already. */
  submit(key: Key, by: string, isNoted = false): void {
    this.#resume();
    const line = this.#line ?? this.#begin(by);
    this.#line = undefined;
    const keeper = this.#keeper;
    this.#handedAt = this.#tail.end;
    this.#isPrefilled = key.name === CTRL_O;
    if (!line) {
      keeper.hideRun(by);
      return;
    }
    this.#keeper = new InputKeeper(this.#options.onInput);
    line.by = by;
    keeper.add(key, by);
    if (!line.typed.hasKeys && line.typed.isCertain) {
      keeper.give('', line.typed);
      return;
    }
    this.#handed.add({
      line,
      keeper,
      offset: this.#tail.end,
      at: this.#options.now(),
      isNoted,
      rows: 0,
      isHeld: this.#modes.isPasteBracketed,
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#handed.giveUp(false), ECHO_MS).unref();
  }

  /** The line as it stands, for whoever decides whether it may go. Undefined inside a full-screen program. */
  look(by: string): Look | undefined {
    this.#resume();
    this.#line ??= this.#begin(by);
    return this.#line && this.#look(this.#line);
  }

  /**
   * Whether the target began a new row after this offset, with something on it as the prompt before had. Some editors
   * wipe the line where it stands instead.
   */
  isOnNewRow(offset: number, prompt: string): boolean {
    if (this.#tail.end > offset && this.#isWiped()) {
      return true;
    }
    const anchor = this.#tail.end;
    const start = this.#tail.rowStart(anchor, PROMPT_BYTES);
    if (start <= offset) {
      return false;
    }
    const { screen, mark } = this.#view({ start, anchor });
    return prompt.trim() === '' || screen.before(mark).trim() !== '';
  }

  #isWiped(): boolean {
    const dropped = this.#dropped;
    if (!dropped || dropped.isBlind) {
      return false;
    }
    const view = this.#view(dropped);
    view.screen.dropGrey(view.mark);
    return isStillThere(view, dropped) && readLine(view, dropped, this.#prompts).text.trim() === '';
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
      this.#dropped = this.#line;
    }
    this.forget();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#handed.giveUp(true);
    if (this.#line) {
      this.#give(this.#line, this.#keeper, this.#look(this.#line));
      this.#line = undefined;
    }
  }

  #look(line: Line): Look {
    const view = this.#view(line);
    const suggested = view.screen.dropGrey(view.mark);
    const reading = readLine(view, line, this.#prompts);
    const text = this.#modes.isFullScreen ? reading.text : wholeText(reading);
    const { text: typed, isCertain } = line.typed;
    const shown = squeeze(text);
    const keys = squeeze(typed);
    const isEchoed =
      keys === '' || shown.includes(keys) || isShownAs(shown, keys) || (!isCertain && shown !== '');
    const isSettled = isCertain && shown === keys;
    const others = otherReadings(line, text.trim(), suggested);
    const isBusy = line.isBracketed && !this.#modes.isPasteBracketed;
    return { shown: text.trim(), typed, isCertain, isEchoed, isSettled, prompt: line.prompt, isBusy, others };
  }

  #view(line: Pick<Line, 'start' | 'anchor'>, end?: number) {
    return viewOf(this.#tail, line, this.#options.size(), end);
  }

  /** The shell has just asked where the cursor is. */
  #isAnswer({ kind, bytes }: Key): boolean {
    const asked = Buffer.from(this.#tail.slice(this.#tail.end - ASK_POSITION.length)).toString('latin1');
    return kind === 'reply' && asked === ASK_POSITION && POSITION.test(Buffer.from(bytes).toString('latin1'));
  }

  /** A line that was handed over, but kept by the editor, is the one that is typed on. */
  #resume(): void {
    const { last } = this.#handed;
    if (this.#line || !last) {
      return;
    }
    if (this.#handed.isKept(last)) {
      this.#handed.remove(last);
      this.#line = last.line;
      this.#keeper = last.keeper;
      last.line.typed.doubt();
      this.#seen = this.#tail.end;
    } else if (last.isFound) {
      this.#handed.giveUp(false);
    }
  }

  /** A line began before what is now on the screen: its keys went to something else, such as a pager. */
  #refresh(by: string): void {
    const line = this.#line;
    const hasNews = this.#tail.end > this.#seen;
    this.#seen = this.#tail.end;
    if (!line || !hasNews) {
      return;
    }
    const view = this.#view(line);
    const isGone = this.#modes.isFullScreen && !this.#prompts.includes(line.prompt);
    if (isGone || (line.typed.hasKeys && !isSameLine(view, line))) {
      this.#keeper.hideRun(by);
      this.#line = undefined;
      this.#keeper = new InputKeeper(this.#options.onInput);
    } else if (!line.typed.hasKeys) {
      this.#line = undefined;
    } else {
      this.#notePrompt(latePrompt(view, line));
    }
  }

  #notePrompt(prompt: string): void {
    if (prompt.trim() !== '') {
      this.#prompts = [prompt, ...this.#prompts.filter((one) => one !== prompt)].slice(0, MAX_PROMPTS);
    }
  }

  #begin(by: string): Line | undefined {
    const dropped = this.#dropped;
    this.#dropped = undefined;
    if (dropped && !dropped.isBlind && isStillThere(this.#view(dropped), dropped)) {
      return { ...dropped, typed: new TypedLine(), by };
    }
    const anchor = this.#tail.end;
    const start = this.#tail.rowStart(anchor, PROMPT_BYTES);
    const { screen, mark } = this.#view({ start, anchor });
    const prompt = screen.before(mark);
    // A shell may be in a full screen as well; one whose prompt was seen before is recognised.
    if (this.#modes.isFullScreen && !this.#prompts.includes(prompt)) {
      return undefined;
    }
    const aside = screen.after(mark).trim();
    // A known prompt with more behind it: the shell has put something on the line already.
    const known = this.#prompts.includes(prompt)
      ? undefined
      : this.#prompts.find((one) => isFilled(prompt, one));
    const isPrefilled = this.#isPrefilled || known !== undefined;
    const isBlind = this.#handedAt === anchor || isPrefilled;
    const typed = new TypedLine();
    if (isPrefilled) {
      typed.doubt();
    }
    return {
      start,
      anchor,
      prompt: known ?? prompt,
      aside,
      isBlind,
      isBracketed: this.#modes.isPasteBracketed,
      typed,
      by,
    };
  }

  #settle(handed: Handed, reading: Reading | undefined): void {
    const { line, keeper, at, isNoted } = handed;
    const { typed } = line;
    const isSame =
      reading !== undefined && typed.isCertain && isShownAs(squeeze(reading.text), squeeze(typed.text));
    const shown = isSame ? typed.text : (reading?.text ?? '');
    keeper.give(shown, typed);
    // A row that was not wiped may still show the end of a longer line.
    const isTyped = typed.isCertain && squeeze(typed.text) !== '' && shown.startsWith(typed.text);
    const text = (isTyped ? typed.text : shown).trim();
    if (text === '' || isNoise(text)) {
      return;
    }
    if (!line.isBlind) {
      this.#notePrompt(line.prompt);
    }
    if (!isNoted) {
      this.#options.onCommand({ text, by: line.by, at });
    }
  }

  #give(line: Line, keeper: InputKeeper, { shown }: Look): void {
    keeper.give(shown, line.typed);
  }
}

function isFilled(row: string, prompt: string): boolean {
  return row.startsWith(prompt) && row.slice(prompt.length).trim() !== '';
}
