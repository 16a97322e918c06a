import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import {
  decodeFrame,
  encodeBinary,
  type Frame,
  type TerminalSize,
} from '@jadegate/contract/session/terminal-socket';
import { WebSocket } from 'ws';

/** A terminal without a screen: the socket of a session, spoken by hand. */
export class RawTerminal {
  readonly frames: Frame[] = [];
  readonly #socket: WebSocket;

  /** At a session of one's own; or at another socket of the kind, by its path and the origin of the page it is for. */
  constructor(
    url: string,
    place: string | { path: string; origin: string },
    token: string,
    size = { cols: 80, rows: 24 },
  ) {
    const query = {
      protocol: 'binary',
      cols: String(size.cols),
      rows: String(size.rows),
      [TOKEN_HEADER]: token,
    };
    const path = typeof place === 'string' ? `/sessions/${place}/ssh` : place.path;
    const address = `${url.replace('http', 'ws')}${path}?${new URLSearchParams(query).toString()}`;
    this.#socket = new WebSocket(address, {
      headers: { origin: typeof place === 'string' ? url : place.origin },
    });
    this.#socket.on('message', (bytes: Buffer) => {
      const frame = decodeFrame(bytes);
      if (frame) {
        this.frames.push(frame);
      }
    });
    this.#socket.on('error', () => undefined);
  }

  get shown(): string {
    const parts = this.frames.flatMap((frame) => (frame.type === 'data' ? [frame.bytes] : []));
    return Buffer.concat(parts).toString();
  }

  get reason(): string | undefined {
    return this.frames.find((frame) => frame.type === 'closed')?.reason;
  }

  type(text: string): void {
    this.send(Buffer.from(text));
  }

  send(bytes: Uint8Array): void {
    this.#socket.send(encodeBinary({ type: 'data', bytes }));
  }

  resize(size: TerminalSize): void {
    this.#socket.send(encodeBinary({ type: 'resize', size }));
  }

  close(): void {
    this.#socket.terminate();
  }
}
