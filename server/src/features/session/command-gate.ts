import { setTimeout as sleep } from 'node:timers/promises';

import type { RuleAction } from '@jadegate/contract/command-filter';
import { say, type Language } from '@jadegate/contract/language';
import { COMMAND_GATE_WORDS, SECRET_QUESTION } from '@jadegate/contract/words/command-gate';

import { MASK } from '../../protocols/terminal-line/input-keeper.ts';
import { KeyReader, type Key } from '../../protocols/terminal-line/key-reader.ts';
import type { LineWatch, Look } from '../../protocols/terminal-line/line-watch.ts';
import type { LiveFilter, Verdict } from '../command-filter/live-filter.service.ts';

export interface GateOptions {
  lines: LineWatch;
  /** To the target. */
  write: (bytes: Uint8Array) => void;
  /** To everybody who sees the terminal, and into its recording. */
  say: (text: string) => void;
  /** To the person alone. */
  tell: (text: string) => void;
  language: () => Language;
  now: () => number;
  onJudged: (command: JudgedCommand) => void;
}

/** A line a rule had something to say about. */
export interface JudgedCommand {
  /** As it was on the screen; a mask when it was not. */
  text: string;
  by: string;
  at: number;
  action: Exclude<RuleAction, 'allow'>;
  wasSent: boolean;
  verdict: Verdict;
}

interface Held {
  key: Key;
  by: string;
}

interface Question extends Held {
  look: Look;
  verdict: Verdict;
  at: number;
}

const CTRL_C = Uint8Array.of(0x03);
/** What waits behind a line that is being judged; a paste that is longer than this is no command. */
const MAX_HELD_BYTES = 1024 * 1024;
/** The echo is complete when nothing more has come for this long. */
const QUIET_MS = 50;
/** A line that was typed is known without the screen; this long its echo may take. */
const ECHO_MS = 300;
/** What history or completion put on the line is known from the screen alone. */
const RECALL_MS = 1500;
/** Shells think about a completion before they show it, in silence. */
const RECALL_QUIET_MS = 250;
const POLL_MS = 10;
/** A target that drops a line begins a new one; this long it may take. */
const WIPE_MS = 2000;

/**
 * Holds back the key that hands over a line until the filter has judged that line, and everything typed behind it with
 * it. Without a filter nothing waits.
 */
export class CommandGate {
  readonly #on: GateOptions;
  readonly #readers = new Map<string, KeyReader>();
  #filter: LiveFilter | undefined;
  #queue: Held[] = [];
  #queuedBytes = 0;
  #isBusy = false;
  #question: Question | undefined;
  /** A line that was not let through and may still stand on the target, for any line end to run. */
  #left: Question | undefined;
  /** Lines before this one that end with a backslash. */
  #continued = '';
  #sentAt = 0;
  #sentOffset = 0;
  #shownAt = 0;
  #isClosed = false;

  constructor(options: GateOptions) {
    this.#on = options;
  }

  obey(filter: LiveFilter | undefined): void {
    this.#filter = filter;
  }

  noteOutput(): void {
    // Without a filter nobody waits for an echo, and a flood need not ask for the time.
    if (this.#filter) {
      this.#shownAt = performance.now();
    }
  }

  type(bytes: Uint8Array, by: string): void {
    if (this.#isClosed) {
      return;
    }
    const keys = this.#readerOf(by).read(bytes);
    if (this.#question?.by === by) {
      this.#answer(this.#question, keys);
      return;
    }
    if (!this.#isBusy && !this.#filter) {
      for (const key of keys) {
        this.#on.lines.press(key, by);
      }
      this.#on.write(bytes);
      return;
    }
    if (this.#queuedBytes + bytes.length > MAX_HELD_BYTES) {
      this.#on.tell(this.#words('too_much'));
      return;
    }
    this.#hold(keys, by);
    this.#run();
  }

  close(): void {
    if (this.#question) {
      this.#note(this.#question, 'warn', false);
    }
    this.#isClosed = true;
    this.#question = undefined;
    this.#queue = [];
  }

