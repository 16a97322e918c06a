const FIRST_ROOM = 32;
/** So many characters are made into text at a time: a call takes no more arguments than this. */
const CHUNK = 4096;
const LF = 10;

/**
 * Characters with a cursor between them. Moving costs nothing, and a change moves what stands behind it as one block of
 * memory: whatever keys come, none of them costs more than that.
 */
export class TextBuffer {
  readonly #max: number;
  #codes = new Uint32Array(FIRST_ROOM);
  #length = 0;
  #cursor = 0;
  #lineEnds = 0;
  #text: string | undefined = '';

  constructor(max: number) {
    this.#max = max;
  }

  get text(): string {
    this.#text ??= this.#join();
    return this.#text;
  }

  get isAtEnd(): boolean {
    return this.#cursor === this.#length;
  }

  get hasLineEnds(): boolean {
    return this.#lineEnds > 0;
  }

  /** Puts in as much as there is room for; answers whether that was all. */
  insert(text: string): boolean {
    const room = this.#max - this.#length;
    // One more than there is room for, to see that it is too much; the rest need not be looked at.
    const codes = Array.from(text.slice(0, 2 * (room + 1)), (character) => character.codePointAt(0) ?? 0);
    const fitting = codes.slice(0, room);
    this.#makeRoom(fitting.length);
    this.#codes.copyWithin(this.#cursor + fitting.length, this.#cursor, this.#length);
    this.#codes.set(fitting, this.#cursor);
    this.#length += fitting.length;
    this.#cursor += fitting.length;
    this.#lineEnds += fitting.filter((code) => code === LF).length;
    this.#text = undefined;
    return fitting.length === codes.length;
  }

  move(by: number): void {
    this.#cursor = Math.max(0, Math.min(this.#length, this.#cursor + by));
  }

  moveToStart(): void {
    this.#cursor = 0;
  }

  moveToEnd(): void {
    this.#cursor = this.#length;
  }

  /** So many characters before the cursor, as far as there are any. */
  eraseBefore(count = this.#cursor): void {
    this.#erase(Math.max(0, this.#cursor - count), this.#cursor);
  }

  eraseBehind(count = this.#length - this.#cursor): void {
    this.#erase(this.#cursor, Math.min(this.#length, this.#cursor + count));
  }

  /** The word before the cursor, and the blanks behind it. */
  eraseWord(): void {
    let start = this.#cursor;
    while (start > 0 && isBlank(this.#codes[start - 1])) {
      start -= 1;
    }
    while (start > 0 && !isBlank(this.#codes[start - 1])) {
      start -= 1;
    }
    this.#erase(start, this.#cursor);
  }

  #erase(from: number, to: number): void {
    if (from === to) {
      return;
    }
    this.#lineEnds -= this.#codes.subarray(from, to).filter((code) => code === LF).length;
    this.#codes.copyWithin(from, to, this.#length);
    this.#length -= to - from;
    this.#cursor = from;
    this.#text = undefined;
  }

  #makeRoom(count: number): void {
    const wanted = this.#length + count;
    if (wanted > this.#codes.length) {
      const larger = new Uint32Array(Math.max(wanted, 2 * this.#codes.length));
      larger.set(this.#codes.subarray(0, this.#length));
      this.#codes = larger;
    }
  }

  #join(): string {
    let text = '';
    for (let at = 0; at < this.#length; at += CHUNK) {
      text += String.fromCodePoint(...this.#codes.subarray(at, Math.min(at + CHUNK, this.#length)));
    }
    return text;
  }
}

function isBlank(code: number | undefined): boolean {
  return code !== undefined && /\s/.test(String.fromCodePoint(code));
}
