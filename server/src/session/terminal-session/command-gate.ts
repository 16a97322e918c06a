import { setTimeout as sleep } from 'node:timers/promises';

import type { RuleAction } from '@jadegate/contract/access/command-filter';
import { translate, type Language } from '@jadegate/contract/language';
import { COMMAND_GATE_WORDS } from '@jadegate/contract/words/command-gate';

import type { LiveFilter, Verdict } from '../../access/command-filter/live-filter.service.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { LineWatch, Look } from '../../protocols/terminal-line/line-watch.ts';
import { EchoWait } from './echo-wait.ts';
import { judgeShownLine, sayLine, textOf } from './line-verdict.ts';
import { SUBMIT_WORK, TypingQueue, workOf, type TypedKey } from './typing-queue.ts';

export interface GateOptions {
  lines: LineWatch;
  /** To the target. */
  write: (bytes: Uint8Array) => void;
  /** To everybody who sees the terminal, and into its recording. */
  print: (text: string) => void;
  /** To the person alone. */
  notify: (text: string) => void;
  /** Whether more of what is typed may come; if not, it waits at the other end. */
  setListening: (isListening: boolean) => void;
  language: () => Language;
  now: () => number;
  onJudged: (command: JudgedCommand) => void;
}

/** A line a rule had something to say about. */
export interface JudgedCommand {
  /** As it was on the screen; empty when it was not. */
  text: string;
  isHidden: boolean;
  /** It was not a moment to ask: it went, and this says so. */
  isUnasked: boolean;
  by: string;
  at: number;
  action: Exclude<RuleAction, 'allow'>;
  wasSent: boolean;
  verdict: Verdict;
}

interface Question extends TypedKey {
  look: Look;
  verdict: Verdict;
  at: number;
}

/** More of what somebody sent before a word was said to them may still be on its way. */
interface Rest {
  by: string;
  isDropped: boolean;
  timer: NodeJS.Timeout;
}

const CTRL_C = Uint8Array.of(0x03);
const LINE_ENDS = new Set([0x0d, 0x0a, 0x0f]);
/** More than this is not kept, whoever types it: a paste that waits for an answer, or many people at once. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;
/** With so much waiting, those who type wait too, until it has become less. */
const FULL_BYTES = 128 * 1024;
const ROOM_BYTES = 32 * 1024;
const MAX_CONTINUED = 64 * 1024;
/** What is read in one turn of the event loop, in keys; the others have their turn, too. */
const WORK_PER_TURN = 400;
const FRAME_WORK = 2;
/** What was sent before comes without a pause. */
const REST_MS = 300;
const POLL_MS = 10;
/** A target that drops a line begins a new one; this long it may take. */
const WIPE_MS = 2000;

/**
 * Everything that is typed comes by here. Without a filter it goes on at once and is read behind; with one, the key that
 * hands over a line waits until the filter has judged that line, and everything typed behind it with it. In one turn of
 * the event loop only so much is read, and whoever types faster waits.
 */
