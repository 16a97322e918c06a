import type { Duplex } from 'node:stream';

import { packet, PacketReader, STATUS, TYPE } from '../../ssh/sftp-packet.ts';
import { attributesPacket, FOLDER_STAT, namesPacket, pathPacket } from './name-packets.ts';
import { MAX_PACKET_BYTES, PacketStream } from './packet-stream.ts';
import { statusPacket } from './replies.ts';
import { MalformedRequest, readRequest, type Request } from './request.ts';
import { rewritten } from './rewritten.ts';
import { fromTop, virtualPath, type VirtualPath } from './virtual-path.ts';

/** The folders at the top, each of which speaks SFTP by itself. */
export interface SftpRoots {
  /** Their names, at this moment. */
  list(): Promise<readonly string[]>;
  /** Whether there is one of this name, also where it is not listed. */
  has(name: string): Promise<boolean>;
  /** Rejects where it cannot be opened. */
  open(name: string): Promise<Duplex>;
  /** What to tell a person of that. */
  reasonOf(error: unknown): string;
}

interface OpenRoot {
  name: string;
  /** Stands before its handles. */
  number: number;
  stream: Duplex;
  replies: PacketStream;
}

interface Waiting {
  root: OpenRoot;
  /** The answer is a path of the root. */
  isPath: boolean;
}

const MAX_IN_FLIGHT = 64;
const MAX_ROOTS = 64;
/** Of the top, which may be long. */
const MAX_LISTINGS = 16;
const NAMES_AT_ONCE = 100;
/** Of the handles that are ours. */
const TOP = 0;
const VERSION = 3;
/** Those whose paths and handles are found and rewritten here. */
const EXTENSIONS = [
  'posix-rename@openssh.com',
  'hardlink@openssh.com',
  'fsync@openssh.com',
  'statvfs@openssh.com',
  'fstatvfs@openssh.com',
  'lsetstat@openssh.com',
];

export class NoSuchRoot extends Error {}

/** One SFTP over several: the first name of a path says which, and the rest is for that one. */
export class SftpMux {
  /** Resolves when the client has ended or is gone. */
  readonly done: Promise<void>;
  readonly #client: Duplex;
  readonly #roots: SftpRoots;
  readonly #requests = new PacketStream({ maxBytes: MAX_PACKET_BYTES });
  readonly #open = new Map<number, OpenRoot>();
  readonly #inFlight = new Map<number, Waiting>();
  /** What is still to be told of the top, by handle. */
  readonly #listings = new Map<number, string[]>();
  #nextNumber = 1;
  #isGreeted = false;
  #isBusy = false;
  #hasEnded = false;
  #isOver = false;
  #finish: () => void = () => undefined;

  constructor(client: Duplex, roots: SftpRoots) {
    this.#client = client;
    this.#roots = roots;
    this.done = new Promise((resolve) => (this.#finish = resolve));
    const close = () => this.close();
    client.on('data', (bytes: Buffer) => {
      this.#requests.push(bytes);
      this.#pump();
    });
    client.on('drain', () => this.#pump());
    client.once('end', () => {
      this.#hasEnded = true;
      this.#pump();
    });
    client.once('close', close);
    client.on('error', close);
  }

  /** Harmless when it is over. */
  close(): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#inFlight.clear();
    for (const { stream } of this.#open.values()) {
      stream.end();
    }
    this.#open.clear();
    this.#finish();
  }

  #pump(): void {
    try {
      while (this.#mayGoOn) {
        const step = this.#requests.next();
        if (step?.kind !== 'packet') {
          break;
        }
        this.#onRequest(step.bytes);
      }
    } catch {
      this.close();
      return;
    }
    if (this.#hasEnded && !this.#isBusy && this.#inFlight.size === 0) {
      this.close();
    }
    this.#steer();
  }

  get #mayGoOn(): boolean {
    const isFull = [...this.#open.values()].some(({ stream }) => stream.writableNeedDrain);
    const hasRoom = !isFull && !this.#client.writableNeedDrain && this.#inFlight.size < MAX_IN_FLIGHT;
    return !this.#isBusy && !this.#isOver && hasRoom;
  }

  #steer(): void {
    if (this.#isOver) {
      return;
    }
    if (this.#mayGoOn) {
      this.#client.resume();
    } else {
      this.#client.pause();
    }
    for (const { stream } of this.#open.values()) {
      if (this.#client.writableNeedDrain) {
        stream.pause();
      } else {
        stream.resume();
      }
    }
  }

