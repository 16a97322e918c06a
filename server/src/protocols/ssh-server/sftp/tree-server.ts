import type { Duplex } from 'node:stream';

import { decodeName, encodeName } from '@jadegate/contract/files/file-path';

import { isFolder, type FileStat } from '../../files/file-tree.ts';
import { packet, STATUS, TYPE } from '../../ssh/sftp-packet.ts';
import { attributesPacket, namesPacket, pathPacket } from './name-packets.ts';
import { MAX_PACKET_BYTES, PacketStream } from './packet-stream.ts';
import { statusPacket } from './replies.ts';
import { MalformedRequest, readRequest, type Request } from './request.ts';

/** Files that are not a target's, as an SFTP client is shown them. Paths are absolute and have no `.` and `..`. */
export interface ServedFiles {
  stat(path: string): Promise<FileStat>;
  list(path: string): AsyncIterable<readonly { name: string; stat: FileStat }[]>;
  mkdir(path: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  removeFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  openToRead(path: string): Promise<ServedFile>;
  /** Replaces what is there, once it is whole. */
  openToWrite(path: string): Promise<ServedFile>;
  /** Why something failed, for a person, and as a status of the protocol. */
  explain(error: unknown): { code: number; text: string };
}

export interface ServedFile {
  stat(): Promise<FileStat>;
  /** None means the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
  write(offset: number, bytes: Uint8Array): Promise<void>;
  /** Rejects where it did not become whole. */
  close(): Promise<void>;
  /** Its client is gone. Never fails. */
  abandon(): Promise<void>;
}

type Opened =
  | ServedFile
  | { names: AsyncIterator<readonly { name: string; stat: FileStat }[]>; path: string };

const VERSION = 3;
const MOST_OPEN = 64;
const NAMES_AT_ONCE = 200;
const MAX_READ_BYTES = 256 * 1024;

class Unsupported extends Error {}

/** Serves files that speak no SFTP of their own, one request after the other. */
export class TreeServer {
  /** Resolves when its client is gone, and what was open is closed. */
  readonly done: Promise<void>;
  readonly #files: ServedFiles;
  readonly #client: Duplex;
  readonly #requests = new PacketStream({ maxBytes: MAX_PACKET_BYTES });
  readonly #open = new Map<string, Opened>();
  #nextHandle = 1;
  #isGreeted = false;

  constructor(client: Duplex, files: ServedFiles) {
    this.#client = client;
    this.#files = files;
    client.on('error', () => undefined);
    this.done = this.#serve();
  }

  async #serve(): Promise<void> {
    try {
      for await (const bytes of this.#client) {
        this.#requests.push(bytes as Buffer);
        for (let step = this.#requests.next(); step?.kind === 'packet'; step = this.#requests.next()) {
          await this.#send(await this.#answer(step.bytes));
        }
      }
    } catch {
      // The client is gone, or does not speak the language.
    }
    for (const opened of this.#open.values()) {
      await ('names' in opened ? opened.names.return?.() : opened.abandon());
    }
    this.#client.end();
  }

