import { connect, createServer, type Server, type Socket } from 'node:net';

import { LOOPBACK } from '../hosts.ts';

/** A network cable to the product that a test can pull out and put back. */
export class Cable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

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

  mend(): void {
    this.#isCut = false;
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
      socket.pipe(other);
    }
  }
}
