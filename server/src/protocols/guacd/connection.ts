import type { Socket } from 'node:net';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';

import { SECOND_MS } from '../../kernel/clock.ts';
import { refusalOf } from './guacd-error.ts';
import type { Instruction, InstructionReader } from './instruction.ts';

/** How a connection to guacd came to its end. */
export type GuacdEnd =
  /** The desktop ended in order. */
  | { kind: 'finished' }
  /** guacd hung up without a word: it was killed, or its process for this desktop was. */
  | { kind: 'lost' }
  /** Nothing was heard of it any more. */
  | { kind: 'silent' }
  /** A `GuacdRefused`, or a `MalformedStream`. */
  | { kind: 'error'; error: unknown };

export interface GuacdEvents {
  /** All that came at once, in order. Never empty. */
  onInstructions(instructions: readonly Instruction[]): void;
  /** Room again after `isFull`. */
  onTaken(): void;
  /** Comes once and last. */
  onEnd(end: GuacdEnd): void;
}

/** What the handshake has made. */
interface Parts {
  socket: Socket;
  reader: InstructionReader;
  /** What came behind the handshake already. */
  early: readonly Instruction[];
  /** guacd's name of the desktop, by which others join it. */
  id: string;
  timing?: GuacdTiming | undefined;
}

export interface GuacdTiming {
  /** guacd says something every few seconds, if only that it is there. */
  silenceMs: number;
  /** It leaves whoever says nothing for 15 seconds. */
  keepAliveMs: number;
}

const TIMING: GuacdTiming = { silenceMs: 30 * SECOND_MS, keepAliveMs: 5 * SECOND_MS };
/** Instructions read in one turn of the event loop; the rest of what came waits. */
const PER_TURN = 4096;
const NOP = encodeInstruction('nop');
const DISCONNECT = encodeInstruction('disconnect');
/** Whoever does not take a farewell within this time is cut off. */
const FAREWELL_MS = 2 * SECOND_MS;

/**
 * One desktop, as guacd carries it. It keeps itself alive; what comes is handed on whole, instruction by instruction, and
 * waits at guacd while nobody takes it.
 */
export class GuacdConnection {
  readonly id: string;
  readonly #socket: Socket;
  readonly #reader: InstructionReader;
  readonly #keepAlive: NodeJS.Timeout;
  #early: readonly Instruction[];
  #events: GuacdEvents | undefined;
  #readInTurn = 0;
  #isPaused = false;
  #isResting = false;
  #isOver = false;
  #end: GuacdEnd | undefined;

  constructor({ socket, reader, early, id, timing = TIMING }: Parts) {
    this.id = id;
    this.#socket = socket;
    this.#reader = reader;
    this.#early = early;
    this.#keepAlive = setInterval(() => this.#keepUp(), timing.keepAliveMs).unref();
    // Nothing is read before somebody listens.
    socket.pause();
    socket.setTimeout(timing.silenceMs, () => this.#onSilence());
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('drain', () => this.#events?.onTaken());
    socket.on('error', () => undefined);
    socket.once('close', () => this.#finish({ kind: 'lost' }));
  }

  /** From now on these are told what comes. */
  listen(events: GuacdEvents): void {
    this.#events = events;
    const early = this.#early;
    const endBefore = this.#end;
    this.#early = [];
    if (early.length > 0) {
      this.#handOn(early);
    }
    if (endBefore) {
      events.onEnd(endBefore);
    } else {
      this.#regulate();
    }
  }

  /** Whole instructions. */
  send(bytes: string | Uint8Array): void {
    if (!this.#isOver) {
      this.#socket.write(bytes);
    }
  }

  get isFull(): boolean {
    return this.#socket.writableNeedDrain;
  }

  pause(): void {
    this.#isPaused = true;
    this.#regulate();
  }

  resume(): void {
    this.#isPaused = false;
    this.#regulate();
  }

  /** Leaves the desktop. Nothing is told any more. Harmless to call twice. */
  close(): void {
    this.#events = undefined;
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    clearInterval(this.#keepAlive);
    this.#socket.setTimeout(FAREWELL_MS, () => this.#socket.destroy());
    this.#socket.end(DISCONNECT);
    this.#socket.resume();
  }

  #receive(chunk: Buffer): void {
    if (this.#isOver) {
      return;
    }
    let instructions: Instruction[];
    try {
      instructions = this.#reader.read(chunk);
    } catch (error) {
      this.#finish({ kind: 'error', error });
      return;
    }
    if (instructions.length === 0) {
      return;
    }
    this.#countTurn(instructions.length);
    this.#handOn(instructions);
  }

  #handOn(instructions: readonly Instruction[]): void {
    // After either of these guacd has no more to say, though it may keep the socket open.
    const last = instructions.findIndex(({ opcode }) => opcode === 'error' || opcode === 'disconnect');
    const heard = last === -1 ? instructions : instructions.slice(0, last);
    if (heard.length > 0) {
      this.#events?.onInstructions(heard);
    }
    const farewell = instructions[last];
    if (farewell) {
      this.#finish(
        farewell.opcode === 'error'
          ? { kind: 'error', error: refusalOf(farewell.args) }
          : { kind: 'finished' },
      );
    }
  }

  /** A flood of tiny instructions is read in several turns. */
  #countTurn(count: number): void {
    if (this.#readInTurn === 0) {
      setImmediate(() => {
        this.#readInTurn = 0;
        this.#isResting = false;
        this.#regulate();
      });
    }
    this.#readInTurn += count;
    if (this.#readInTurn >= PER_TURN) {
      this.#isResting = true;
      this.#regulate();
    }
  }

  #regulate(): void {
    if (this.#isOver) {
      return;
    }
    const shouldRead = this.#events !== undefined && !this.#isPaused && !this.#isResting;
    if (shouldRead && this.#socket.isPaused()) {
      this.#socket.resume();
    } else if (!shouldRead && !this.#socket.isPaused()) {
      this.#socket.pause();
    }
  }

  #keepUp(): void {
    // Something waits to be sent already, and would only be followed by more.
    if (!this.isFull) {
      this.send(NOP);
    }
  }

  #onSilence(): void {
    // While nobody takes what guacd says, its silence means nothing.
    if (!this.#isPaused) {
      this.#finish({ kind: 'silent' });
    }
  }

  #finish(end: GuacdEnd): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#end = end;
    clearInterval(this.#keepAlive);
    this.#socket.destroy();
    this.#events?.onEnd(end);
  }
}
