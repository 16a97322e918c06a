import { connect, type Socket } from 'node:net';

import { LOOPBACK } from '../hosts.ts';

const PATIENCE_MS = 10_000;

/** A raw connection to a host, for protocols simple enough to speak by hand. */
export class Conversation {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #wake = (): void => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('close', () => this.#wake());
    socket.on('error', () => this.#wake());
  }

  static async open(port: number): Promise<Conversation> {
    const socket = connect(port, LOOPBACK);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new Conversation(socket);
  }

  send(data: string | Uint8Array): void {
    this.#socket.write(data);
  }

  /** Waits until `enough` accepts what has come so far, then answers and forgets it. */
  async hear(enough: (received: Buffer) => boolean): Promise<Buffer> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!enough(this.#received)) {
      if (this.#socket.destroyed || Date.now() > deadline) {
        throw new Error(`the host said only: ${JSON.stringify(this.#received.toString('latin1'))}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const received = this.#received;
    this.#received = Buffer.alloc(0);
    return received;
  }

  async hearText(pattern: RegExp): Promise<string> {
    return (await this.hear((received) => pattern.test(received.toString('latin1')))).toString('latin1');
  }

  async hearBytes(count: number): Promise<Buffer> {
    return await this.hear((received) => received.length >= count);
  }

  close(): void {
    this.#socket.destroy();
  }
}
