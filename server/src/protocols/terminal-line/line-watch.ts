import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import { HandedLines, KEEP_BYTES, PROMPT_BYTES, type Handed } from './handed-lines.ts';
import { InputKeeper } from './input-keeper.ts';
import type { Key } from './key-reader.ts';
import { KnownPrompts } from './known-prompts.ts';
import { LineDrawings } from './line-drawings.ts';
import { isShownThroughout, lookAt, type Look } from './line-look.ts';
import { LineStarts } from './line-starts.ts';
import {
  handedOver,
  isNoise,
  isSameLine,
  isShownAs,
  latePrompt,
  squeeze,
  takenLine,
  type Line,
  type Reading,
} from './line-view.ts';
import { OutputTail } from './output-tail.ts';
import { PrivateModes } from './private-modes.ts';

export type { Look } from './line-look.ts';

interface LineWatchOptions {
  size: () => TerminalSize;
  /** Milliseconds since the session began. */
  now: () => number;
  /** A line was handed to the target. */
  onCommand: (command: TakenCommand) => void;
  /** What was typed, once it is known whether it may be written down. Absent when nobody asks. */
  onInput: ((bytes: Uint8Array, by: string) => void) | undefined;
}

export interface TakenCommand {
  /** Empty when it was not shown: nobody is to know it then. */
  text: string;
  isHidden: boolean;
  /** Whoever had to judge it before could not: neither keys nor screen said what it was, or that it went. */
  isUnread: boolean;
  by: string;
  at: number;
}

