/**
 * Output of a terminal, addressed by the number of bytes since the session began: all that its reader has not
 * confirmed, and a tail of what it has. The first is what a reader that comes back after a cut gets again, the second
 * lets one that starts afresh see the screen as it was.
 */
export class OutputLog {
  readonly #keep: number;
  #chunks: Uint8Array[] = [];
  /** Offset of the first byte kept. */
  #start = 0;
  #confirmed = 0;
  #end = 0;

  constructor(keep: number) {
    this.#keep = keep;
  }

  /** Bytes put in since the beginning. */
  get end(): number {
    return this.#end;
  }

  /** Offset of the oldest byte that can still be had. */
  get start(): number {
    return this.#start;
  }

  get unconfirmed(): number {
    return this.#end - this.#confirmed;
  }

  push(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#end += bytes.length;
  }

  /** The reader has got this far. What was never written cannot be confirmed. */
  confirm(offset: number): void {
    this.#confirmed = Math.max(this.#confirmed, Math.min(offset, this.#end));
    this.#forgetBefore(this.#confirmed - this.#keep);
  }

  /** Everything from the offset on; from the oldest byte kept when that is later. */
  from(offset: number): Uint8Array {
    // From the end: what is asked for is nearly always the newest.
    let index = this.#chunks.length;
    let position = this.#end;
    while (index > 0 && position > offset) {
      index -= 1;
      position -= this.#chunks[index]?.length ?? 0;
    }
    const parts = this.#chunks.slice(index);
    const [first] = parts;
    if (first && offset > position) {
      parts[0] = first.subarray(offset - position);
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** Whole chunks only: cutting one would keep all of its memory. */
  #forgetBefore(offset: number): void {
    let dropped = 0;
    for (const chunk of this.#chunks) {
      if (this.#start + chunk.length > offset) {
        break;
      }
      this.#start += chunk.length;
      dropped += 1;
    }
    if (dropped > 0) {
      this.#chunks.splice(0, dropped);
    }
  }
}
