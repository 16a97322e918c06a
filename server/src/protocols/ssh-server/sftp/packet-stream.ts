/** OpenSSH sends at most 256 KiB, with what stands before the bytes of a file. More is an attempt to fill our memory. */
export const MAX_PACKET_BYTES = 256 * 1024 + 1024;
export const MAX_HANDLE_BYTES = 256;
/** Little pieces are kept in one: each alone costs more than it holds. */
const MAX_PIECES = 64;

/** Length and type, and the number of the request. */
const SHORT_HEAD = 9;

/** What comes next of a stream of packets. */
export type Step =
  /** All of one, with its length before it. */
  | { kind: 'packet'; bytes: Buffer }
  /** The beginning of one that carries bytes of a file, up to those; `rest` are still to come. */
  | { kind: 'bulk'; head: Buffer; rest: number }
  /** Of such bytes, what is here; `rest` are still to come after it. */
  | { kind: 'more'; bytes: Buffer; rest: number };

class PacketRefused extends Error {}

interface Options {
  /** The type of those that carry bytes of files; without it these come whole as well. */
  bulkType?: number;
  /** Whether a handle and an offset stand before these. */
  hasHandle?: boolean;
  /** How long one of the others may be. */
  maxBytes: number;
}

/**
 * Cuts a stream into packets of SFTP and believes none of its lengths. The bytes of files are handed on as they come,
 * uncopied, so that nothing waits for the end of a large packet.
 */
export class PacketStream {
  readonly #options: Options;
  #chunks: Buffer[] = [];
  #held = 0;
  /** Bytes of a file that are still to come. */
  #rest = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get isBetweenPackets(): boolean {
    return this.#rest === 0;
  }

  push(bytes: Buffer): void {
    if (bytes.length === 0) {
      return;
    }
    this.#chunks.push(bytes);
    this.#held += bytes.length;
    if (this.#chunks.length > MAX_PIECES) {
      this.#chunks = [Buffer.concat(this.#chunks)];
    }
  }

  /** Undefined until more comes. Throws `PacketRefused` at what is no packet. */
  next(): Step | undefined {
    if (this.#rest > 0) {
      return this.#more();
    }
    if (this.#held < SHORT_HEAD) {
      return this.#held >= 4 ? this.#tiny() : undefined;
    }
    const head = this.#peek(SHORT_HEAD);
    const length = head.readUInt32BE(0);
    if (length < 5 || length > MAX_PACKET_BYTES) {
      throw new PacketRefused(`a packet of ${length} bytes`);
    }
    if (head[4] === this.#options.bulkType) {
      return this.#bulk(length);
    }
    if (length > this.#options.maxBytes) {
      throw new PacketRefused(`a packet of ${length} bytes`);
    }
    return this.#held < 4 + length ? undefined : { kind: 'packet', bytes: this.#take(4 + length) };
  }

  /** Only what says nothing at all is shorter than the number of a request. */
  #tiny(): undefined {
    if (this.#peek(4).readUInt32BE(0) < 5) {
      throw new PacketRefused('a packet without a number');
    }
    return undefined;
  }

  #bulk(length: number): Step | undefined {
    let headLength = SHORT_HEAD + 4;
    if (this.#held < headLength) {
      return undefined;
    }
    if (this.#options.hasHandle) {
      const handleLength = this.#peek(headLength).readUInt32BE(SHORT_HEAD);
      if (handleLength > MAX_HANDLE_BYTES) {
        throw new PacketRefused('a handle that is too long');
      }
      headLength += handleLength + 8 + 4;
      if (this.#held < headLength) {
        return undefined;
      }
    }
    const rest = 4 + length - headLength;
    if (rest < 0 || this.#peek(headLength).readUInt32BE(headLength - 4) !== rest) {
      throw new PacketRefused('bytes of a file that do not fill their packet');
    }
    this.#rest = rest;
    return { kind: 'bulk', head: this.#take(headLength), rest };
  }

  #more(): Step | undefined {
    const [first] = this.#chunks;
    if (!first) {
      return undefined;
    }
    const bytes = this.#take(Math.min(first.length, this.#rest));
    this.#rest -= bytes.length;
    return { kind: 'more', bytes, rest: this.#rest };
  }

  #take(length: number): Buffer {
    const whole = this.#peek(length);
    const [first = whole] = this.#chunks;
    if (first.length === length) {
      this.#chunks.shift();
    } else {
      this.#chunks[0] = first.subarray(length);
    }
    this.#held -= length;
    return whole;
  }

  /** In one piece. So many are here. */
  #peek(length: number): Buffer {
    const [first] = this.#chunks;
    if (first && first.length >= length) {
      return first.subarray(0, length);
    }
    let joined = 0;
    const count = this.#chunks.findIndex((chunk) => (joined += chunk.length) >= length) + 1;
    const bytes = Buffer.concat(this.#chunks.splice(0, count));
    this.#chunks.unshift(bytes);
    return bytes.subarray(0, length);
  }
}
