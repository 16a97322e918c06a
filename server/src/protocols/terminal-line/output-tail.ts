/** Echo comes by the byte: pieces smaller than this are put together, larger ones are kept as they came. */
const SMALL_BYTES = 512;
const BLOCK_BYTES = 2048;

/**
 * The end of what a terminal showed, addressed by the number of bytes since the session began. Of a flood it keeps the
 * chunks as they came, the same the terminal keeps for a client that comes back: that costs nothing here.
 */
export class OutputTail {
  readonly #keep: number;
  #chunks: Uint8Array[] = [];
  #start = 0;
  #end = 0;
  /** The last chunk, while it has room. */
  #block: { bytes: Buffer; used: number } | undefined;

  constructor(keep: number) {
    this.#keep = keep;
  }

  /** The first offset that is still there. */
  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  push(bytes: Uint8Array): void {
    if (bytes.length < SMALL_BYTES) {
      this.#join(bytes);
    } else {
      this.#block = undefined;
      this.#chunks.push(bytes);
    }
    this.#end += bytes.length;
    let first = this.#chunks[0];
    while (first && this.#end - this.#start - first.length >= this.#keep) {
      this.#start += first.length;
      this.#chunks.shift();
      first = this.#chunks[0];
    }
  }

  /** From an offset up to another, as far as it is still there. */
  slice(from: number, to = this.#end): Uint8Array {
    const parts: Uint8Array[] = [];
    let end = this.#end;
    for (let at = this.#chunks.length - 1; at >= 0 && end > from; at--) {
      const chunk = this.#chunks[at] ?? new Uint8Array();
      const start = end - chunk.length;
      if (start < to) {
        parts.unshift(chunk.subarray(Math.max(0, from - start), Math.min(chunk.length, to - start)));
      }
      end = start;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** Where the last row before the offset begins, looking back no further than so many bytes. */
  rowStart(before: number, reach: number): number {
    const from = Math.max(this.#start, before - reach);
    const bytes = this.slice(from, before);
    return from + bytes.lastIndexOf(10) + 1;
  }

  #join(bytes: Uint8Array): void {
    if (!this.#block || this.#block.used + bytes.length > BLOCK_BYTES) {
      this.#block = { bytes: Buffer.allocUnsafeSlow(BLOCK_BYTES), used: 0 };
      this.#chunks.push(new Uint8Array());
    }
    const block = this.#block;
    block.bytes.set(bytes, block.used);
    block.used += bytes.length;
    this.#chunks[this.#chunks.length - 1] = block.bytes.subarray(0, block.used);
  }
}
