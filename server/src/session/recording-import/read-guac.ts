import type { Readable } from 'node:stream';

/** Whole instructions up to one moment. */
export interface GuacPart {
  text: string;
  /** What the moment is called there, in milliseconds. */
  sync: number;
}

/** Between two moments; more no honest recording has. */
const LONGEST_PART = 32 * 1024 * 1024;
/** How many characters a value has, before its dot. */
const LENGTH = /(\d{1,9})\./y;
/** The beginning of one, where a piece has cut it off. */
const BEGUN_LENGTH = /^\d{1,9}$/;
const MOMENT = /^\d{1,16}$/;
const LONGEST_MOMENT = 16;

/**
 * A recording of a desktop, taken apart at its moments. Each character is looked at once: what a value holds may look like
 * instructions, and is passed over by its length. `undefined` ends it: what comes is no instruction, or not all of one.
 */
export async function* readGuac(stream: Readable): AsyncGenerator<GuacPart | undefined> {
  const decoder = new TextDecoder();
  const part = new PartReader();
  for await (const chunk of stream) {
    yield* part.read(decoder.decode(chunk as Buffer, { stream: true }));
    if (part.isBroken) {
      yield undefined;
      return;
    }
  }
  if (part.isInside) {
    yield undefined;
  }
}

/** Where in an instruction the reading is, from one piece of the recording to the next. */
class PartReader {
  isBroken = false;
  /** Of the part that is read: earlier pieces. */
  #before: string[] = [];
  #beforeLength = 0;
  /** A length that its piece has cut off. */
  #length = '';
  /** Characters of the value that are to come; undefined between two values. */
  #left: number | undefined;
  /** Which value of its instruction it is; the opcode is the first. */
  #index = -1;
  /** Opcode and first parameter; empty where they are too long to be those of a moment. */
  #values: [string, string] = ['', ''];
  #isKept = false;

  /** Something of an instruction was read, and not all of it. */
  get isInside(): boolean {
    return this.#length !== '' || this.#index >= 0;
  }

  *read(piece: string): Generator<GuacPart> {
    const text = this.#length + piece;
    this.#length = '';
    let from = 0;
    let at = 0;
    while (at < text.length) {
      if (this.#left === undefined) {
        LENGTH.lastIndex = at;
        const [found, length] = LENGTH.exec(text) ?? [];
        if (found === undefined) {
          this.#length = text.slice(at);
          this.#breakUnless(BEGUN_LENGTH.test(this.#length));
          break;
        }
        at += found.length;
        this.#begin(Number(length));
      }
      const end = this.#passOver(text, at);
      if (this.#isKept) {
        this.#values[this.#index] += text.slice(at, end);
      }
      at = end;
      if (at === text.length) {
        break;
      }
      const mark = text[at];
      at += 1;
      this.#left = undefined;
      if (mark === ';') {
        const moment = this.#endInstruction();
        if (moment !== undefined) {
          yield { text: this.#before.join('') + text.slice(from, at), sync: moment };
          this.#before = [];
          this.#beforeLength = 0;
          from = at;
        }
      } else if (mark !== ',') {
        this.#breakUnless(false);
        break;
      }
    }
    // A length that was cut off comes again with the next piece.
    const rest = text.slice(from, text.length - this.#length.length);
    this.#before.push(rest);
    this.#beforeLength += rest.length;
    this.#breakUnless(this.#beforeLength <= LONGEST_PART);
  }

  /** Where the value ends, or what there is of it. One outside the basic plane is two of the units that strings are counted in. */
  #passOver(text: string, from: number): number {
    let at = from;
    let left = this.#left ?? 0;
    for (; left > 0 && at < text.length; left -= 1) {
      at += (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1;
    }
    this.#left = left;
    return at;
  }

  #begin(length: number): void {
    this.#left = length;
    this.#index += 1;
    this.#isKept = this.#index < this.#values.length && length <= LONGEST_MOMENT;
  }

  #endInstruction(): number | undefined {
    const [opcode, moment] = this.#values;
    this.#values = ['', ''];
    this.#index = -1;
    return opcode === 'sync' && MOMENT.test(moment) ? Number(moment) : undefined;
  }

  #breakUnless(isWell: boolean): void {
    this.isBroken ||= !isWell;
  }
}
