/** The fields of a message (RFC 4251, section 5), read one after the other. What is missing reads as undefined. */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number | undefined {
    return this.take(1)?.[0];
  }

  uint32(): number | undefined {
    return this.take(4)?.readUInt32BE();
  }

  string(): Buffer | undefined {
    const length = this.uint32();
    return length === undefined ? undefined : this.take(length);
  }

  text(): string | undefined {
    return this.string()?.toString('latin1');
  }

  take(length: number): Buffer | undefined {
    const end = this.#at + length;
    if (end > this.#bytes.length) {
      this.#at = this.#bytes.length + 1;
      return undefined;
    }
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A `string`: its length, then its bytes. */
export function wireString(value: string | Buffer): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([uint32(bytes.length), bytes]);
}
