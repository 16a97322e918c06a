/** This part of a block is collected first: files that are smaller need none. */
const SMALL_PART = 8;

/**
 * Pieces put together to blocks, in memory that threads see, too, and that is used again and again. Pieces are copied, so
 * that whoever brought them can free them, and nothing waits for the collector.
 */
export class SharedBlocks {
  readonly #sizeOf: () => number;
  readonly #free: Buffer[] = [];
  #pieces: Uint8Array[] = [];
  #block: Buffer | undefined;
  #length = 0;

  /** Told how large the block is that fills up now. */
  constructor(sizeOf: () => number) {
    this.#sizeOf = sizeOf;
  }

  /** How much was put in and not taken. */
  get length(): number {
    return this.#length;
  }

  get isFull(): boolean {
    return this.#length === this.#sizeOf();
  }

  /** Takes as much as fits; answers the rest. */
  put(bytes: Uint8Array): Uint8Array {
    const size = this.#sizeOf();
    const piece = bytes.subarray(0, size - this.#length);
    if (!this.#block && this.#length + piece.length > size / SMALL_PART) {
      this.#block = this.#takeFree(size);
      let at = 0;
      for (const earlier of this.#pieces) {
        copyInto(this.#block, earlier, at);
        at += earlier.length;
      }
      this.#pieces = [];
    }
    if (this.#block) {
      copyInto(this.#block, piece, this.#length);
    } else {
      this.#pieces.push(Buffer.from(piece));
    }
    this.#length += piece.length;
    return bytes.subarray(piece.length);
  }

  /** What was put in. It stays as it is until it is given back. */
  take(): Buffer {
    const taken = this.#block?.subarray(0, this.#length) ?? Buffer.concat(this.#pieces, this.#length);
    this.drop();
    return taken;
  }

  drop(): void {
    this.#pieces = [];
    this.#block = undefined;
    this.#length = 0;
  }

  giveBack({ buffer }: Buffer): void {
    if (buffer instanceof SharedArrayBuffer) {
      this.#free.push(Buffer.from(buffer));
    }
  }

  #takeFree(size: number): Buffer {
    const free = this.#free.pop();
    return free?.length === size ? free : Buffer.from(new SharedArrayBuffer(size));
  }
}

/** What `set` does word by word where threads could write at the same time, at seven times the cost; here none does. */
function copyInto(block: Buffer, bytes: Uint8Array, at: number): void {
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).copy(block, at);
}
