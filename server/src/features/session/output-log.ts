/**
 * Output of a terminal that its reader has not confirmed yet, addressed by the number of bytes since the session
 * began. It is what a reader that comes back after a cut gets again.
 */
export class OutputLog {
  #chunks: Uint8Array[] = [];
  /** Offset of the first byte kept. */
  #start = 0;
  #end = 0;

  /** Bytes put in since the beginning. */
  get end(): number {
    return this.#end;
  }

  /** Offset of the oldest byte that can still be had. */
  get start(): number {
    return this.#start;
  }

  get unconfirmed(): number {
    return this.#end - this.#start;
  }

  push(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#end += bytes.length;
  }

  /** Forgets what lies before the offset. What was never written cannot be confirmed. */
  confirm(offset: number): void {
    const target = Math.min(offset, this.#end);
    let dropped = 0;
    while (this.#start < target) {
      const chunk = this.#chunks[dropped];
      if (!chunk) {
        break;
      }
      if (this.#start + chunk.length > target) {
        this.#chunks[dropped] = chunk.subarray(target - this.#start);
        this.#start = target;
        break;
      }
      this.#start += chunk.length;
      dropped += 1;
    }
    if (dropped > 0) {
      this.#chunks.splice(0, dropped);
    }
  }

  /** Everything from the offset on; from the oldest byte kept when that is later. */
  from(offset: number): Uint8Array {
    let position = this.#start;
    const parts: Uint8Array[] = [];
    for (const chunk of this.#chunks) {
      const end = position + chunk.length;
      if (end > offset) {
        parts.push(offset > position ? chunk.subarray(offset - position) : chunk);
      }
      position = end;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }
}
