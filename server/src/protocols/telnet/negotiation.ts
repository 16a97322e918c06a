import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

/** Telnet's own language (RFC 854, 855): everything after the byte 255. */
const IAC = 255;
const DONT = 254;
const DO = 253;
const WONT = 252;
const WILL = 251;
const SB = 250;
const DATA_MARK = 242;
const SE = 240;
/** The lowest byte that is a command (RFC 1184). */
const EOF = 236;

const BINARY = 0;
const ECHO = 1;
const SUPPRESS_GO_AHEAD = 3;
const TERMINAL_TYPE = 24;
const WINDOW_SIZE = 31;

const IS = 0;
const SEND = 1;
const CR = 13;
const NUL = 0;

/** What we let the host do, and what we are willing to do ourselves. Everything else is declined. */
const HOST_MAY: ReadonlySet<number> = new Set([BINARY, ECHO, SUPPRESS_GO_AHEAD]);
const WE_MAY: ReadonlySet<number> = new Set([BINARY, SUPPRESS_GO_AHEAD, TERMINAL_TYPE, WINDOW_SIZE]);
/** A host that opens a subnegotiation and never ends it must not fill the memory. */
const MAX_SUBNEGOTIATION = 4096;
/** Keys that make a host throw away what it was about to print: interrupt, suspend, quit. */
const INTERRUPTS = [0x03, 0x1a, 0x1c];
/** It marks the place where it did so, at once. */
const MARK_MS = 2000;

type State = 'data' | 'iac' | 'verb' | 'sub' | 'sub-iac';

interface Decoded {
  /** Terminal bytes without the negotiation. */
  data: Buffer;
  /** What must be answered to the host, already in its form. */
  reply: Buffer;
}

/**
 * One side of a Telnet conversation: takes the bytes of the host apart, however packets cut them, and says what to
 * answer. Answers only to changes, as RFC 1143 asks, so that two polite ends cannot talk for ever.
 */
export class TelnetNegotiation {
  readonly #term: string;
  readonly #hostDoes = new Set<number>();
  readonly #weDo = new Set<number>();
  #size: TerminalSize;
  #state: State = 'data';
  #verb = 0;
  #sub: number[] = [];
  #lastWasCr = false;
  #interruptedAt = -Infinity;

  constructor(term: string, size: TerminalSize) {
    this.#term = term;
    this.#size = size;
  }

  /** The host echoes what is typed; when it does not, it asks for a secret or works line by line. */
  get hostEchoes(): boolean {
    return this.#hostDoes.has(ECHO);
  }

