import net from 'node:net';
import { Duplex } from 'node:stream';

import ssh2 from 'ssh2';

import { uint32, WireReader, wireString } from '../protocols/ssh-server/wire.ts';
import { protocolOf, sendPayload } from '../protocols/ssh2-internals.ts';

/** The messages of RFC 4250 that tests send and wait for. */
export const MESSAGE = {
  disconnect: 1,
  ignore: 2,
  debug: 4,
  serviceRequest: 5,
  extInfo: 7,
  kexInit: 20,
  authRequest: 50,
  authFailure: 51,
  authSuccess: 52,
  authPkOk: 60,
  authInfoRequest: 60,
  authInfoResponse: 61,
  globalRequest: 80,
  requestSuccess: 81,
  requestFailure: 82,
  channelOpen: 90,
  channelConfirmed: 91,
  channelRefused: 92,
  windowAdjust: 93,
  data: 94,
  extendedData: 95,
  eof: 96,
  close: 97,
  channelRequest: 98,
  channelSuccess: 99,
  channelFailure: 100,
} as const;

/** A string, a number of four bytes, or a boolean. */
export type Field = Buffer | string | number | boolean;

interface ChannelWish {
  window?: number;
  packet?: number;
  fields?: readonly Field[];
}

/** A connection whose other side may say goodbye as often as it likes: it is told to nobody. */
class DeafSocket extends Duplex {
  readonly socket: net.Socket;

  constructor(options: net.TcpNetConnectOpts) {
    super();
    this.socket = net.connect({ ...options, allowHalfOpen: true, noDelay: true });
    this.socket.on('data', (bytes: Buffer) => {
      if (!this.push(bytes)) {
        this.socket.pause();
      }
    });
    this.socket.once('connect', () => this.emit('connect'));
    this.socket.on('error', () => undefined);
    // Nothing more will be said; something may still be sent.
    this.socket.once('end', () => this.emit('gone'));
    this.socket.once('close', () => this.emit('gone'));
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.socket.writable) {
      this.socket.write(bytes, () => done());
    } else {
      done();
    }
  }
}

/** An SSH client that says what it is told to and when, keeps to no rule, and ignores a goodbye. */
export class HostileSshClient {
  readonly #deaf: DeafSocket;
  readonly #client = new ssh2.Client();
  readonly #agreed: Promise<void>;
  readonly #waiting = new Set<() => void>();
  #nextChannel = 0;
  /** What was said since keys were agreed on and nobody waited for. */
  heard: Buffer[] = [];
  isGone = false;

  static async connect(port: number, host = '127.0.0.1', localAddress?: string): Promise<HostileSshClient> {
    const client = new HostileSshClient({ port, host, ...(localAddress && { localAddress }) });
    await client.#agreed;
    return client;
  }

