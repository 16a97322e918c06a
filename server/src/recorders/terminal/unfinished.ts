type State = 'ground' | 'escape' | 'intermediate' | 'control' | 'string' | 'stringEscape' | 'character';

const ESC = 0x1b;
const BEL = 0x07;
const CANCEL = new Set([0x18, 0x1a]);
/** `]`, `P`, `X`, `^`, `_` after an escape begin a text of any length. */
const STRING_STARTS = new Set([0x5d, 0x50, 0x58, 0x5e, 0x5f]);
/** Beyond this it is a picture or an attack, and not worth carrying along. */
const MAX_BYTES = 64 * 1024;

/**
 * The bytes at the end of a stream that say nothing yet: the beginning of an escape sequence or of a character. A
 * screen can be saved, these cannot; whoever saves one has to keep them beside it.
 */
export class Unfinished {
  #state: State = 'ground';
  #bytes: number[] = [];
  #missing = 0;

  get bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      // Nearly every byte is plain text.
      if (this.#state !== 'ground' || byte === ESC || byte >= 0x80) {
        this.#next(byte);
      }
    }
  }

  #next(byte: number): void {
    if (this.#state === 'character' && (byte & 0xc0) !== 0x80) {
      // The character was broken off, and something else begins.
      this.#bytes = [];
      this.#state = 'ground';
    }
    if (byte === ESC && this.#state !== 'string') {
      this.#bytes = [];
    }
    this.#state = CANCEL.has(byte) ? 'ground' : this.#after(byte);
    if (this.#state === 'ground') {
      this.#bytes = [];
    } else if (this.#bytes.length < MAX_BYTES) {
      this.#bytes.push(byte);
    }
  }

  #after(byte: number): State {
    switch (this.#state) {
      case 'ground':
        return this.#begin(byte);
      case 'character':
        this.#missing -= 1;
        return this.#missing > 0 ? 'character' : 'ground';
      case 'escape':
        if (byte === 0x5b) {
          return 'control';
        }
        if (STRING_STARTS.has(byte)) {
          return 'string';
        }
        return this.#afterIntermediate(byte);
      case 'intermediate':
        return this.#afterIntermediate(byte);
      case 'control':
        if (byte === ESC) {
          return 'escape';
        }
        return byte >= 0x40 && byte <= 0x7e ? 'ground' : 'control';
      case 'string':
        if (byte === BEL) {
          return 'ground';
        }
        return byte === ESC ? 'stringEscape' : 'string';
      case 'stringEscape':
        return byte === 0x5c ? 'ground' : this.#begin(byte);
    }
  }

  #begin(byte: number): State {
    if (byte === ESC) {
      return 'escape';
    }
    this.#missing = byte >= 0xf0 && byte < 0xf8 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    return byte < 0xf8 && this.#missing > 0 ? 'character' : 'ground';
  }

  #afterIntermediate(byte: number): State {
    if (byte === ESC) {
      return 'escape';
    }
    return byte >= 0x20 && byte <= 0x2f ? 'intermediate' : 'ground';
  }
}
