import { plain } from '../../recorders/terminal/plain-text.ts';
import { isAtPrompt, isEchoAtPrompt, unfold } from './command-echo.ts';

/** A command and when it was handed over. */
export interface SentCommand {
  id: string;
  from: number;
  command: string;
}

/** The begin of what a command printed, and how much it was in all. */
export interface Printed {
  bytes: Uint8Array[];
  size: number;
}

export const MAX_PRINTED_BYTES = 16 * 1024;
/** No command and prompt that would be found is longer. */
const MAX_LINE_BYTES = 8 * 1024;
/** As many of the commands that wait are looked for: the next is one of them, unless a program read some as its input. */
const MAX_AWAITED = 20;
const LINE_END = 10;
const PROMPT = /[$#%>❯»]/u;

/**
 * Divides the output of a shell among its commands. What is printed after a command was handed over is its own, as long
 * as the shell waited for it. A command that was sent while another ran, or together with it, has its turn when the
 * shell shows it behind a prompt: what came before that belongs to the command before it.
 */
export class OutputSplit {
  readonly #commands: readonly SentCommand[];
  readonly #isWanted: (at: number) => boolean;
  readonly #printed: Printed[];
  /** The command that was handed over last. */
  #current = 0;
  /** Commands that the shell was not seen to come to, in order. */
  #awaited: number[] = [];
  /** What has been printed of the last line. */
  #line: Uint8Array[] = [];
  #lineSize = 0;

  /** Commands come in order, without any left out. Of those that are not wanted nothing is kept longer than needed. */
  constructor(commands: readonly SentCommand[], isWanted: (at: number) => boolean) {
    this.#commands = commands;
    this.#isWanted = isWanted;
    this.#printed = commands.map(() => ({ bytes: [], size: 0 }));
  }

  /** Nothing that follows can belong to this command any more. */
  isBehind(at: number): boolean {
    return this.#current > at && !this.#awaited.some((awaited) => awaited <= at + 1);
  }

  write(at: number, bytes: Uint8Array): void {
    while (at >= (this.#commands[this.#current + 1]?.from ?? Infinity)) {
      this.#handOver();
    }
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      this.#extendLine(bytes.subarray(from, end + 1));
      from = end + 1;
      this.#endLine();
    }
    this.#extendLine(bytes.subarray(from));
    if (this.#lineSize > MAX_LINE_BYTES) {
      this.#endLine();
    }
  }

  finish(): Printed[] {
    this.#keepLine();
    return this.#printed;
  }

  #handOver(): void {
    const next = this.#current + 1;
    const command = this.#commands[next]?.command ?? '';
    if (command.trim() === '' || isAtPrompt(this.#lineText(), command)) {
      this.#awaited = [];
    } else {
      this.#awaited.push(next);
    }
    this.#keepLine();
    this.#current = next;
  }

  #endLine(): void {
    if (this.#awaited.length > 0) {
      const line = this.#lineText();
      const reached = this.#awaited
        .slice(0, MAX_AWAITED)
        .find((at) => isEchoAtPrompt(line, this.#commands[at]?.command ?? ''));
      if (reached !== undefined) {
        this.#reach(reached);
      }
    }
    this.#keepLine();
  }

  /** What was printed since this command was handed over was not printed by it. */
  #reach(at: number): void {
    for (let one = at; one <= this.#current; one += 1) {
      const { bytes, size } = this.#printed[one] ?? { bytes: [], size: 0 };
      this.#printed[one] = { bytes: [], size: 0 };
      bytes.forEach((piece) => this.#keep(at - 1, piece));
      const before = this.#printed[at - 1];
      if (before) {
        before.size += size - sizeOf(bytes);
      }
    }
    this.#awaited = this.#awaited.filter((awaited) => awaited > at);
  }

  #extendLine(bytes: Uint8Array): void {
    if (bytes.length > 0) {
      this.#line.push(bytes);
      this.#lineSize += bytes.length;
    }
  }

  #keepLine(): void {
    if (this.#isWanted(this.#current) || this.#awaited.length > 0) {
      this.#line.forEach((piece) => this.#keep(this.#current, piece));
    }
    this.#line = [];
    this.#lineSize = 0;
  }

  #keep(at: number, bytes: Uint8Array): void {
    const printed = this.#printed[at];
    if (printed) {
      const room = MAX_PRINTED_BYTES - printed.size;
      if (room > 0) {
        printed.bytes.push(bytes.slice(0, room));
      }
      printed.size += bytes.length;
    }
  }

  #lineText(): string {
    const line = Buffer.concat(this.#line).toString();
    return PROMPT.test(line) ? plain(unfold(line)).trimEnd() : '';
  }
}

function sizeOf(bytes: readonly Uint8Array[]): number {
  return bytes.reduce((sum, { length }) => sum + length, 0);
}
