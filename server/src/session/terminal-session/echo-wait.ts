import { setTimeout as sleep } from 'node:timers/promises';

import type { LineWatch, Look } from '../../protocols/terminal-line/line-watch.ts';

/** The echo is complete when nothing more has come for this long. */
const QUIET_MS = 50;
/** A line that was typed is known without the screen; this long its echo may take. */
const ECHO_MS = 300;
/** What history or completion put on the line is known from the screen alone. */
const RECALL_MS = 1500;
/** Shells think about a completion before they show it, in silence. */
const RECALL_QUIET_MS = 250;
const POLL_MS = 10;
/** A server that was busy has not looked: of a long pause between two looks only this much counts as time to answer. */
const COUNTED_POLL_MS = 2 * POLL_MS;

/** Knows when the target has shown what it was sent. */
export class EchoWait {
  readonly #lines: LineWatch;
  #sentAt = 0;
  #sentOffset = 0;
  #shownAt = 0;

  constructor(lines: LineWatch) {
    this.#lines = lines;
  }

  /** Where the output stood when something was sent last. */
  get sentOffset(): number {
    return this.#sentOffset;
  }

  get isQuiet(): boolean {
    return performance.now() - this.#shownAt >= QUIET_MS;
  }

  noteSent(): void {
    this.#sentOffset = this.#lines.outputBytes;
    this.#sentAt = performance.now();
  }

  noteShown(): void {
    this.#shownAt = performance.now();
  }

  /** The line once its echo has come, or has had its time. */
  async settledLook(by: string, isOver: () => boolean): Promise<Look> {
    let sinceSent = performance.now() - this.#sentAt;
    for (;;) {
      const look = this.#lines.readCurrentLine(by);
      if (look.isSettled || sinceSent >= RECALL_MS || isOver()) {
        return look;
      }
      const hasAnswer = this.#lines.outputBytes > this.#sentOffset;
      const isRecalled = hasAnswer && sinceSent >= RECALL_QUIET_MS && !look.isBusy;
      const isQuiet = this.isQuiet && sinceSent >= QUIET_MS;
      if (isQuiet && (look.isCertain ? sinceSent >= ECHO_MS : isRecalled)) {
        return look;
      }
      const lookedAt = performance.now();
      await sleep(POLL_MS);
      sinceSent += Math.min(performance.now() - lookedAt, COUNTED_POLL_MS);
    }
  }
}
