import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import {
  decodeFrame,
  encodeBinary,
  type AttachPoint,
  type Frame,
} from '@jadegate/contract/session/terminal-socket';
import { WebSocket } from 'ws';

interface Options {
  url: string;
  sessionId: string;
  token: string;
  /** The page it belongs to, where that is not of the same server. */
  origin?: string | undefined;
  size?: { cols: number; rows: number };
  /** Everything it is shown, byte by byte in order. */
  onData?: (bytes: Uint8Array) => void;
}

/** Enough to find what was just printed, however much went by. */
const TAIL = 64 * 1024;

/**
 * A terminal without a screen that does all a good one does: it counts and confirms what it is shown, and comes back
 * after a cut where it was, sending again what had not arrived.
 */
export class SteadyTerminal {
  readonly #options: Options;
  #socket: WebSocket;
  #tail = Buffer.alloc(0);
  #typed = Buffer.alloc(0);
  /** Bytes shown since the session began. */
  received = 0;
  /** Where it stood each time it was let in. */
  readonly attached: AttachPoint[] = [];
  reason: string | undefined;
  isOpen = false;

  constructor(options: Options) {
    this.#options = options;
    this.#socket = this.#connect(options.url, undefined);
  }

  /** The end of what it was shown. */
  get shown(): string {
    return this.#tail.toString();
  }

  get isConnecting(): boolean {
    return this.#socket.readyState === WebSocket.CONNECTING;
  }

  type(text: string): void {
    const bytes = Buffer.from(text);
    this.#typed = Buffer.concat([this.#typed, bytes]);
    this.#send({ type: 'data', bytes });
  }

  /** As when its process dies. */
  cut(): void {
    this.#socket.terminate();
  }

  comeBack(url = this.#options.url): void {
    this.#socket = this.#connect(url, this.received);
  }

  leave(): void {
    this.#send({ type: 'closed', reason: '' });
  }

  #connect(url: string, from: number | undefined): WebSocket {
    const { sessionId, token, size = { cols: 80, rows: 24 } } = this.#options;
    const query = new URLSearchParams({
      protocol: 'binary',
      cols: String(size.cols),
      rows: String(size.rows),
      [TOKEN_HEADER]: token,
      ...(from !== undefined && { from: String(from) }),
    });
    const address = `${url.replace('http', 'ws')}/sessions/${sessionId}/ssh?${query.toString()}`;
    const socket = new WebSocket(address, { headers: { origin: this.#options.origin ?? url } });
    socket.on('open', () => (this.isOpen = true));
    socket.on('close', () => (this.isOpen = this.#socket === socket ? false : this.isOpen));
    socket.on('error', () => undefined);
    socket.on('message', (bytes: Buffer) => {
      const frame = decodeFrame(bytes);
      if (frame) {
        this.#hear(frame);
      }
    });
    return socket;
  }

  #hear(frame: Frame): void {
    switch (frame.type) {
      case 'data':
        this.received += frame.bytes.length;
        this.#tail = Buffer.concat([this.#tail, frame.bytes]).subarray(-TAIL);
        this.#options.onData?.(frame.bytes);
        this.#send({ type: 'ack', offset: this.received });
        return;
      case 'attached':
        this.attached.push(frame.at);
        if (frame.at.output !== this.received && this.attached.length > 1) {
          throw new Error(`${frame.at.output - this.received} bytes are missing after a cut`);
        }
        this.#sendAgain(frame.at.input);
        return;
      case 'closed':
        this.reason = frame.reason;
        return;
      default:
    }
  }

  #sendAgain(taken: number): void {
    const bytes = this.#typed.subarray(taken);
    if (bytes.length > 0) {
      this.#send({ type: 'data', bytes });
    }
  }

  #send(frame: Frame): void {
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.send(encodeBinary(frame));
    }
  }
}
