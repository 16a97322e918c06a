import { createCipheriv, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

import type { Area } from './canvas.ts';
import type { Desktop } from './desktop.ts';
import { HOST_ACCOUNT } from './host-profile.ts';
import { PixelFormat } from './pixel-format.ts';

/** RFC 6143; what it calls security type 2 is a password of eight letters. */
const VERSION = 'RFB 003.008\n';
const PASSWORD = 2;
const CHALLENGE_BYTES = 16;
const PASSWORD_BYTES = 8;
const MAX_CONNECTIONS = 20;
const MAX_CLIPBOARD = 1024 * 1024;
const CLIENT_MESSAGE = { setPixelFormat: 0, setEncodings: 2, update: 3, key: 4, pointer: 5, cutText: 6 };

/** The VNC server of a desktop of the demo. */
export function createVncHost(desktop: Desktop): Server {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    new Viewer(socket, desktop)
      .serve()
      .catch(() => undefined)
      .finally(() => socket.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/** Somebody who looks at it. */
class Viewer {
  readonly #socket: Socket;
  readonly #desktop: Desktop;
  readonly #bytes: AsyncIterator<Buffer>;
  #read = Buffer.alloc(0);
  #format = PixelFormat.usual;
  /** What changed since it was sent last; and whether the other side waits for more. */
  #changed: Area | undefined;
  #isAsked = false;

  constructor(socket: Socket, desktop: Desktop) {
    this.#socket = socket;
    this.#desktop = desktop;
    this.#bytes = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async serve(): Promise<void> {
    this.#socket.write(VERSION);
    await this.#take(VERSION.length);
    this.#socket.write(Uint8Array.of(1, PASSWORD));
    await this.#take(1);
    if (!(await this.#isLetIn())) {
      return;
    }
    // Whether others may look at it, too: they may.
    await this.#take(1);
    this.#greet();
    const stop = this.#desktop.watch((changed) => this.#tell(changed));
    try {
      for (;;) {
        await this.#obey((await this.#take(1)).readUInt8());
        // Whoever asks and does not read is not heard.
        if (this.#socket.writableNeedDrain) {
          await once(this.#socket, 'drain');
        }
      }
    } finally {
      stop();
    }
  }

  async #isLetIn(): Promise<boolean> {
    const challenge = randomBytes(CHALLENGE_BYTES);
    this.#socket.write(challenge);
    const isRight = timingSafeEqual(await this.#take(CHALLENGE_BYTES), sealed(challenge));
    const answer = Buffer.alloc(4);
    answer.writeUInt32BE(isRight ? 0 : 1);
    this.#socket.write(isRight ? answer : Buffer.concat([answer, counted('wrong password')]));
    return isRight;
  }

  #greet(): void {
    const { picture, name } = this.#desktop;
    const size = Buffer.alloc(4);
    size.writeUInt16BE(picture.width, 0);
    size.writeUInt16BE(picture.height, 2);
    this.#socket.write(Buffer.concat([size, this.#format.bytes, counted(name)]));
  }

  async #obey(type: number): Promise<void> {
    if (type === CLIENT_MESSAGE.setPixelFormat) {
      this.#format = PixelFormat.read((await this.#take(19)).subarray(3));
    } else if (type === CLIENT_MESSAGE.setEncodings) {
      const head = await this.#take(3);
      await this.#take(head.readUInt16BE(1) * 4);
    } else if (type === CLIENT_MESSAGE.update) {
      this.#ask(await this.#take(9));
    } else if (type === CLIENT_MESSAGE.key) {
      const key = await this.#take(7);
      if (key.readUInt8(0) === 1) {
        this.#desktop.press(key.readUInt32BE(3));
      }
    } else if (type === CLIENT_MESSAGE.pointer) {
      const pointer = await this.#take(5);
      this.#desktop.point(pointer.readUInt16BE(1), pointer.readUInt16BE(3), (pointer.readUInt8(0) & 1) === 1);
    } else if (type === CLIENT_MESSAGE.cutText) {
      const length = (await this.#take(7)).readUInt32BE(3);
      if (length > MAX_CLIPBOARD) {
        throw new Error('too much at once');
      }
      await this.#take(length);
    } else {
      throw new Error(`no such message: ${type}`);
    }
  }

  #ask(request: Buffer): void {
    const isWhole = request.readUInt8(0) === 0;
    if (isWhole) {
      const { width, height } = this.#desktop.picture;
      this.#changed = { x: 0, y: 0, width, height };
    }
    this.#isAsked = true;
    this.#send();
  }

  #tell(changed: Area): void {
    this.#changed = this.#changed ? around(this.#changed, changed) : changed;
    this.#send();
  }

  #send(): void {
    if (!this.#isAsked || !this.#changed) {
      return;
    }
    const { x, y, width, height } = this.#changed;
    this.#isAsked = false;
    this.#changed = undefined;
    // An update of one rectangle, as it is.
    const head = Buffer.alloc(16);
    head.writeUInt16BE(1, 2);
    [x, y, width, height].forEach((value, at) => head.writeUInt16BE(value, 4 + at * 2));
    this.#socket.write(head);
    this.#socket.write(this.#format.pack(this.#desktop.picture, { x, y, width, height }));
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#read.length < length) {
      const { value, done } = await this.#bytes.next();
      if (done) {
        throw new Error('it is gone');
      }
      this.#read = Buffer.concat([this.#read, value]);
    }
    const taken = this.#read.subarray(0, length);
    this.#read = this.#read.subarray(length);
    return taken;
  }
}

function counted(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
}

function around(one: Area, other: Area): Area {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** DES, with the bits of each letter the other way round; three times the same key is DES once, which OpenSSL no longer has. */
function sealed(challenge: Buffer): Buffer {
  const letters = Buffer.alloc(PASSWORD_BYTES);
  letters.write(HOST_ACCOUNT.password);
  const key = letters.map((byte) => {
    const bits = byte.toString(2).padStart(8, '0');
    return Number.parseInt([...bits].toReversed().join(''), 2);
  });
  const cipher = createCipheriv('des-ede3', Buffer.concat([key, key, key]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(challenge), cipher.final()]);
}