/** Echo that comes later than this is taken for none. */
const LATEST_ECHO_MS = 3000;
const MAX_CARRIED = 4096;
const INTERRUPTS = new Set([0x03, 0x1a, 0x1c]);
const ASK_POSITION = '\u001B[6n';
// oxlint-disable-next-line no-control-regex -- it begins with one
const POSITION = /^\u001B\[\d+;\d+R$/;
const CTRL_O = String(0x0f);
const TAB = String(9);
const BELL = 7;

/**
 * Reads the commands of a terminal off its screen. Nothing is parsed while output goes by: the end of it is kept, and
 * looked at when a key is typed or while a line that was handed over waits for its echo. What was typed and not echoed
 * is a secret: that there was something leaves this place, and what it was does not, except to be judged.
 */
export class LineWatch {
  readonly #options: LineWatchOptions;
  readonly #tail = new OutputTail(KEEP_BYTES);
  readonly #modes = new PrivateModes();
  readonly #drawings: LineDrawings;
  readonly #prompts = new KnownPrompts();
  readonly #starts: LineStarts;
  readonly #handed: HandedLines;
  #line: Line | undefined;
  #keeper: InputKeeper;
  #seen = 0;
  #isPasting = false;
  /** Keys of lines that went out of sight without being handed over. */
  #carried = '';
  /** The full screen of which it was said already that lines were typed into it. */
  #reportedScreen = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LineWatchOptions) {
    this.#options = options;
    this.#keeper = new InputKeeper(options.onInput);
    this.#drawings = new LineDrawings(this.#tail, options.size);
    this.#drawings.noteSize();
    this.#starts = new LineStarts({
      tail: this.#tail,
      modes: this.#modes,
      drawings: this.#drawings,
      prompts: this.#prompts,
    });
    this.#handed = new HandedLines({
      tail: this.#tail,
      modes: this.#modes,
      drawings: this.#drawings,
      prompts: () => this.#prompts.all,
      onSettled: (handed, reading) => this.#settle(handed, reading),
    });
  }

  get outputBytes(): number {
    return this.#tail.end;
  }

  /** What reading has cost since the beginning, beside the keys themselves; counted in keys. */
  get work(): number {
    return this.#drawings.work;
  }

  onOutput(bytes: Uint8Array): void {
    this.#noteSize();
    this.#tail.push(bytes);
    this.#modes.onOutput(bytes);
    if (this.#handed.last) {
      this.#handed.onOutput();
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
    this.#noteSize();
    this.#resume();
    this.#refresh(by);
    if (key.kind === 'paste-start' || key.kind === 'paste-end') {
      this.#isPasting = key.kind === 'paste-start';
    }
    const line = this.#lineOf(by);
    this.#keep(line, key);
    if (key.kind === 'control' && INTERRUPTS.has(Number(key.name))) {
      this.#drop(line);
      return;
    }
    // Inside a paste a tab is a tab, and completes nothing.
    const isTab = key.name === TAB && this.#isPasting && this.#modes.isPasteBracketed;
    if (key.kind !== 'reply' || !this.#isAnswer(key)) {
      line.typed.press(isTab ? { ...key, kind: 'text' } : key);
    }
  }

  /** `isNoted`: the line is on record already. */
  submit(key: Key, by: string, isNoted = false): void {
    this.#noteSize();
    this.#resume();
    this.#noteTaken();
    const line = this.#lineOf(by);
    this.#line = undefined;
    this.#carried = '';
    this.#starts.noteHandedOver(key.name === CTRL_O);
    this.#keep(line, key);
    if (line.place === 'program') {
      this.#reportProgramInput(line, isNoted);
      return;
    }
    const keeper = this.#keeper;
    this.#keeper = new InputKeeper(this.#options.onInput);
    if (!line.typed.hasKeys && line.typed.isCertain) {
      keeper.release('', line.typed);
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
    this.#timer = setTimeout(() => this.#handed.settleAll(), LATEST_ECHO_MS).unref();
  }

  /** The line as it stands, for whoever decides whether it may go. */
  readCurrentLine(by: string): Look {
    this.#noteSize();
    this.#resume();
    this.#noteTaken();
    return this.#readLine(this.#lineOf(by));
  }

  /**
   * Whether the target began a new row after this offset, with something on it as the prompt before had. Some editors
   * wipe the line where it stands instead.
   */
  isOnNewRow(offset: number, prompt: string): boolean {
    if (this.#tail.end > offset && this.#starts.isWiped()) {
      return true;
    }
    const { start, before } = this.#starts.place();
    return start > offset && (prompt.trim() === '' || before.trim() !== '');
  }

  /** The target was told to drop the line. */
  forget(): void {
    this.#line = undefined;
    this.#isPasting = false;
    this.#carried = '';
    this.#keeper = new InputKeeper(this.#options.onInput);
  }

  /** A line that does not go to the target: its keys are written down as far as they were seen. */
  takeBack(key: Key): void {
    if (this.#line) {
      this.#keep(this.#line, key);
      this.#drop(this.#line);
    } else {
      this.forget();
    }
  }

  /** At once when little waits; otherwise it resolves when every line that was handed over is settled. */
  close(): Promise<void> | undefined {
    clearTimeout(this.#timer);
    const settled = this.#handed.close()?.then(() => this.#end());
    if (!settled) {
      this.#end();
    }
    return settled;
  }

  #end(): void {
    this.#noteTaken();
    if (this.#line && this.#line.place !== 'program') {
      this.#keeper.release(this.#readLine(this.#line).shown, this.#line.typed);
    }
    this.#line = undefined;
  }

  #noteSize(): void {
    if (this.#drawings.noteSize() && this.#line) {
      this.#line.isResized = true;
    }
  }

  #lineOf(by: string): Line {
    const line = (this.#line ??= this.#starts.begin(by));
    line.by = by;
    return line;
  }

  #keep(line: Line, key: Key): void {
    if (line.place === 'program') {
      this.#keeper.hideRun(line.by);
    } else {
      this.#keeper.add(key, line.by);
    }
  }

  #drop(line: Line): void {
    if (line.place === 'program') {
      this.#line = undefined;
      return;
    }
    // Of what a screen could not show whole nothing is looked for: keys that give up a line may come by the million.
    const isShort = this.#tail.end - line.start <= PROMPT_BYTES;
    this.#keeper.release(this.#keeper.isAsked && isShort ? this.#readLine(line).shown : '', line.typed);
    this.#starts.noteDropped(line);
    this.forget();
  }

  #readLine(line: Line): Look {
    return lookAt(line, {
      tail: this.#tail,
      modes: this.#modes,
      drawings: this.#drawings,
      prompts: this.#prompts.all,
      carried: this.#carried,
    });
  }

  /** The shell has just asked where the cursor is. */
  #isAnswer({ bytes }: Key): boolean {
    const asked = Buffer.from(this.#tail.slice(this.#tail.end - ASK_POSITION.length)).toString('latin1');
    return asked === ASK_POSITION && POSITION.test(Buffer.from(bytes).toString('latin1'));
  }

  /** A line that was handed over, but kept by the editor, is the one that is typed on. */
  #resume(): void {
    const { last } = this.#handed;
    if (this.#line || !last) {
      return;
    }
    if (this.#handed.isKept(last)) {
      this.#line = this.#handed.takeBack(last);
      this.#keeper = last.keeper;
      this.#seen = this.#tail.end;
    } else if (last.isFound) {
      this.#handed.settleAll();
    }
  }

  /** A line began before what is now on the screen: its keys went to something else, such as a pager. */
  #refresh(by: string): void {
    this.#noteTaken();
    const line = this.#line;
    const hasNews = this.#tail.end > this.#seen;
    this.#seen = this.#tail.end;
    if (!line || !hasNews) {
      return;
    }
    if (!line.typed.hasKeys) {
      this.#line = undefined;
    } else if (line.place === 'program') {
      this.#line = this.#modes.isFullScreen ? line : undefined;
    } else if (this.#isOutOfSight(line)) {
      // The target may have them all the same, as when a program writes over the line from behind.
      this.#carried = (this.#carried + line.typed.text).slice(-MAX_CARRIED);
      this.#keeper.hideRun(by);
      this.#line = undefined;
      this.#keeper = new InputKeeper(this.#options.onInput);
    } else {
      this.#prompts.note(latePrompt(this.#drawings.view(line), line));
    }
  }

  #isOutOfSight(line: Line): boolean {
    const isGone = this.#modes.isFullScreen && line.place === 'prompt' && !this.#prompts.has(line.prompt);
    return isGone || (!line.isResized && !isSameLine(this.#drawings.view(line), line));
  }

  /** A key may hand over a line that hands over none elsewhere: that is seen afterwards. */
  #noteTaken(): void {
    const line = this.#line;
    if (!line?.typed.hasKeys || line.place === 'program' || this.#tail.end === this.#seen) {
      return;
    }
    const view = this.#drawings.view(line);
    const text = takenLine(view, line, this.#prompts.all);
    if (text !== undefined) {
      this.#keeper.release(text, line.typed);
      this.forget();
      const handed = handedOver(view, line, text);
      if (!handed?.isNoted) {
        this.#reportCommand({ text, isUnread: !handed, by: line.by, at: handed?.at ?? this.#options.now() });
      }
    }
  }

  #settle(handed: Handed, reading: Reading | undefined): void {
    const { line, keeper, at, isNoted } = handed;
    const { typed, by } = line;
    const isSame =
      reading !== undefined && typed.isCertain && isShownAs(squeeze(reading.text), squeeze(typed.text));
    const shown = isSame || isShownThroughout(line, this.#tail) ? typed.text : (reading?.text ?? '');
    keeper.release(shown, typed);
    // A row that was not wiped may still show the end of a longer line.
    const isTyped = typed.isCertain && squeeze(typed.text) !== '' && shown.startsWith(typed.text);
    const text = (isTyped ? typed.text : shown).trim();
    const isShown = text !== '' && !isNoise(text);
    if (isShown && !line.isBlind) {
      this.#notePrompt(line);
    }
    if (!isNoted && isShown) {
      this.#reportCommand({ text, by, at });
    } else if (!isNoted && (text !== '' || isUnseen(handed, this.#tail))) {
      this.#reportCommand({ text: '', isUnread: !typed.isCertain, by, at });
    }
  }

  #notePrompt({ place, prompt }: Line): void {
    if (place === 'prompt') {
      this.#prompts.note(prompt);
    } else {
      this.#prompts.noteMaybe(prompt);
    }
  }

  /** What an editor is told is no command. That it could be one, because no prompt is seen there, is said once. */
  #reportProgramInput({ typed, by }: Line, isNoted: boolean): void {
    if (typed.text.trim() !== '' && this.#reportedScreen !== this.#modes.fullScreens && !isNoted) {
      this.#reportedScreen = this.#modes.fullScreens;
      this.#reportCommand({ text: '', isUnread: !typed.isCertain, by, at: this.#options.now() });
    }
  }

  #reportCommand({
    text,
    isUnread = false,
    by,
    at,
  }: Pick<TakenCommand, 'text' | 'by' | 'at'> & { isUnread?: boolean }) {
    this.#options.onCommand({ text, isHidden: text === '', isUnread, by, at });
  }
}

/** Whether there was something on the line that the target did not show. */
function isUnseen({ line: { typed, anchor }, offset }: Handed, tail: OutputTail): boolean {
  if (typed.text.trim() !== '') {
    return true;
  }
  // What brings in something from the history, and nothing comes of it that could be seen.
  return !typed.isCertain && tail.slice(anchor, offset).every((byte) => byte === BELL);
}
