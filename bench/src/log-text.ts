import { setTimeout as sleep } from 'node:timers/promises';

import type { LeanTerminal } from './lean-terminal.ts';
import type { Target } from './target.ts';

const LINES = 1000;
/** What the shell adds: the echo of the command, a prompt, a title. */
const AROUND_BYTES = 500;

/** A large file on a target: lines as a log has them, some colour, some repetition, nothing that packs to nothing. */
export class LogText {
  /** Prints it. */
  readonly command: string;
  readonly #bytes: number;

  private constructor(path: string, bytes: number) {
    this.command = `cat ${path}`;
    this.#bytes = bytes;
  }

  static async on(target: Target, size: number): Promise<LogText> {
    const lines = Array.from({ length: LINES }, (_, line) => {
      const word = ((line * 2_654_435_761) >>> 0).toString(36);
      return `\u001B[32m2026-11-15T08:${String(line % 60).padStart(2, '0')}:07.${line}Z\u001B[0m worker[${line * 7}]: request ${word} took ${(line * 37) % 911} ms\n`;
    });
    const block = Buffer.from(lines.join(''));
    const blocks = Math.floor(size / block.length);
    const text = Buffer.alloc(blocks * block.length, block);
    // A terminal puts a carriage return before each newline.
    return new LogText(await target.file('text', text), text.length + blocks * LINES);
  }

  /** As a terminal shows it. */
  get megabytes(): number {
    return this.#bytes / 1e6;
  }

  /** From the key that starts the printing until all of it was read. */
  async secondsAt(terminal: LeanTerminal): Promise<number> {
    const from = terminal.received;
    const started = performance.now();
    terminal.type(`${this.command}\n`);
    await terminal.has(from + this.#bytes);
    const seconds = (performance.now() - started) / 1000;
    await sleep(200);
    if (terminal.received > from + this.#bytes + AROUND_BYTES) {
      throw new Error('the terminal showed more than the file');
    }
    return seconds;
  }
}
