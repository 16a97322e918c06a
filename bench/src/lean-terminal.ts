import { randomBytes } from 'node:crypto';
import net from 'node:net';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import { CONFIRM, encodeBinary, FRAME, type Frame } from '@jadegate/contract/session/terminal-socket';

const READ_BYTES = 256 * 1024;
const PACE_MS = 2;
const OPCODE = { binary: 2, close: 8, ping: 9, pong: 10 };
const DATA = 0x30 + FRAME.data;
const CLOSED = 0x30 + FRAME.closed;

interface LeanTerminalOptions {
  url: string;
  sessionId: string;
  token: string;
  /** Bytes a second this reader manages to show; without it, all there are. */
  pace?: number;
}

/**
 * The socket of a session with as little work as possible: frames are counted where they lie in the buffer and not
 * decoded, so that what is measured is the product. It confirms like the console does.
 */
export class LeanTerminal {
  readonly #socket: net.Socket;
  readonly #pace: number | undefined;
  readonly #pacing: NodeJS.Timeout | undefined;
  #isOpen = false;
  /** Bytes of a frame's head, or of the upgrade's answer, that came without the rest. */
  #held: Buffer = Buffer.alloc(0);
  /** What is left of the frame under way. */
  #left = 0;
  #isData = false;
  #confirmed = 0;
  #confirming: NodeJS.Timeout | undefined;
  #shown = 0;
  /** Bytes of output so far. */
  received = 0;
  /** Sees each piece of output, if anybody wants to. */
  onOutput: ((bytes: Buffer) => void) | undefined;
  closeReason = '';

  constructor({ url, sessionId, token, pace }: LeanTerminalOptions) {
    const { hostname, port, host } = new URL(url);
    const query = { protocol: 'binary', cols: '120', rows: '40', [TOKEN_HEADER]: token };
    const path = `/sessions/${sessionId}/ssh?${new URLSearchParams(query).toString()}`;
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    this.#socket = net.connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          this.#read(buffer.subarray(0, length));
          return true;
        },
      },
    });
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => {
      clearInterval(this.#pacing);
      clearTimeout(this.#confirming);
    });
    this.#socket.write(
      [
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        `Origin: ${url}`,
        '\r\n',
      ].join('\r\n'),
    );
    this.#pace = pace;
    this.#pacing = pace === undefined ? undefined : setInterval(() => this.#showSome(), PACE_MS);
  }

  type(text: string): void {
    this.send({ type: 'data', bytes: Buffer.from(text) });
  }

  send(frame: Frame): void {
    this.#write(OPCODE.binary, encodeBinary(frame));
  }

  /** Waits for the end of the output to look like this. */
  async shows(pattern: RegExp, patienceMs = 30_000): Promise<void> {
    let tail = '';
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`the terminal shows only ${JSON.stringify(tail)} ${this.closeReason}`)),
        patienceMs,
      );
      this.onOutput = (bytes) => {
        tail = (tail + bytes.toString('latin1')).slice(-500);
        if (pattern.test(tail)) {
          clearTimeout(late);
          this.onOutput = undefined;
          resolve();
        }
      };
    });
  }

  /** Waits until so many bytes have come. */
  async has(total: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const onClose = () => reject(new Error(`the session ended: ${this.closeReason}`));
      const look = () => {
        if (this.received >= total) {
          this.#socket.off('close', onClose);
          this.onOutput = undefined;
          resolve();
        }
      };
      this.#socket.once('close', onClose);
      this.onOutput = look;
      look();
    });
  }

  /** Ends the session, as leaving the page does. */
  end(): void {
    this.send({ type: 'closed', reason: '' });
  }

  async closed(): Promise<void> {
    if (!this.#socket.closed) {
      await new Promise((resolve) => this.#socket.once('close', resolve));
    }
  }

  #read(chunk: Buffer): void {
    let bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    this.#held = Buffer.alloc(0);
    if (!this.#isOpen) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end === -1) {
        this.#held = Buffer.from(bytes);
        return;
      }
      this.#isOpen = true;
      bytes = bytes.subarray(end + 4);
    }
    for (let at = 0; at < bytes.length;) {
      if (this.#left > 0) {
        const end = Math.min(bytes.length, at + this.#left);
        if (this.#isData) {
          this.received += end - at;
          this.onOutput?.(bytes.subarray(at, end));
        }
        this.#left -= end - at;
        at = end;
        continue;
      }
      const next = this.#head(bytes, at);
      if (next === undefined) {
        // The buffer is used again for what comes next.
        this.#held = Buffer.from(bytes.subarray(at));
        break;
      }
      at = next;
    }
    if (this.#pace === undefined) {
      this.#show(this.received);
    }
  }

  /** Reads the head of a frame and the byte that says what is in it; answers where the rest begins. */
  #head(bytes: Buffer, at: number): number | undefined {
    const opcode = (bytes[at] ?? 0) & 0x0f;
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const start = at + (short === 127 ? 10 : short === 126 ? 4 : 2);
    if (start > bytes.length) {
      return undefined;
    }
    const length =
      short === 127
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : short;
    if (opcode !== OPCODE.binary) {
      if (opcode === OPCODE.ping) {
        this.#write(OPCODE.pong, Buffer.alloc(0));
      } else if (opcode === OPCODE.close) {
        this.#socket.end();
      }
      this.#isData = false;
      this.#left = length;
      return start;
    }
    if (start >= bytes.length) {
      return undefined;
    }
    this.#isData = bytes[start] === DATA;
    if (bytes[start] === CLOSED) {
      this.closeReason = bytes.toString('utf8', start + 1, start + length);
    }
    this.#left = length - 1;
    return start + 1;
  }

  #showSome(): void {
    this.#show(Math.min(this.received, this.#shown + ((this.#pace ?? 0) * PACE_MS) / 1000));
  }

  #show(end: number): void {
    this.#shown = Math.floor(end);
    if (this.#shown - this.#confirmed >= CONFIRM.bytes) {
      this.#confirmShown();
    } else if (this.#shown > this.#confirmed) {
      this.#confirming ??= setTimeout(() => this.#confirmShown(), CONFIRM.afterMs);
    }
  }

  #confirmShown(): void {
    clearTimeout(this.#confirming);
    this.#confirming = undefined;
    this.#confirmed = this.#shown;
    this.send({ type: 'ack', offset: this.#shown });
  }

  /** Masked with zeros, which the standard allows and costs nothing. */
  #write(opcode: number, payload: Uint8Array): void {
    const { length } = payload;
    const head = Buffer.alloc(length < 126 ? 6 : length <= 65_535 ? 8 : 14);
    head[0] = 0x80 | opcode;
    if (length < 126) {
      head[1] = 0x80 | length;
    } else if (length <= 65_535) {
      head[1] = 0x80 | 126;
      head.writeUInt16BE(length, 2);
    } else {
      head[1] = 0x80 | 127;
      head.writeBigUInt64BE(BigInt(length), 2);
    }
    this.#socket.write(Buffer.concat([head, payload]));
  }
}