  private constructor(options: net.TcpNetConnectOpts) {
    this.#deaf = new DeafSocket(options);
    this.#deaf.once('gone', () => {
      this.isGone = true;
      this.#tell();
    });
    this.#client.on('error', () => undefined);
    this.#agreed = new Promise((resolve, reject) => {
      this.#client.once('handshake', () => resolve());
      this.#deaf.once('gone', () => reject(new Error('closed')));
    });
    this.#client.connect({ sock: this.#deaf, username: '-', readyTimeout: 0 });
    const protocol = protocolOf(this.#client);
    const agree = protocol._onPayload;
    protocol._onPayload = (payload) => {
      if (payload[0] === MESSAGE.kexInit) {
        return agree(payload);
      }
      this.heard.push(Buffer.from(payload));
      this.#tell();
      return undefined;
    };
  }

  get socket(): net.Socket {
    return this.#deaf.socket;
  }

  send(type: number, ...fields: readonly Field[]): void {
    this.sendRaw(Buffer.concat([Buffer.from([type]), ...fields.map(bytesOf)]));
  }

  sendRaw(payload: Buffer): void {
    sendPayload(protocolOf(this.#client), payload);
  }

  /** Agrees on keys anew. */
  rekey(): Promise<void> {
    return new Promise((resolve) => {
      this.#client.once('handshake', () => resolve());
      this.beginRekey();
    });
  }

  /** What is sent after this waits for the other side to answer. */
  beginRekey(): void {
    (protocolOf(this.#client) as unknown as { rekey(): void }).rekey();
  }

  /** Takes nothing of what is sent to it from now on. */
  stopReading(): void {
    this.#deaf.socket.removeAllListeners('data');
    this.#deaf.socket.pause();
  }

  /** The first message that meets the condition; undefined when the connection is gone before. */
  async hear(isMeant: number | ((payload: Buffer) => boolean)): Promise<Buffer | undefined> {
    const meets = typeof isMeant === 'number' ? (payload: Buffer) => payload[0] === isMeant : isMeant;
    for (;;) {
      const at = this.heard.findIndex(meets);
      if (at !== -1 || this.isGone) {
        return this.heard.splice(at, at === -1 ? 0 : 1)[0];
      }
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  tryPassword(username: string, password: string): void {
    this.send(MESSAGE.authRequest, username, 'ssh-connection', 'password', false, password);
  }

  async logIn(username: string, password: string): Promise<void> {
    this.tryPassword(username, password);
    if (!(await this.hear(MESSAGE.authSuccess))) {
      throw new Error('closed');
    }
  }

  /** What is signed with a key that proves who somebody is, over this connection or another. */
  signed(username: string, algorithm: string, blob: Buffer, session?: Buffer): Buffer {
    const id = session ?? protocolOf(this.#client)._kex?.sessionID ?? Buffer.alloc(0);
    const fields = [id, username, 'ssh-connection', 'publickey', algorithm, blob].map((field) =>
      bytesOf(field),
    );
    fields.splice(1, 0, Buffer.from([MESSAGE.authRequest]));
    fields.splice(5, 0, Buffer.from([1]));
    return Buffer.concat(fields);
  }

  /** Asks for a channel, and answers its own number for it. */
  wish(kind: string, { window = 2 ** 21, packet = 2 ** 15, fields = [] }: ChannelWish = {}): number {
    const id = this.#nextChannel++;
    this.send(MESSAGE.channelOpen, kind, id, window, packet, ...fields);
    return id;
  }

  /** The number that the other side gave it, or why it did not. */
  async open(kind: string, wish: ChannelWish = {}): Promise<number | string> {
    const id = this.wish(kind, wish);
    const { channelConfirmed, channelRefused } = MESSAGE;
    const answer = await this.hear(
      (payload) =>
        (payload[0] === channelConfirmed || payload[0] === channelRefused) && payload.readUInt32BE(1) === id,
    );
    if (!answer) {
      return 'closed';
    }
    return answer[0] === channelConfirmed
      ? answer.readUInt32BE(5)
      : (new WireReader(answer.subarray(9)).string()?.toString() ?? '');
  }

  async openSession(wish: ChannelWish = {}): Promise<number> {
    const channel = await this.open('session', wish);
    if (typeof channel === 'string') {
      throw new TypeError(channel);
    }
    return channel;
  }

  /** Without an answer. */
  request(channel: number, type: string, ...fields: readonly Field[]): void {
    this.send(MESSAGE.channelRequest, channel, type, false, ...fields);
  }

  destroy(): void {
    this.#client.destroy();
    this.#deaf.socket.destroy();
  }

  #tell(): void {
    for (const wake of this.#waiting) {
      this.#waiting.delete(wake);
      wake();
    }
  }
}

function bytesOf(field: Field): Buffer {
  if (typeof field === 'boolean') {
    return Buffer.from([field ? 1 : 0]);
  }
  return typeof field === 'number' ? uint32(field) : wireString(field);
}
