import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { registerOwnPart } from '../../kernel/own-parts.ts';
import type { GuacdAddress } from './connect-guacd.ts';
import { isLoopback, listenerUid, peerUid } from './socket-owner.ts';

export interface ListenerOptions {
  guacd: GuacdAddress;
  /** An open way to the target: the first to be used. */
  first: Duplex;
  /** Another one: RDP dials again when it falls back to another kind of security, and for a new size. */
  dial: () => Promise<Duplex>;
  /** A way broke that worked, or could not be had again. */
  onFailure: (error: unknown) => void;
}

/** guacd cannot come to a door of this machine, and has no other way to what lies behind gateways. */
export class GuacdElsewhere extends Error {
  constructor() {
    super('guacd is not on this machine');
    this.name = 'GuacdElsewhere';
  }
}

const LOOPBACK = '127.0.0.1';
/** So long the connection before may still take to close. */
const CHANGE_MS = 2 * SECOND_MS;

/**
 * The way of guacd to a target behind gateways: a port on loopback that lives as long as the session, takes one connection
 * at a time, and only from the program that guacd is. Nothing else of the product listens for a target.
 */
export class LoopbackListener {
  readonly host = LOOPBACK;
  readonly #options: ListenerOptions;
  readonly #server: Server;
  readonly #guacdUid: number;
  #giveBack: (() => void) | undefined;
  #first: Duplex | undefined;
  #current: { socket: Socket; closed: Promise<void> } | undefined;
  #isAnotherWaiting = false;
  #isClosed = false;

  private constructor(options: ListenerOptions, guacdUid: number) {
    this.#options = options;
    this.#first = options.first;
    this.#guacdUid = guacdUid;
    this.#server = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => {
      socket.on('error', () => undefined);
      runInBackground(this.#receive(socket), 'the way of a desktop');
    });
    options.first.once('close', () => (this.#first = undefined));
  }

  /** Rejects with `GuacdElsewhere`. The first way then still belongs to the caller. */
  static async open(options: ListenerOptions): Promise<LoopbackListener> {
    const uid = isLoopback(options.guacd.host) ? await listenerUid(options.guacd) : undefined;
    if (uid === undefined) {
      throw new GuacdElsewhere();
    }
    const door = new LoopbackListener(options, uid);
    await new Promise<void>((resolve, reject) => {
      door.#server.once('error', reject);
      door.#server.listen(0, LOOPBACK, resolve);
    });
    // Where guacd runs under our own user, a session that is led to this port would pass for it.
    const { host, port } = door;
    door.#giveBack = registerOwnPart(() => [{ host, port }]);
    return door;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo | null)?.port ?? 0;
  }

  /** Harmless to call twice. */
  close(): void {
    this.#isClosed = true;
    this.#giveBack?.();
    this.#server.close();
    this.#first?.destroy();
    this.#current?.socket.destroy();
  }

  async #receive(socket: Socket): Promise<void> {
    try {
      if (!(await this.#isGuacd(socket)) || !(await this.#waitForTurn())) {
        socket.destroy();
        return;
      }
      await this.#lead(socket);
    } catch (error) {
      socket.destroy();
      if (!this.#isClosed) {
        this.#options.onFailure(error);
      }
    }
  }

  async #isGuacd({ remotePort, localPort }: Socket): Promise<boolean> {
    return (
      remotePort !== undefined &&
      localPort !== undefined &&
      (await peerUid(remotePort, localPort)) === this.#guacdUid
    );
  }

  /** guacd leaves one connection before it makes the next, but the news may come in another order. */
  async #waitForTurn(): Promise<boolean> {
    if (this.#current && !this.#isAnotherWaiting) {
      this.#isAnotherWaiting = true;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CHANGE_MS)));
      await Promise.race([this.#current.closed, late]);
      clearTimeout(timer);
      this.#isAnotherWaiting = false;
    }
    return !this.#current && !this.#isClosed;
  }

  async #lead(socket: Socket): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        this.#current = undefined;
        resolve();
      });
    });
    this.#current = { socket, closed };
    const way = this.#first ?? (await this.#options.dial());
    this.#first = undefined;
    if (socket.destroyed || this.#isClosed) {
      way.destroy();
      socket.destroy();
      return;
    }
    // What broke the way tells more than guacd can.
    way.once('error', (error) => !this.#isClosed && !socket.destroyed && this.#options.onFailure(error));
    way.once('close', () => socket.destroy());
    socket.once('close', () => way.destroy());
    socket.pipe(way).pipe(socket);
  }
}
