import type { ClientChannel } from 'ssh2';

import { FileError, type FileFailure } from '../files/file-error.ts';
import { packet, PacketReader, STATUS, TYPE, type Field } from './sftp-packet.ts';

/** The answer to a request, unread. */
interface Reply {
  type: number;
  reader: PacketReader;
}

interface Waiting {
  resolve: (reply: Reply) => void;
  reject: (error: unknown) => void;
}

/** OpenSSH sends at most 256 KiB. More is an attempt to fill our memory. */
const MAX_PACKET_BYTES = 1_048_576;
const SMALL_BYTES = 1024;
const VERSION = 3;

const FAILURES: Record<number, FileFailure> = {
  [STATUS.notFound]: 'not_found',
  [STATUS.permission]: 'permission',
  [STATUS.noConnection]: 'closed',
  [STATUS.lost]: 'closed',
  [STATUS.unsupported]: 'unsupported',
};

/** The end of a folder or a file, which the protocol tells as a failure. */
export class EndReached extends Error {}

/** Requests and their answers on one channel; many may be on their way at once. */
export class SftpWire {
  readonly #channel: ClientChannel;
  readonly #over = new AbortController();
  readonly #waiting = new Map<number, Waiting>();
  readonly #chunks: Buffer[] = [];
  #buffered = 0;
  /** Requests that leave together. */
  #leaving: Buffer[] = [];
  #nextId = 1;
  #onVersion: Waiting | undefined;
  /** What the target says it can do beyond the standard. */
  readonly extensions = new Set<string>();

  private constructor(channel: ClientChannel) {
    this.#channel = channel;
    channel.on('data', (bytes: Buffer) => this.#receive(bytes));
    channel.stderr.resume();
    channel.on('error', () => undefined);
    channel.once('close', () => this.#end());
  }

  static async open(channel: ClientChannel): Promise<SftpWire> {
    const wire = new SftpWire(channel);
    const greeted = new Promise<Reply>((resolve, reject) => {
      wire.#onVersion = { resolve, reject };
    });
    channel.write(packet(TYPE.init, [VERSION]));
    const { reader } = await greeted;
    if (reader.uint32() !== VERSION) {
      wire.close();
      throw new FileError('unavailable');
    }
    while (!reader.isAtEnd) {
      wire.extensions.add(reader.bytes().toString('latin1'));
      reader.bytes();
    }
    return wire;
  }

  /** Aborted when the channel is gone. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Rejects with an `FileError`, or `EndReached`. A bare "ok" is answered as it came. */
  async ask(type: number, fields: readonly Field[]): Promise<Reply> {
    const reply = await this.#send(type, fields);
    if (reply.type === TYPE.status) {
      const code = reply.reader.uint32();
      if (code === STATUS.eof) {
        throw new EndReached();
      }
      if (code !== STATUS.ok) {
        throw new FileError(FAILURES[code] ?? 'failed', new Error(`status ${code}`));
      }
    }
    return reply;
  }

  /** For requests that are answered with this kind of packet. */
  async askFor(expected: number, type: number, fields: readonly Field[]): Promise<PacketReader> {
    const reply = await this.ask(type, fields);
    if (reply.type !== expected) {
      throw new FileError('failed', new Error(`packet ${reply.type} instead of ${expected}`));
    }
    return reply.reader;
  }

  close(): void {
    this.#channel.close();
    this.#end();
  }

  #send(type: number, fields: readonly Field[]): Promise<Reply> {
    if (this.over.aborted) {
      return Promise.reject(new FileError('closed'));
    }
    const id = this.#nextId;
    this.#nextId = id === 0xffff_ffff ? 1 : id + 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#leave(packet(type, [id, ...fields]));
    });
  }

  /** Small ones of one moment go in one write: each alone is encrypted and sent at the cost of a large one. */
  #leave(request: Buffer): void {
    this.#leaving.push(request);
    if (request.length > SMALL_BYTES) {
      this.#depart();
    } else if (this.#leaving.length === 1) {
      queueMicrotask(() => this.#depart());
    }
  }

  #depart(): void {
    const [first, ...rest] = this.#leaving.splice(0);
    if (first && !this.over.aborted) {
      this.#channel.write(rest.length > 0 ? Buffer.concat([first, ...rest]) : first);
    }
  }

  #receive(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#buffered += bytes.length;
    while (this.#buffered >= 4) {
      const length = this.#peekLength();
      if (length < 1 || length > MAX_PACKET_BYTES) {
        this.close();
        return;
      }
      if (this.#buffered < 4 + length) {
        return;
      }
      this.#take(4);
      this.#answer(this.#take(length));
    }
  }

  #peekLength(): number {
    const [first] = this.#chunks;
    if (first && first.length >= 4) {
      return first.readUInt32BE(0);
    }
    const joined = Buffer.concat(this.#chunks.splice(0));
    this.#chunks.push(joined);
    return joined.readUInt32BE(0);
  }

  #take(length: number): Buffer {
    this.#buffered -= length;
    const [first] = this.#chunks;
    if (first && first.length >= length) {
      if (first.length === length) {
        this.#chunks.shift();
      } else {
        this.#chunks[0] = first.subarray(length);
      }
      return first.subarray(0, length);
    }
    const taken = Buffer.allocUnsafe(length);
    let at = 0;
    while (at < length) {
      const chunk = this.#chunks[0] ?? Buffer.alloc(0);
      const part = chunk.subarray(0, length - at);
      taken.set(part, at);
      at += part.length;
      if (part.length === chunk.length) {
        this.#chunks.shift();
      } else {
        this.#chunks[0] = chunk.subarray(part.length);
      }
    }
    return taken;
  }

  #answer(bytes: Buffer): void {
    const type = bytes[0] ?? 0;
    if (type === TYPE.version) {
      this.#onVersion?.resolve({ type, reader: new PacketReader(bytes, 1) });
      this.#onVersion = undefined;
      return;
    }
    if (bytes.length < 5) {
      this.close();
      return;
    }
    const id = bytes.readUInt32BE(1);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve({ type, reader: new PacketReader(bytes, 5) });
  }

  #end(): void {
    if (this.over.aborted) {
      return;
    }
    this.#over.abort(new FileError('closed'));
    this.#onVersion?.reject(new FileError('unavailable'));
    for (const { reject } of this.#waiting.values()) {
      reject(new FileError('closed'));
    }
    this.#waiting.clear();
  }
}
