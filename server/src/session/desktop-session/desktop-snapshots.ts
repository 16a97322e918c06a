import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';

import { SECOND_MS } from '../../kernel/clock.ts';
import type { GuacdConnection } from '../../protocols/guacd/connection.ts';
import type { Instruction } from '../../protocols/guacd/instruction.ts';
import { OutputRights } from './stream-rights.ts';

/** A picture was wanted, and guacd did not give one in time. */
export class NoPicture extends Error {}

/** Larger than any desktop is in pictures. */
const MAX_BYTES = 32 * 1024 * 1024;
const PATIENCE_MS = 10 * SECOND_MS;

interface Wanted {
  onPicture: (picture: Buffer) => void;
  onFailure: (error: unknown) => void;
}

/**
 * The whole picture of a desktop, for whoever comes later: what guacd draws for somebody who joins, up to a frame that the
 * stream of the session has reached as well, and not yet left. From there on that stream alone is enough.
 */
export class DesktopSnapshots {
  readonly #join: () => Promise<GuacdConnection>;
  readonly #rights = new OutputRights(() => ({ copy: false, paste: false }));
  #wanted: Wanted[] = [];
  #joined: GuacdConnection | undefined;
  /** Drawn already, and looked at up to here. */
  #drawn: Instruction[] = [];
  #looked = 0;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** The frame with which the picture ends that has been collected; undefined while it is between two. */
  #frame: number | undefined;
  /** The last frame of the session's own stream, and whether anything came after it. */
  #shown = -1;
  #isAtFrame = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(join: () => Promise<GuacdConnection>) {
    this.#join = join;
  }

  get isTaking(): boolean {
    return this.#wanted.length > 0;
  }

  /** `onPicture` is called between two instructions of the session's stream: it shows all before, and nothing after. */
  take(wanted: Wanted): void {
    this.#wanted.push(wanted);
    if (this.#wanted.length === 1) {
      this.#timer = setTimeout(() => this.#fail(new NoPicture('guacd drew no picture in time')), PATIENCE_MS);
      this.#collect().catch((error: unknown) => this.#fail(error));
    }
  }

  /** The session's stream has gone on, with something that changes the picture. */
  onChange(): void {
    this.#isAtFrame = false;
  }

  /** The session's stream has come to the end of a frame. */
  onFrame(frame: number): void {
    this.#shown = frame;
    this.#isAtFrame = true;
    this.#goOn();
  }

  close(): void {
    this.#isClosed = true;
    this.#fail(new NoPicture('the desktop is closed'));
  }

  async #collect(): Promise<void> {
    const joined = await this.#join();
    if (this.#isClosed || !this.isTaking) {
      joined.close();
      return;
    }
    this.#joined = joined;
    joined.listen({
      onInstructions: (instructions) => {
        this.#keep(instructions);
        // Also what waits counts: the session's stream may rest while guacd draws on.
        this.#bytes += instructions.reduce((sum, { bytes }) => sum + bytes.length, 0);
        this.#goOn();
        if (this.#bytes > MAX_BYTES) {
          this.#fail(new NoPicture('the picture is too large'));
        }
      },
      onTaken: () => undefined,
      onEnd: (end) => this.#fail(end.kind === 'error' ? end.error : new NoPicture(end.kind)),
    });
  }

  #keep(instructions: readonly Instruction[]): void {
    if (this.#looked === this.#drawn.length) {
      this.#drawn = [];
      this.#looked = 0;
    }
    for (const instruction of instructions) {
      this.#drawn.push(instruction);
    }
  }

  /** Takes in what was drawn, as long as that is behind the session's stream. Both at the same frame is what is waited for. */
  #goOn(): void {
    while (this.#joined && !this.#isAhead) {
      if (this.#isAtFrame && this.#frame === this.#shown) {
        const picture = Buffer.concat(this.#parts);
        this.#finish().forEach(({ onPicture }) => onPicture(picture));
        return;
      }
      const next = this.#drawn[this.#looked];
      if (!next) {
        return;
      }
      this.#looked += 1;
      this.#add(this.#joined, next);
    }
  }

  get #isAhead(): boolean {
    return this.#frame !== undefined && this.#frame > this.#shown;
  }

  #add(joined: GuacdConnection, instruction: Instruction): void {
    const { opcode, bytes } = instruction;
    // Nobody joins for more than the picture.
    if (opcode === 'nop' || !this.#rights.judge(instruction).pass) {
      return;
    }
    this.#parts.push(bytes);
    this.#frame = undefined;
    if (opcode === 'sync') {
      const [frame = ''] = instruction.args;
      joined.send(encodeInstruction('sync', frame));
      this.#frame = Number(frame);
    }
  }

  #fail(error: unknown): void {
    this.#finish().forEach(({ onFailure }) => onFailure(error));
  }

  #finish(): Wanted[] {
    clearTimeout(this.#timer);
    const wanted = this.#wanted;
    this.#wanted = [];
    this.#joined?.close();
    this.#joined = undefined;
    this.#drawn = [];
    this.#looked = 0;
    this.#parts = [];
    this.#bytes = 0;
    this.#frame = undefined;
    return wanted;
  }
}