  #readerOf(by: string): KeyReader {
    const reader = this.#readers.get(by) ?? new KeyReader();
    this.#readers.set(by, reader);
    return reader;
  }

  #hold(keys: readonly Key[], by: string): void {
    for (const key of keys) {
      this.#queue.push({ key, by });
      this.#queuedBytes += key.bytes.length;
    }
  }

  /** Sends what waits, up to the next line that must be judged. */
  #run(): void {
    if (this.#isBusy || this.#isClosed) {
      return;
    }
    const { lines } = this.#on;
    this.#forgetIfGone();
    const bytes: Uint8Array[] = [];
    let taken = 0;
    let submit: Held | undefined;
    for (const held of this.#queue) {
      taken += 1;
      if (this.#filter && lines.isSubmit(held.key)) {
        submit = held;
        break;
      }
      lines.press(held.key, held.by);
      bytes.push(held.key.bytes);
    }
    for (const { key } of this.#queue.splice(0, taken)) {
      this.#queuedBytes -= key.bytes.length;
    }
    this.#send(bytes);
    if (submit && this.#filter) {
      this.#isBusy = true;
      // Whatever goes wrong, a line that was not judged does not go.
      this.#decide(submit, this.#filter).catch(() => this.#drop());
    }
  }

  #send(parts: readonly Uint8Array[]): void {
    if (parts.length > 0) {
      this.#sentOffset = this.#on.lines.outputBytes;
      this.#sentAt = performance.now();
      this.#on.write(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    }
  }

  async #decide(held: Held, filter: LiveFilter): Promise<void> {
    const seen = await this.#settledLook(held.by);
    if (this.#isClosed) {
      return;
    }
    if (this.#left) {
      this.#repeat({ ...this.#left, ...held, at: this.#on.now() });
      return;
    }
    const [verdict, look] = seen ? this.#judge(seen, filter) : [];
    if (look && verdict?.action === 'deny') {
      this.#deny({ ...held, look, verdict, at: this.#on.now() });
    } else if (look && verdict?.action === 'warn') {
      this.#ask({ ...held, look, verdict, at: this.#on.now() });
    } else {
      this.#pass(held, seen, false);
    }
  }

  /** The line once its echo has come, or has had its time. */
  async #settledLook(by: string): Promise<Look | undefined> {
    for (;;) {
      const look = this.#on.lines.look(by);
      const now = performance.now();
      const sinceSent = now - this.#sentAt;
      const isQuiet = now - this.#shownAt >= QUIET_MS && sinceSent >= QUIET_MS;
      const hasAnswer = this.#on.lines.outputBytes > this.#sentOffset;
      if (!look || look.isSettled || sinceSent >= RECALL_MS || this.#isClosed) {
        return look;
      }
      const isRecalled = hasAnswer && sinceSent >= RECALL_QUIET_MS && !look.isBusy;
      if (isQuiet && (look.isCertain ? sinceSent >= ECHO_MS : isRecalled)) {
        return look;
      }
      await sleep(POLL_MS);
    }
  }

  /** Both what the screen shows and what the keys say: the stricter word counts. */
  #judge(look: Look, filter: LiveFilter): [] | [Verdict, Look] {
    if (!look.isEchoed && SECRET_QUESTION.test(look.prompt)) {
      return [];
    }
    const lines = new Set([look.shown, ...look.others]);
    if (look.isCertain || !look.isEchoed) {
      lines.add(look.typed.trim());
    }
    const [worst] = [...lines]
      .flatMap((line) =>
        (this.#continued ? [line, this.#continued + line] : [line]).map((whole) => [line, whole] as const),
      )
      .map(([line, whole]) => ({ line, verdict: filter.judge(whole) }))
      .toSorted((a, b) => SEVERITY[b.verdict.action] - SEVERITY[a.verdict.action]);
    // On record it stands as it was judged.
    return worst
      ? [worst.verdict, look.others.includes(worst.line) ? { ...look, shown: worst.line } : look]
      : [];
  }

  #pass({ key, by }: Held, look: Look | undefined, isNoted: boolean): void {
    const line = look && (look.isCertain ? look.typed : look.shown);
    const isContinued = line !== undefined && /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
    this.#left = undefined;
    this.#continued = isContinued ? `${this.#continued}${line}\n`.slice(-MAX_HELD_BYTES) : '';
    this.#on.lines.submit(key, by, isNoted);
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
    this.#takeBack(question, 'denied');
  }

  #ask(question: Question): void {
    this.#question = question;
    this.#on.say(`\r\n\u001B[1;33m${this.#words('ask', question)}\u001B[0m `);
  }

  /** Only keys that were typed after the question was asked answer it. */
  #answer(question: Question, keys: readonly Key[]): void {
    const at = keys.findIndex((key) => key.kind !== 'reply');
    const answer = keys[at];
    if (!answer) {
      return;
    }
    this.#question = undefined;
    const text = answer.kind === 'text' ? Buffer.from(answer.bytes).toString() : '';
    if (/^y/i.test(text)) {
      this.#on.say('y');
      // From here on it runs: what is printed before belongs to the question.
      this.#note({ ...question, at: this.#on.now() + 1 }, 'warn', true);
      this.#hold(keysBehind(answer, keys.slice(at + 1)), question.by);
      this.#pass(question, question.look, true);
    } else {
      this.#note(question, 'warn', false);
      this.#takeBack(question, 'cancelled');
    }
  }

  #drop(): void {
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#on.lines.forget();
    this.#send([CTRL_C]);
    this.#isBusy = false;
  }

  /** The line is wiped on the target as Ctrl-C does it, and what was typed behind it goes with it, as there. */
  #takeBack(question: Question, what: 'denied' | 'cancelled'): void {
    const rest = this.#queue.length > 0 ? ` ${this.#words('rest_dropped')}` : '';
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#continued = '';
    this.#on.lines.takeBack(question.key);
    const text = this.#words(what, question) + rest;
    this.#on.say(what === 'denied' ? `\r\n\u001B[1;31m${text}\u001B[0m ` : `\u001B[33m${text}\u001B[0m `);
    this.#send([CTRL_C]);
    this.#left = question;
    void this.#waitForWipe();
  }

  /** What is typed meanwhile waits: it would end up on the line that is being dropped. */
  async #waitForWipe(): Promise<void> {
    const deadline = performance.now() + WIPE_MS;
    while (this.#left && !this.#isClosed && performance.now() < deadline) {
      await sleep(POLL_MS);
      if (performance.now() - this.#shownAt >= QUIET_MS) {
        this.#forgetIfGone();
      }
    }
    this.#isBusy = false;
    this.#run();
  }

  /** A target may be deaf to Ctrl-C, as after `stty intr undef`: only a new prompt shows that the line is gone. */
  #forgetIfGone(): void {
    if (this.#left && this.#on.lines.isOnNewRow(this.#sentOffset, this.#left.look.prompt)) {
      this.#left = undefined;
    }
  }

  #note({ look, by, at, verdict }: Question, action: 'warn' | 'deny', wasSent: boolean): void {
    this.#on.onJudged({ text: textOf(look), by, at, action, wasSent, verdict });
  }

  #words(which: keyof typeof COMMAND_GATE_WORDS, question?: Question): string {
    const segment = question && question.look.isEchoed ? question.verdict.segment : '';
    const command = (segment || (question ? textOf(question.look) : '')).replace(/\s+/g, ' ');
    const short = command.length > 80 ? `${command.slice(0, 80)}…` : command;
    return say(COMMAND_GATE_WORDS[which], this.#on.language(), { command: short });
  }
}

const SEVERITY: Readonly<Record<RuleAction, number>> = { allow: 0, warn: 1, deny: 2 };

/** What was not echoed is not written down, whatever was found in it. */
function textOf({ shown, typed, isEchoed }: Look): string {
  return isEchoed ? shown || typed.trim() : MASK;
}

/** Behind a `y`, the line end that people type after an answer belongs to it. */
function keysBehind(answer: Key, rest: readonly Key[]): readonly Key[] {
  const more = answer.bytes.subarray(1);
  if (more.length > 0) {
    return [{ ...answer, bytes: more }, ...rest];
  }
  return rest[0]?.kind === 'submit' ? rest.slice(1) : rest;
}
