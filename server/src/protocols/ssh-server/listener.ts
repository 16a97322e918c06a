import net, { type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import ssh2, { type Connection } from 'ssh2';

import { SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { plainAddress, type MatchesAddress } from '../../kernel/ip-set.ts';
import type { Secret } from '../../kernel/secret.ts';
import { algorithmsOfDoor } from './algorithms.ts';
import { boundClient } from './bound-client.ts';
import { extendKeyExchange } from './extend-key-exchange.ts';
import { announceHostKeys } from './host-keys-message.ts';
import { addressBehindProxy } from './proxy-protocol.ts';
import { UnprovenConnections, type Seat } from './unproven-connections.ts';

/** A client that is connected, as ssh2 has it. */
export type { Connection } from 'ssh2';

/** Connections of one address on which nobody is signed in. */
const UNPROVEN_PER_ADDRESS = 10;
/** Until keys are agreed on. */
const HANDSHAKE_MS = 30 * SECOND_MS;
const PROXY_WAIT_MS = 2 * SECOND_MS;
const KEEPALIVE_MS = 30 * SECOND_MS;
const KEEPALIVE_TRIES = 3;
/** RFC 4253, 4.2. */
const LONGEST_VERSION = 255;

/** What is known of a client before it says who it is. */
export interface ClientFacts {
  address: string;
  /** What it calls itself, such as `SSH-2.0-OpenSSH_9.9`. */
  version: string;
}

export interface ListenerOptions {
  /** Whose word about the address of others counts. */
  isProxy: MatchesAddress;
  /** Whether anybody may come from there at all. */
  allows: (address: string) => Promise<boolean>;
  /** A client is there; `prove` says that somebody is signed in. */
  onClient: (client: Connection, facts: ClientFacts, prove: () => void) => void;
  /** An address has too many connections on which nobody is signed in. */
  onFull?: (address: string) => void;
  handshakeMs?: number | undefined;
  unprovenPerAddress?: number | undefined;
  /** How long somebody waits for one of those to end. */
  seatWaitMs?: number | undefined;
}

interface Arrival {
  address: string;
  onClient: ListenerOptions['onClient'];
  /** Absent where somebody is signed in already. */
  seat: Seat | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Takes SSH clients in: bounded before they say who they are, and each handed on once it has said what it is. */
export class SshListener {
  readonly #options: ListenerOptions;
  readonly #unproven: UnprovenConnections;
  readonly #arrivals = new WeakMap<object, Arrival>();
  readonly #sockets = new Set<Socket>();
  readonly #front: net.Server;
  #server: ssh2.Server | undefined;
  #announced: readonly Secret[] = [];

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#unproven = new UnprovenConnections({
      perAddress: options.unprovenPerAddress ?? UNPROVEN_PER_ADDRESS,
      onFull: (address) => options.onFull?.(address),
      waitMs: options.seatWaitMs,
    });
    this.#front = net.createServer({ noDelay: true, pauseOnConnect: true }, (socket) =>
      runInBackground(this.#take(socket), 'a new SSH connection'),
    );
  }

  /** Resolves with where it listens; rejects where it cannot. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#front.once('error', reject);
      this.#front.listen({ host, port }, () => {
        this.#front.off('error', reject);
        // Such as when no more files may be opened: whoever came is lost, and the next may fare better.
        this.#front.on('error', () => undefined);
        resolve();
      });
    });
    return this.#front.address() as AddressInfo;
  }

  get unproven(): number {
    return this.#unproven.count;
  }

  /** Newcomers are shown these from now on, and told of all that they may be shown; before, nobody is taken in. */
  setHostKeys(hostKeys: readonly Secret[], announced: readonly Secret[] = hostKeys): void {
    this.#announced = announced;
    this.#server = this.#serverWith(hostKeys);
  }

  /** A client that comes through a connection of somebody who is signed in. */
  takeInner(stream: Duplex, address: string, onClient: ListenerOptions['onClient']): void {
    this.#await(stream, { address, onClient, seat: undefined, timer: undefined });
  }

  /** Takes nobody in any more. Those who are there stay until they are ended. */
  stop(): void {
    this.#front.close();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      if (this.#front.listening) {
        this.#front.close(() => resolve());
      } else {
        resolve();
      }
    });
    this.#sockets.forEach((socket) => socket.destroy());
    await closed;
  }

  #serverWith(hostKeys: readonly Secret[]): ssh2.Server {
    const server = new ssh2.Server({
      hostKeys: hostKeys.map((key) => key.expose()),
      algorithms: algorithmsOfDoor(),
      ident: 'Jadegate',
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: KEEPALIVE_TRIES,
    });
    server.on('connection', (client, { header }) => this.#handOn(client, header.identRaw));
    return server;
  }

  async #take(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // ssh2 listens, too, from when it is given the socket.
    socket.on('error', () => undefined);
    const own = plainAddress(socket.remoteAddress ?? '');
    const address = own === '' ? undefined : await this.#addressOf(socket, own);
    const seat = address === undefined ? undefined : await this.#seatOf(socket, address);
    if (address === undefined || !seat) {
      socket.destroy();
      return;
    }
    const timer = setTimeout(() => socket.destroy(), this.#options.handshakeMs ?? HANDSHAKE_MS);
    socket.once('close', () => clearTimeout(timer));
    // Last: whoever waited for a seat may not come any more, or to nobody.
    if (socket.destroyed || !(await this.#options.allows(address)) || !this.#front.listening) {
      socket.destroy();
      return;
    }
    this.#await(socket, { address, onClient: this.#options.onClient, seat, timer });
  }

  /** Whose it is: the balancer's own client, where one speaks. */
  async #addressOf(socket: Socket, own: string): Promise<string | undefined> {
    if (!this.#options.isProxy(own)) {
      return own;
    }
    const seat = await this.#seatOf(socket, own, true);
    const said = seat && (await addressBehindProxy(socket, PROXY_WAIT_MS));
    seat?.leave();
    return said;
  }

  async #seatOf(socket: Socket, address: string, isProxy = false): Promise<Seat | undefined> {
    const seat = await this.#unproven.enter(address, () => socket.destroy(), { isProxy });
    if (socket.destroyed) {
      seat?.leave();
    } else {
      socket.once('close', () => seat?.leave());
    }
    return seat;
  }

  #await(stream: Duplex, arrival: Arrival): void {
    this.#arrivals.set(stream, arrival);
    this.#server?.injectSocket(stream as Socket);
  }

  #handOn(client: Connection, version: string): void {
    const { _sock } = client as unknown as { _sock: Duplex };
    const arrival = this.#arrivals.get(_sock);
    if (!arrival) {
      client.end();
      return;
    }
    client.on('error', () => undefined);
    boundClient(client);
    extendKeyExchange(client);
    announceHostKeys(client, this.#announced);
    client.once('handshake', () => {
      clearTimeout(arrival.timer);
      arrival.seat?.agree();
    });
    // It is stored and shown: what SSH does not allow in it goes no further.
    const printable = version.replaceAll(/[^\u0020-\u007E]/g, '?').slice(0, LONGEST_VERSION);
    const facts = { address: arrival.address, version: printable };
    arrival.onClient(client, facts, () => arrival.seat?.leave());
  }
}
