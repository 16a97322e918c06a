import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

import { LOOPBACK } from '../hosts.ts';

/** A network cable to the product that a test can pull out and put back. */
export class Cable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  /** Whether those who come find nobody who answers, though somebody takes their call. */
  #isFrozen = false;
  /** What may still pass to the product, and who waits for it. */
  #rest = Number.POSITIVE_INFINITY;
  #onHeld: () => void = () => undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(port: number): Promise<Cable> {
    const server = createServer();
    const cable = new Cable(server);
    server.on('connection', (near) => cable.#join(near, port));
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
    return cable;
  }

  get url(): string {
    const address = this.#server.address();
    return typeof address === 'object' && address ? `http://${LOOPBACK}:${address.port}` : '';
  }

  /** Every connection breaks, and none can be made. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  /** Nothing more passes on the connections there are, and nobody is told; new ones work. What a failover looks like. */
  fallSilent(): void {
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  /** The same, and on new ones as well: the other end hangs. */
  freeze(): void {
    this.#isFrozen = true;
    this.fallSilent();
  }

  mend(): void {
    this.#isCut = false;
    this.#isFrozen = false;
    this.#rest = Number.POSITIVE_INFINITY;
  }

  /** After so many bytes to the product nothing more passes to it until the cable is mended. Resolves then. */
  holdAfter(bytes: number): Promise<void> {
    this.#rest = bytes;
    return new Promise((resolve) => {
      this.#onHeld = resolve;
    });
  }

  async remove(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket, port: number): void {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, LOOPBACK);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      // The close that follows ends the other side too.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    if (this.#isFrozen) {
      return;
    }
    far.pipe(near);
    near.pipe(this.#counted()).pipe(far);
  }

  #counted(): Transform {
    return new Transform({
      transform: (bytes: Buffer, _encoding, done) => {
        this.#rest -= bytes.length;
        if (this.#rest > 0) {
          done(null, bytes);
        } else {
          this.#onHeld();
        }
      },
    });
  }
}
