import net, { type AddressInfo, type Server, type Socket } from 'node:net';

/** Both ends of a connection, and whether anything passes between them. */
interface Pair {
  near: Socket;
  far: Socket;
  isSilent: boolean;
}

/**
 * Stands before a service as a firewall, a pooler or a failover does, and fails as they do: connections that are open fall
 * silent without a word, while new ones work; or all of them break, and none can be made.
 */
export class SilentProxy {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #isCut = false;
  #isDeaf = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to({ hostname, port }: Pick<URL, 'hostname' | 'port'>): Promise<SilentProxy> {
    // A goodbye is not answered by itself: in a silence it is by nobody.
    const server = net.createServer({ allowHalfOpen: true });
    const proxy = new SilentProxy(server);
    server.on('connection', (near) => proxy.#join(near, () => net.connect(Number(port), hostname)));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The same address, through here. */
  lead(url: string): string {
    const led = new URL(url);
    led.hostname = '127.0.0.1';
    led.port = String(this.port);
    return led.href;
  }

  /** What is open stays open and carries nothing any more, for good. New connections work. */
  fallSilent(): void {
    this.#pairs.forEach(hush);
  }

  /** The same, and new connections are taken and carry nothing either. */
  goDeaf(): void {
    this.#isDeaf = true;
    this.fallSilent();
  }

  /** Every connection breaks, and none can be made. */
  cut(): void {
    this.#isCut = true;
    this.#pairs.forEach(({ near, far }) => [near, far].forEach((socket) => socket.destroy()));
    this.#pairs.clear();
  }

  /** New connections work again. What fell silent stays so. */
  restore(): void {
    this.#isCut = false;
    this.#isDeaf = false;
  }

  async remove(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket, connect: () => Socket): void {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const pair = { near, far: connect(), isSilent: false };
    this.#pairs.add(pair);
    for (const [from, to] of ends(pair)) {
      // The close that follows says the same.
      from.on('error', () => undefined);
      // That one end is gone is one more thing that the other does not hear of in a silence.
      from.once('close', () => !pair.isSilent && to.destroy());
      from.pipe(to);
    }
    if (this.#isDeaf) {
      hush(pair);
    }
  }
}

function ends({ near, far }: Pair): readonly (readonly [Socket, Socket])[] {
  return [
    [near, far],
    [far, near],
  ];
}

/** What is sent is taken and goes nowhere. */
function hush(pair: Pair): void {
  pair.isSilent = true;
  for (const [from, to] of ends(pair)) {
    from.unpipe(to);
    from.resume();
  }
}
