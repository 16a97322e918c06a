import type { Writable } from 'node:stream';

const SMALL_BYTES = 1024;

/** Joins small writes of one moment into one: the stream encrypts and sends each write by itself. */
export class WriteCoalescer {
  readonly #stream: Writable;
  readonly #pieces: Buffer[] = [];

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Nothing more should be put in until it has drained. */
  get isFull(): boolean {
    return this.#stream.writableNeedDrain;
  }

  push(piece: Buffer): void {
    const last = this.#pieces.at(-1);
    if (last && isBefore(last, piece)) {
      this.#pieces[this.#pieces.length - 1] = Buffer.from(
        last.buffer,
        last.byteOffset,
        last.length + piece.length,
      );
    } else if (last && last.length + piece.length <= SMALL_BYTES) {
      this.#pieces[this.#pieces.length - 1] = Buffer.concat([last, piece]);
    } else {
      this.#pieces.push(piece);
    }
  }

  flush(): void {
    for (const piece of this.#pieces.splice(0)) {
      if (this.#stream.writable) {
        this.#stream.write(piece);
      }
    }
  }
}

/** Cut from one piece: put together again they need no copy. */
function isBefore(one: Buffer, next: Buffer): boolean {
  return one.buffer === next.buffer && one.byteOffset + one.length === next.byteOffset;
}
