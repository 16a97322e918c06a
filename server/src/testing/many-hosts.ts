import net from 'node:net';

/** As `scripts/hosts/up.sh` starts it. */
export const SSHD = { port: 2201, username: 'tgt', password: 'Tgt-pass1' };

/** The real sshd at many addresses, each an identity of its own at the same port. */
export class ManyHosts {
  readonly #doors: net.Server[] = [];
  port = 0;

  /** `addressOf` a number from 1 on; every one on loopback. */
  async open(count: number, addressOf: (host: number) => string): Promise<void> {
    for (let host = 1; host <= count; host++) {
      const door = net.createServer((socket) => {
        const target = net.connect(SSHD.port, '127.0.0.1');
        socket.on('error', () => target.destroy());
        target.on('error', () => socket.destroy());
        socket.pipe(target).pipe(socket);
      });
      await new Promise<void>((resolve) => door.listen(this.port, addressOf(host), resolve));
      this.port = (door.address() as net.AddressInfo).port;
      this.#doors.push(door);
    }
  }

  close(): void {
    this.#doors.forEach((door) => door.close());
  }
}
