import { isAscii, isUtf8 } from 'node:buffer';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';

/** guacd never sends more in one instruction, and the newest takes no more. */
const MAX_INSTRUCTION_BYTES = 64 * 1024;
const MAX_ELEMENTS = 256;
const MAX_DIGITS = 5;
/** From here on it is quicker to ask for all of them at once whether they are plain. */
const MANY = 16;
const DOT = 0x2e;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const ZERO = 0x30;

/** What came is no stream of instructions, or one of them is larger than any may be. */
export class MalformedStream extends Error {
  constructor(reason: string) {
    super(`guacamole: ${reason}`);
    this.name = 'MalformedStream';
  }
}

/** An instruction as it lies in the bytes it came in. Nothing is copied, and its arguments are read when somebody asks. */
export class Instruction {
  readonly source: Buffer;
  readonly start: number;
  readonly end: number;
  #opcode: string | undefined;

  constructor(source: Buffer, start: number, end: number) {
    this.source = source;
    this.start = start;
    this.end = end;
  }

  get opcode(): string {
    this.#opcode ??= readElement(this.source, this.start).value;
    return this.#opcode;
  }

  get bytes(): Buffer {
    return this.source.subarray(this.start, this.end);
  }

  get args(): string[] {
    const values: string[] = [];
    let { next } = readElement(this.source, this.start);
    while (next < this.end) {
      const element = readElement(this.source, next);
      values.push(element.value);
      ({ next } = element);
    }
    return values;
  }
}

/** Reads one element of an instruction that is known to be whole. `next` lies behind its comma or semicolon. */
function readElement(source: Buffer, start: number): { value: string; next: number } {
  let at = start;
  let length = 0;
  for (let byte = source[at] ?? DOT; byte !== DOT; byte = source[at] ?? DOT) {
    length = length * 10 + byte - ZERO;
    at += 1;
  }
  const begin = at + 1;
  const { end } = skipCharacters(source, begin, length);
  return { value: source.toString('utf8', begin, end), next: end + 1 };
}

/**
 * Takes a stream apart into instructions, wherever its pieces begin and end. Lengths are believed before the content is;
 * characters are counted by their first byte, as guacd does.
 */
export class InstructionReader {
  readonly #maxBytes: number;
  /** The beginning of an instruction whose end has not come, in pieces, and its length. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  /** A character of the piece before reaches so far into the next. */
  #ahead = 0;
  /** Characters of the element that are still to come; undefined while its length is read. */
  #left: number | undefined;
  #length = 0;
  #digits = 0;
  #elements = 0;
  #isPlain = true;

  constructor({ maxBytes = MAX_INSTRUCTION_BYTES }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes;
  }

  /** Those that end in this piece. Throws a `MalformedStream`, after which the stream is of no use. */
  read(chunk: Buffer): Instruction[] {
    const end = chunk.length;
    const found: Instruction[] = [];
    let start = 0;
    let at = this.#ahead;
    while (at < end) {
      if (this.#left === undefined) {
        at = this.#readLength(chunk, at);
      } else if (this.#left > 0) {
        at = this.#skip(chunk, at, this.#left);
      } else if (this.#endElement(chunk[at++] ?? 0)) {
        found.push(this.#complete(chunk, start, at));
        start = at;
      }
      if (this.#begunBytes + at - start > this.#maxBytes) {
        throw new MalformedStream('an instruction is too long');
      }
    }
    if (start < end) {
      this.#begun.push(chunk.subarray(start));
      this.#begunBytes += end - start;
    }
    this.#ahead = at - end;
    return found;
  }

  /** Only what began in an earlier piece is copied. */
  #complete(chunk: Buffer, start: number, end: number): Instruction {
    if (this.#begunBytes === 0) {
      return this.#instruction(chunk, start, end);
    }
    const whole = Buffer.concat([...this.#begun, chunk.subarray(start, end)]);
    this.#begun = [];
    this.#begunBytes = 0;
    return this.#instruction(whole, 0, whole.length);
  }

  /** Up to the dot, or as far as the bytes reach. */
  #readLength(data: Buffer, start: number): number {
    let length = this.#length;
    for (let at = start; at < data.length; at++) {
      const digit = (data[at] ?? 0) - ZERO;
      if (digit >= 0 && digit <= 9) {
        length = length * 10 + digit;
        this.#digits += 1;
        if (this.#digits > MAX_DIGITS || length > this.#maxBytes) {
          throw new MalformedStream('an element is too long');
        }
      } else if (data[at] === DOT && this.#digits > 0) {
        this.#left = length;
        this.#countElement();
        return at + 1;
      } else {
        throw new MalformedStream('an element has no length');
      }
    }
    this.#length = length;
    return data.length;
  }

  #countElement(): void {
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) {
      throw new MalformedStream('an instruction has too many elements');
    }
  }

  #skip(data: Buffer, start: number, count: number): number {
    // Numbers and opcodes, which is nearly everything there is.
    if (count < MANY && start + count < data.length) {
      let at = start;
      const end = start + count;
      while (at < end && (data[at] ?? 0) < 0x80) {
        at += 1;
      }
      if (at === end) {
        this.#left = 0;
        return end;
      }
    }
    const { end, left, isPlain } = skipCharacters(data, start, count);
    this.#left = left;
    this.#isPlain &&= isPlain;
    return end;
  }

  /** Whether the instruction ends with this element. */
  #endElement(byte: number): boolean {
    if (byte !== COMMA && byte !== SEMICOLON) {
      throw new MalformedStream('an element does not end where it should');
    }
    this.#left = undefined;
    this.#length = 0;
    this.#digits = 0;
    return byte === SEMICOLON;
  }

  #instruction(data: Buffer, start: number, end: number): Instruction {
    const isPlain = this.#isPlain;
    this.#elements = 0;
    this.#isPlain = true;
    const instruction = new Instruction(data, start, end);
    if (isPlain || isUtf8(instruction.bytes)) {
      return instruction;
    }
    // Old hosts name themselves in other encodings. Whoever reads the text would count otherwise than guacd did.
    const text = Buffer.from(encodeInstruction(instruction.opcode, ...instruction.args));
    return new Instruction(text, 0, text.length);
  }
}

/** Goes over so many characters, as far as the bytes reach; the last may end beyond them. */
function skipCharacters(
  data: Buffer,
  start: number,
  count: number,
): { end: number; left: number; isPlain: boolean } {
  if (count >= MANY) {
    const end = Math.min(start + count, data.length);
    if (isAscii(data.subarray(start, end))) {
      return { end, left: count - (end - start), isPlain: true };
    }
  }
  let end = start;
  let left = count;
  let isPlain = true;
  while (left > 0 && end < data.length) {
    const byte = data[end] ?? 0;
    isPlain &&= byte < 0x80;
    end += bytesOfCharacter(byte);
    left -= 1;
  }
  return { end, left, isPlain };
}

function bytesOfCharacter(first: number): number {
  if (first < 0xc0) {
    return 1;
  }
  if (first < 0xe0) {
    return 2;
  }
  return first < 0xf0 ? 3 : first < 0xf8 ? 4 : 1;
}