  async #send(bytes: Buffer): Promise<void> {
    if (!this.#client.write(bytes)) {
      await new Promise<void>((resolve) => {
        const done = () => {
          this.#client.off('drain', done);
          this.#client.off('close', done);
          resolve();
        };
        this.#client.on('drain', done);
        this.#client.on('close', done);
      });
    }
  }

  async #answer(bytes: Buffer): Promise<Buffer> {
    if (!this.#isGreeted) {
      if (bytes[4] !== TYPE.init) {
        throw new MalformedRequest('no greeting');
      }
      this.#isGreeted = true;
      return packet(TYPE.version, [VERSION]);
    }
    const id = bytes.readUInt32BE(5);
    try {
      const request = readRequest(bytes);
      return (await this.#do(request, bytes)) ?? statusPacket(id, STATUS.ok, '');
    } catch (error) {
      if (error instanceof MalformedRequest) {
        return statusPacket(id, STATUS.badMessage, 'Bad message');
      }
      if (error instanceof Unsupported) {
        return statusPacket(id, STATUS.unsupported, 'Operation unsupported');
      }
      const { code, text } = this.#files.explain(error);
      return statusPacket(id, code, text);
    }
  }

  /** Undefined where there is nothing to say but that it was done. */
  async #do(request: Request, bytes: Buffer): Promise<Buffer | undefined> {
    const { id } = request;
    switch (request.kind) {
      case 'look':
        return this.#look(request);
      case 'open':
        return this.#opened(
          id,
          request.writes
            ? await this.#files.openToWrite(textOf(request.path))
            : await this.#files.openToRead(textOf(request.path)),
        );
      case 'close':
        return this.#close(request.handle);
      case 'read': {
        const length = Math.min(request.length, MAX_READ_BYTES);
        const read = await this.#fileOf(request.handle).read(request.offset, length);
        return read.length === 0 ? statusPacket(id, STATUS.eof, '') : packet(TYPE.data, [id, read]);
      }
      case 'write': {
        const content = bytes.subarray(9 + 4 + request.handle.length + 8 + 4);
        if (content.length !== request.length) {
          throw new MalformedRequest('bytes that do not fill their packet');
        }
        await this.#fileOf(request.handle).write(request.offset, content);
        return undefined;
      }
      case 'ask_handle':
        return this.#askHandle(request);
      case 'setstat':
        // They have no permissions, and their times are those of their last change: there is nothing to set.
        await this.#files.stat(textOf(request.path));
        return refuseSize(request.attributes);
      case 'fsetstat':
        this.#fileOf(request.handle);
        return undefined;
      case 'mkdir':
        await this.#files.mkdir(textOf(request.path));
        return undefined;
      case 'remove':
        await this.#files.removeFile(textOf(request.path));
        return undefined;
      case 'rmdir':
        await this.#files.removeFolder(textOf(request.path));
        return undefined;
      case 'rename':
        await this.#files.rename(textOf(request.from), textOf(request.to));
        return undefined;
      default:
        throw new Unsupported();
    }
  }

  async #look(request: Request & { kind: 'look' }): Promise<Buffer> {
    const { id, type } = request;
    const path = textOf(request.path);
    switch (type) {
      case 'lstat':
      case 'stat':
        return attributesPacket(id, await this.#files.stat(path));
      case 'realpath':
        return pathPacket(id, encodeName(path));
      case 'opendir': {
        if (!isFolder(await this.#files.stat(path))) {
          throw new Unsupported();
        }
        return this.#opened(id, { names: this.#files.list(path)[Symbol.asyncIterator](), path });
      }
      default:
        throw new Unsupported();
    }
  }

  async #askHandle(request: Request & { kind: 'ask_handle' }): Promise<Buffer | undefined> {
    const { id, type, handle } = request;
    const opened = this.#find(handle);
    if (type === 'fstat') {
      return attributesPacket(id, await ('names' in opened ? this.#files.stat(opened.path) : opened.stat()));
    }
    if (type === 'readdir' && 'names' in opened) {
      const piece = await opened.names.next();
      return piece.done === true
        ? statusPacket(id, STATUS.eof, '')
        : namesPacket(id, piece.value.map(encoded));
    }
    if (type === 'fsync') {
      return undefined;
    }
    throw new Unsupported();
  }

  #opened(id: number, opened: Opened): Buffer {
    if (this.#open.size >= MOST_OPEN) {
      throw new Unsupported();
    }
    const handle = Buffer.from(String(this.#nextHandle++));
    this.#open.set(handle.toString(), opened);
    return packet(TYPE.handle, [id, handle]);
  }

  async #close(handle: Buffer): Promise<undefined> {
    const opened = this.#find(handle);
    this.#open.delete(handle.toString());
    await ('names' in opened ? opened.names.return?.() : opened.close());
  }

  #find(handle: Buffer): Opened {
    const opened = this.#open.get(handle.toString());
    if (!opened) {
      throw new MalformedRequest('no such handle');
    }
    return opened;
  }

  #fileOf(handle: Buffer): ServedFile {
    const opened = this.#find(handle);
    if ('names' in opened) {
      throw new MalformedRequest('a folder');
    }
    return opened;
  }
}

/** Large folders come in pieces that fit into an answer. */
export async function* inPieces<One>(
  all: AsyncIterable<readonly One[]>,
): AsyncGenerator<readonly One[], void> {
  for await (const some of all) {
    for (let at = 0; at < some.length; at += NAMES_AT_ONCE) {
      yield some.slice(at, at + NAMES_AT_ONCE);
    }
  }
}

const encoded = ({ name, stat }: { name: string; stat: FileStat }) => ({ name: encodeName(name), stat });

function refuseSize({ size }: { size?: number }): undefined {
  if (size !== undefined) {
    throw new Unsupported();
  }
}

/** Absolute, by its text. */
function textOf(bytes: Buffer): string {
  const names: string[] = [];
  for (const name of decodeName(bytes).split('/')) {
    if (name === '..') {
      names.pop();
    } else if (name !== '' && name !== '.') {
      names.push(name);
    }
  }
  return `/${names.join('/')}`;
}