export class CommandGate {
  readonly #options: GateOptions;
  readonly #queue = new TypingQueue();
  readonly #echo: EchoWait;
  #filter: LiveFilter | undefined;
  #workLeft = WORK_PER_TURN;
  #turn: NodeJS.Immediate | undefined;
  #isFull = false;
  #isBusy = false;
  #question: Question | undefined;
  #rest: Rest | undefined;
  /** Whoever typed the line that is being judged. */
  #judged: { by: string; isGone: boolean } | undefined;
  /** A line that was not let through and may still stand on the target, for any line end to run. */
  #left: Question | undefined;
  /** Lines before this one that end with a backslash. */
  #continued = '';
  #isClosed = false;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#echo = new EchoWait(options.lines);
  }

  setFilter(filter: LiveFilter | undefined): void {
    this.#filter = filter;
  }

  noteOutput(): void {
    // Without a filter nobody waits for an echo, and a flood need not ask for the time.
    if (this.#filter) {
      this.#echo.noteShown();
    }
  }

  type(bytes: Uint8Array, by: string): void {
    if (this.#isClosed) {
      return;
    }
    this.#spend(FRAME_WORK);
    if (this.#rest?.by === by) {
      this.#rest.timer.refresh();
      if (!this.#rest.isDropped) {
        this.#hold(bytes, by);
      }
      return;
    }
    if (this.#question?.by === by) {
      this.#answer(this.#question, bytes);
      return;
    }
    this.#hold(bytes, by);
    this.#run();
  }

  /** Somebody has left: what they typed and what waits for their word goes with them. */
  withdraw(by: string): void {
    this.#queue.drop(by);
    if (this.#judged?.by === by) {
      this.#judged.isGone = true;
    }
    if (this.#question?.by === by) {
      this.#cancel(this.#question);
    }
    this.#regulate();
  }

  close(): void {
    if (this.#question) {
      this.#note(this.#question, 'warn', false);
    }
    this.#isClosed = true;
    this.#question = undefined;
    this.#queue.clear();
    clearTimeout(this.#rest?.timer);
    clearImmediate(this.#turn);
  }

  #hold(bytes: Uint8Array, by: string): void {
    if (this.#queue.bytes + bytes.length > MAX_HELD_BYTES) {
      this.#options.notify(this.#words('too_much'));
      return;
    }
    this.#queue.add(bytes, by);
    this.#regulate();
  }

  /** Whoever must answer is heard, however much they have sent before. */
  #regulate(): void {
    const isHeard = this.#question !== undefined || this.#rest !== undefined || this.#isClosed;
    const isFull = !isHeard && this.#queue.bytes > (this.#isFull ? ROOM_BYTES : FULL_BYTES);
    if (isFull || this.#isFull) {
      this.#isFull = isFull;
      this.#options.setListening(!isFull);
    }
  }

  /** What comes from now on without a pause was sent before: it is no answer, and nothing new. */
  #awaitRest(by: string, isDropped: boolean): void {
    if (!this.#isFull) {
      return;
    }
    clearTimeout(this.#rest?.timer);
    const timer = setTimeout(() => {
      this.#rest = undefined;
      this.#run();
    }, REST_MS).unref();
    this.#rest = { by, isDropped, timer };
    this.#regulate();
  }

  #spend(work: number): void {
    this.#workLeft -= work;
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      this.#workLeft = WORK_PER_TURN;
      this.#run();
    });
  }

  /** Sends what waits, up to the next line that must be judged or the end of this turn. */
  #run(): void {
    if (this.#isBusy || this.#isClosed || this.#queue.isEmpty) {
      return;
    }
    this.#forgetIfGone();
    const { lines } = this.#options;
    const filter = this.#filter;
    const parts: Uint8Array[] = [];
    const send = filter ? undefined : (bytes: Uint8Array) => this.#send([bytes]);
    let submit: TypedKey | undefined;
    while (!submit && this.#workLeft > 0 && !this.#queue.isEmpty) {
      const next = this.#queue.next(send);
      if (!next) {
        break;
      }
      const { key, by, isSent } = next;
      const isSubmit = lines.isSubmit(key);
      if (filter && !isSent && isSubmit) {
        submit = next;
      } else {
        const before = lines.work;
        lines.press(key, by);
        this.#spend(workOf(key, isSubmit) + lines.work - before);
        if (!isSent) {
          parts.push(key.bytes);
        }
      }
    }
    // Without a filter it has gone already.
    this.#send(parts);
    this.#regulate();
    if (submit && filter) {
      this.#isBusy = true;
      // Whatever goes wrong, a line that was not judged does not go.
      this.#decide(submit, filter).catch(() => this.#drop());
    }
  }

  #send(parts: readonly Uint8Array[]): void {
    if (parts.length > 0) {
      this.#echo.noteSent();
      this.#options.write(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    }
  }

  async #decide(held: TypedKey, filter: LiveFilter): Promise<void> {
    const judged = { by: held.by, isGone: false };
    this.#judged = judged;
    const seen = await this.#echo.settledLook(held.by, () => this.#isClosed);
    if (this.#left && !this.#isClosed) {
      this.#repeat({ ...this.#left, ...held, at: this.#options.now() });
      return;
    }
    const [verdict, look] = await judgeShownLine(seen, this.#continued, filter);
    this.#judged = undefined;
    if (this.#isClosed) {
      return;
    }
    const question = { ...held, look, verdict, at: this.#options.now() };
    if (verdict.action === 'deny') {
      this.#deny(question);
    } else if (verdict.action === 'warn' && look.place !== 'prompt') {
      // A question would be drawn over an editor, as far as anybody can tell.
      this.#note(question, 'warn', true, true);
      this.#pass(held, seen, true);
    } else if (verdict.action === 'warn' && judged.isGone) {
      this.#cancel(question);
    } else if (verdict.action === 'warn') {
      this.#ask(question);
    } else {
      this.#pass(held, seen, false);
    }
  }

  #pass({ key, by }: TypedKey, look: Look, isNoted: boolean): void {
    const line = look.isCertain ? look.typed : look.shown;
    const isContinued = /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
    this.#left = undefined;
    this.#continued = isContinued ? `${this.#continued}${line}\n`.slice(-MAX_CONTINUED) : '';
    this.#options.lines.submit(key, by, isNoted);
    this.#spend(SUBMIT_WORK);
    this.#send([key.bytes]);
    this.#isBusy = false;
    this.#run();
  }

  /** What was said of a line holds as long as it stands there. */
  #repeat(question: Question): void {
    if (question.verdict.action === 'deny') {
      this.#deny(question);
    } else {
      this.#ask(question);
    }
  }

  #deny(question: Question): void {
    this.#note(question, 'deny', false);
    this.#takeBack(question, question.verdict.reason === 'too-slow' ? 'unjudged' : 'denied');
  }

  #ask(question: Question): void {
    this.#question = question;
    this.#options.print(`\r\n\u001B[1;33m${this.#words('ask', question)}\u001B[0m `);
    this.#awaitRest(question.by, false);
    this.#regulate();
  }

  /** Only keys that were typed after the question was asked answer it. */
  #answer(question: Question, bytes: Uint8Array): void {
    const { by } = question;
    let rest = bytes;
    let [key] = this.#queue.readerOf(by).read(rest, 1);
    while (key?.kind === 'reply') {
      rest = rest.subarray(key.bytes.length);
      [key] = this.#queue.readerOf(by).read(rest, 1);
    }
    if (!key) {
      return;
    }
    const text = key.kind === 'text' ? Buffer.from(key.bytes).toString() : '';
    if (/^y/i.test(text)) {
      this.#question = undefined;
      this.#options.print('y');
      // From here on it runs: what is printed before belongs to the question.
      this.#note({ ...question, at: this.#options.now() + 1 }, 'warn', true);
      this.#hold(behindAnswer(rest), by);
      this.#pass(question, question.look, true);
    } else {
      this.#cancel(question);
    }
  }

  #cancel(question: Question): void {
    this.#question = undefined;
    this.#note(question, 'warn', false);
    this.#takeBack(question, 'cancelled');
  }

  #drop(): void {
    this.#queue.clear();
    this.#options.lines.forget();
    this.#send([CTRL_C]);
    this.#isBusy = false;
    this.#regulate();
  }

  /** The line is wiped on the target as Ctrl-C does it, and what was typed behind it goes with it, as there. */
  #takeBack(question: Question, what: 'denied' | 'unjudged' | 'cancelled'): void {
    const { look, key, by } = question;
    const hasRest = this.#queue.drop(by) || this.#isFull;
    this.#awaitRest(by, true);
    this.#continued = '';
    this.#options.lines.takeBack(key);
    const text = this.#words(what, question) + (hasRest ? ` ${this.#words('rest_dropped')}` : '');
    this.#options.print(`${what === 'cancelled' ? '\u001B[33m' : '\r\n\u001B[1;31m'}${text}\u001B[0m `);
    this.#send([CTRL_C]);
    // A program that shows no prompt will show no new one either.
    this.#left = look.place === 'program' ? undefined : question;
    this.#regulate();
    runInBackground(this.#waitForWipe(), 'a command that is taken back');
  }

  /** What is typed meanwhile waits: it would end up on the line that is being dropped. */
  async #waitForWipe(): Promise<void> {
    const deadline = performance.now() + WIPE_MS;
    while (this.#left && !this.#isClosed && performance.now() < deadline) {
      await sleep(POLL_MS);
      if (this.#echo.isQuiet) {
        this.#forgetIfGone();
      }
    }
    this.#isBusy = false;
    this.#run();
  }

  /** A target may be deaf to Ctrl-C, as after `stty intr undef`: only a new prompt shows that the line is gone. */
  #forgetIfGone(): void {
    if (this.#left && this.#options.lines.isOnNewRow(this.#echo.sentOffset, this.#left.look.prompt)) {
      this.#left = undefined;
    }
  }

  #note({ look, by, at, verdict }: Question, action: 'warn' | 'deny', wasSent: boolean, isUnasked = false) {
    const isHidden = !look.isEchoed;
    const text = isHidden ? '' : textOf(look);
    this.#options.onJudged({ text, isHidden, isUnasked, by, at, action, wasSent, verdict });
  }

  #words(which: keyof typeof COMMAND_GATE_WORDS, question?: Question): string {
    const language = this.#options.language();
    const command = (question ? sayLine(question.look, question.verdict, language) : '').replace(/\s+/g, ' ');
    const short = command.length > 80 ? `${command.slice(0, 80)}…` : command;
    return translate(COMMAND_GATE_WORDS[which], language, { command: short });
  }
}

/** Behind a `y`, the line end that people type after an answer belongs to it. */
function behindAnswer(bytes: Uint8Array): Uint8Array {
  const more = bytes.subarray(1);
  return LINE_ENDS.has(more[0] ?? 0) ? more.subarray(1) : more;
}
