import { SECOND_MS } from '../../kernel/clock.ts';
import type { Instruction } from '../../protocols/guacd/instruction.ts';

/** Where those that draw name the layer that they draw on. */
const LAYER_AT: Readonly<Record<string, number>> = { img: 2, rect: 0, copy: 6, transfer: 6 };
const PICTURE = '0';
/** After its first frame a desktop is still beginning for about half of this. */
const SETTLE_MS = SECOND_MS;

/**
 * Keeps the size that a desktop is to take until it has begun: xrdp leaves a change that comes before aside, so that the
 * picture stays as it was, or takes no keys from then on.
 */
export class DeferredResize {
  readonly #send: (size: Buffer) => void;
  #hasDrawn = false;
  #hasBegun = false;
  #kept: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (size: Buffer) => void) {
    this.#send = send;
  }

  /** Answers false where it may go to the desktop now. Of several the last one counts. */
  keeps(size: Uint8Array): boolean {
    if (!this.#hasBegun) {
      this.#kept = Buffer.from(size);
    }
    return !this.#hasBegun;
  }

  /** What comes from the desktop. */
  follow({ opcode, args }: Instruction): void {
    if (this.#hasBegun || this.#timer) {
      return;
    }
    const at = LAYER_AT[opcode];
    this.#hasDrawn ||= at !== undefined && args[at] === PICTURE;
    if (opcode === 'sync' && this.#hasDrawn) {
      this.#timer = setTimeout(() => this.#begin(), SETTLE_MS);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #begin(): void {
    this.#hasBegun = true;
    if (this.#kept) {
      this.#send(this.#kept);
    }
    this.#kept = undefined;
  }
}