  decode(packet: Uint8Array): Decoded {
    const bytes = this.#beginsWithLoneMark(packet) ? packet.subarray(1) : packet;
    if (bytes.length > 0 && this.#state === 'data' && !bytes.includes(IAC) && !bytes.includes(NUL)) {
      // Nearly all packets: nothing to take apart, nothing to copy.
      this.#lastWasCr = bytes.at(-1) === CR;
      return { data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), reply: Buffer.alloc(0) };
    }
    const data: number[] = [];
    const reply: number[] = [];
    for (const byte of bytes) {
      this.#take(byte, data, reply);
    }
    return { data: Buffer.from(data), reply: Buffer.from(reply) };
  }

  /** Terminal bytes in the form the host expects: 255 doubled, and a lone CR followed by NUL. */
  encode(bytes: Uint8Array): Buffer {
    const out: number[] = [];
    if (INTERRUPTS.some((key) => bytes.includes(key))) {
      this.#interruptedAt = performance.now();
    }
    for (const byte of bytes) {
      out.push(byte);
      if (byte === IAC) {
        out.push(IAC);
      } else if (byte === CR && !this.#weDo.has(BINARY)) {
        out.push(NUL);
      }
    }
    return Buffer.from(out);
  }

  /** The new size, if the host wants to know it. */
  resize(size: TerminalSize): Buffer {
    this.#size = size;
    return Buffer.from(this.#weDo.has(WINDOW_SIZE) ? this.#windowSize() : []);
  }

  /**
   * The mark after an interrupt is IAC DM, and hosts send the IAC as urgent data, which the system keeps out of the
   * stream: the DM alone is left, where the next packet begins. It is none if it begins a character.
   */
  #beginsWithLoneMark(packet: Uint8Array): boolean {
    const [first, second = 0] = packet;
    const isMark = first === DATA_MARK && this.#state === 'data' && (second & 0xc0) !== 0x80;
    if (!isMark || performance.now() - this.#interruptedAt > MARK_MS) {
      return false;
    }
    this.#interruptedAt = -Infinity;
    return true;
  }

  #take(byte: number, data: number[], reply: number[]): void {
    switch (this.#state) {
      case 'data':
        this.#takeData(byte, data);
        return;
      case 'iac':
        this.#takeCommand(byte, data);
        return;
      case 'verb':
        this.#state = 'data';
        reply.push(...this.#answer(this.#verb, byte));
        return;
      case 'sub':
        if (byte === IAC) {
          this.#state = 'sub-iac';
        } else {
          this.#keepSub(byte);
        }
        return;
      case 'sub-iac':
        if (byte === IAC) {
          this.#state = 'sub';
          this.#keepSub(byte);
        } else {
          this.#state = 'data';
          reply.push(...(byte === SE ? this.#answerSub() : []));
          this.#sub = [];
        }
    }
  }

  #takeData(byte: number, data: number[]): void {
    if (byte === IAC) {
      this.#state = 'iac';
      return;
    }
    // CR NUL means a bare carriage return.
    if (!(this.#lastWasCr && byte === NUL)) {
      data.push(byte);
    }
    this.#lastWasCr = byte === CR;
  }

  #takeCommand(byte: number, data: number[]): void {
    this.#state = 'data';
    if (byte === IAC) {
      data.push(IAC);
    } else if (byte >= WILL && byte <= DONT) {
      this.#verb = byte;
      this.#state = 'verb';
    } else if (byte === SB) {
      this.#state = 'sub';
      this.#sub = [];
    } else if (byte < EOF) {
      // Some send the DM as urgent data instead, and their IAC stands alone.
      this.#takeData(byte, data);
    }
    // The rest (go ahead, break, are-you-there …) says nothing that a terminal could show.
  }

  #keepSub(byte: number): void {
    if (this.#sub.length < MAX_SUBNEGOTIATION) {
      this.#sub.push(byte);
    }
  }

  #answer(verb: number, option: number): number[] {
    switch (verb) {
      case WILL:
        return this.#agree(this.#hostDoes, HOST_MAY, option, DO, DONT);
      case DO: {
        const answer = this.#agree(this.#weDo, WE_MAY, option, WILL, WONT);
        return option === WINDOW_SIZE && answer[1] === WILL ? [...answer, ...this.#windowSize()] : answer;
      }
      case WONT:
        return this.#hostDoes.delete(option) ? [IAC, DONT, option] : [];
      default:
        return this.#weDo.delete(option) ? [IAC, WONT, option] : [];
    }
  }

  #agree(on: Set<number>, allowed: ReadonlySet<number>, option: number, yes: number, no: number): number[] {
    if (!allowed.has(option)) {
      return [IAC, no, option];
    }
    if (on.has(option)) {
      return [];
    }
    on.add(option);
    return [IAC, yes, option];
  }

  #answerSub(): number[] {
    const [option, request] = this.#sub;
    return option === TERMINAL_TYPE && request === SEND
      ? [IAC, SB, TERMINAL_TYPE, IS, ...Buffer.from(this.#term, 'latin1'), IAC, SE]
      : [];
  }

  #windowSize(): number[] {
    const { cols, rows } = this.#size;
    const numbers = [cols >> 8, cols & 0xff, rows >> 8, rows & 0xff];
    return [
      IAC,
      SB,
      WINDOW_SIZE,
      ...numbers.flatMap((byte) => (byte === IAC ? [IAC, IAC] : [byte])),
      IAC,
      SE,
    ];
  }
}