  #onRequest(bytes: Buffer): void {
    if (!this.#isGreeted) {
      if (bytes[4] !== TYPE.init) {
        throw new MalformedRequest('no greeting');
      }
      this.#isGreeted = true;
      const extensions = EXTENSIONS.flatMap((name) => [Buffer.from(name), Buffer.from('1')]);
      this.#send(packet(TYPE.version, [VERSION, ...extensions]));
      return;
    }
    const id = bytes.readUInt32BE(5);
    try {
      const request = readRequest(bytes);
      if (request.kind === 'write' && !endsWithItsBytes(bytes, request)) {
        throw new MalformedRequest('bytes that do not fill their packet');
      }
      this.#route(request, bytes);
    } catch (error) {
      if (!(error instanceof MalformedRequest)) {
        throw error;
      }
      this.#send(statusPacket(id, STATUS.badMessage, 'Bad message'));
    }
  }

  #route(request: Request, bytes: Buffer): void {
    const { id } = request;
    if (this.#inFlight.has(id)) {
      this.#send(statusPacket(id, STATUS.badMessage, 'This request number is in use'));
    } else if ('handle' in request) {
      this.#byHandle(request, bytes);
    } else if (request.kind === 'rename') {
      this.#byPaths(request, bytes, [virtualPath(request.from), virtualPath(request.to)]);
    } else if (request.kind === 'link') {
      // Where a symbolic link leads is text; a hard link is a second name.
      const leadsTo = bytes[4] === TYPE.symlink ? undefined : virtualPath(request.leadsTo);
      this.#byPaths(request, bytes, [leadsTo, virtualPath(request.path)]);
    } else if ('path' in request) {
      this.#byPaths(request, bytes, [virtualPath(request.path)]);
    } else {
      this.#send(statusPacket(id, STATUS.unsupported, 'Operation unsupported'));
    }
  }

  #byHandle(request: Request & { handle: Buffer }, bytes: Buffer): void {
    const { id, handle } = request;
    const root = this.#open.get(handle.length > 2 ? handle.readUInt16BE(0) : TOP);
    if (root) {
      this.#pass(root, request, rewritten(bytes, [handle.subarray(2)]));
      return;
    }
    const number = handle.length === 6 && handle.readUInt16BE(0) === TOP ? handle.readUInt32BE(2) : -1;
    const names = this.#listings.get(number);
    if (!names) {
      this.#send(statusPacket(id, STATUS.failure, 'Invalid handle'));
    } else if (request.kind === 'close') {
      this.#listings.delete(number);
      this.#send(statusPacket(id, STATUS.ok, ''));
    } else if (request.kind === 'ask_handle' && request.type === 'readdir') {
      const some = names
        .splice(0, NAMES_AT_ONCE)
        .map((name) => ({ name: Buffer.from(name), stat: FOLDER_STAT }));
      this.#send(some.length === 0 ? statusPacket(id, STATUS.eof, '') : namesPacket(id, some));
    } else if (request.kind === 'ask_handle' && request.type === 'fstat') {
      this.#send(attributesPacket(id, FOLDER_STAT));
    } else {
      this.#send(statusPacket(id, STATUS.permission, 'Permission denied'));
    }
  }

  #byPaths(request: Request, bytes: Buffer, paths: readonly (VirtualPath | undefined)[]): void {
    const [first, ...others] = paths.filter((path) => path !== undefined);
    if (!first) {
      return;
    }
    if (others.some(({ root }) => root !== first.root)) {
      this.#send(statusPacket(request.id, STATUS.failure, 'Not from one host to another'));
      return;
    }
    const isTop = [first, ...others].some(({ path }) => path.length === 1);
    const isAboutTop = first.root === '' || (isTop && isLookAround(request));
    this.#hold(
      isAboutTop
        ? this.#answerOfTop(request, first)
        : this.#toRoot(
            first.root,
            request,
            rewritten(
              bytes,
              paths.map((one) => one?.path),
            ),
          ),
    );
  }

  /** What can be said of a root without opening it. */
  async #answerOfTop(request: Request, { root }: VirtualPath): Promise<void> {
    const { id } = request;
    if (root !== '' && !(await this.#roots.has(root))) {
      this.#send(statusPacket(id, STATUS.notFound, 'No such file'));
    } else if (request.kind !== 'look') {
      this.#send(statusPacket(id, STATUS.permission, 'Permission denied'));
    } else if (request.type === 'realpath' || request.type === 'expand_path') {
      this.#send(pathPacket(id, Buffer.from(`/${root}`)));
    } else if (request.type === 'stat' || request.type === 'lstat') {
      this.#send(attributesPacket(id, FOLDER_STAT));
    } else if (request.type === 'opendir' && this.#listings.size >= MAX_LISTINGS) {
      this.#send(statusPacket(id, STATUS.failure, 'Too many open files'));
    } else if (request.type === 'opendir') {
      const number = this.#nextNumber++;
      this.#listings.set(number, ['.', '..', ...(await this.#roots.list())]);
      const handle = Buffer.alloc(6);
      handle.writeUInt32BE(number, 2);
      this.#send(packet(TYPE.handle, [id, handle]));
    } else {
      this.#send(statusPacket(id, STATUS.failure, 'Failure'));
    }
  }

  async #toRoot(name: string, request: Request, bytes: Buffer): Promise<void> {
    try {
      this.#pass(await this.#rootOf(name), request, bytes);
    } catch (error) {
      const code = error instanceof NoSuchRoot ? STATUS.notFound : STATUS.failure;
      this.#send(statusPacket(request.id, code, this.#roots.reasonOf(error)));
    }
  }

  async #rootOf(name: string): Promise<OpenRoot> {
    const known = [...this.#open.values()].find((root) => root.name === name);
    if (known) {
      return known;
    }
    if (this.#open.size >= MAX_ROOTS || !(await this.#roots.has(name))) {
      throw new NoSuchRoot(name);
    }
    const stream = await this.#roots.open(name);
    let number = 1;
    while (this.#open.has(number)) {
      number += 1;
    }
    const root = { name, number, stream, replies: new PacketStream({ maxBytes: MAX_PACKET_BYTES }) };
    if (this.#isOver) {
      stream.end();
      throw new Error('over');
    }
    this.#open.set(number, root);
    stream.on('data', (bytes: Buffer) => this.#receive(root, bytes));
    stream.on('drain', () => this.#pump());
    const lose = () => this.#lose(root);
    stream.once('end', lose);
    stream.once('close', lose);
    stream.on('error', lose);
    stream.write(packet(TYPE.init, [VERSION]));
    return root;
  }

  #pass(root: OpenRoot, request: Request, bytes: Buffer): void {
    const isPath = request.kind === 'look' && request.type === 'realpath';
    this.#inFlight.set(request.id, { root, isPath });
    root.stream.write(bytes);
  }

  #receive(root: OpenRoot, bytes: Buffer): void {
    root.replies.push(bytes);
    try {
      for (let step = root.replies.next(); step?.kind === 'packet'; step = root.replies.next()) {
        this.#onReply(root, step.bytes);
      }
    } catch {
      root.stream.destroy();
      this.#lose(root);
    }
    this.#pump();
  }

  #onReply(root: OpenRoot, bytes: Buffer): void {
    const id = bytes.readUInt32BE(5);
    const waiting = this.#inFlight.get(id);
    // Its greeting, or an answer to what it was not asked.
    if (bytes[4] === TYPE.version || waiting?.root !== root) {
      return;
    }
    this.#inFlight.delete(id);
    const reader = new PacketReader(bytes, 9);
    if (bytes[4] === TYPE.handle) {
      const before = Buffer.alloc(2);
      before.writeUInt16BE(root.number);
      this.#send(packet(TYPE.handle, [id, [before, reader.bytes()]]));
    } else if (bytes[4] === TYPE.name && waiting.isPath) {
      reader.uint32();
      this.#send(pathPacket(id, fromTop(root.name, reader.bytes())));
    } else {
      this.#send(bytes);
    }
  }

  #lose(root: OpenRoot): void {
    if (this.#open.get(root.number) !== root) {
      return;
    }
    this.#open.delete(root.number);
    for (const [id, waiting] of this.#inFlight) {
      if (waiting.root === root) {
        this.#inFlight.delete(id);
        this.#send(statusPacket(id, STATUS.lost, 'Connection lost'));
      }
    }
    this.#pump();
  }

  /** Those behind it wait. */
  #hold(work: Promise<void>): void {
    this.#isBusy = true;
    const goOn = () => {
      this.#isBusy = false;
      this.#pump();
    };
    work.then(goOn, () => this.close());
  }

  #send(bytes: Buffer): void {
    if (!this.#isOver && this.#client.writable) {
      this.#client.write(bytes);
    }
  }
}

/** Whether it asks for nothing that only the root itself could tell. */
function isLookAround(request: Request): boolean {
  return request.kind === 'look' && ['lstat', 'stat', 'realpath', 'expand_path'].includes(request.type);
}

function endsWithItsBytes(bytes: Buffer, { handle, length }: Request & { kind: 'write' }): boolean {
  return bytes.length === 9 + 4 + handle.length + 8 + 4 + length;
}
