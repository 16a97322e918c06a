import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import { decodeInstructions, encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { WebSocket } from 'ws';

/** A desktop without a screen: the tunnel of a session, spoken by hand. It answers each frame, as guacd wants it. */
export class RawDesktop {
  /** How often each instruction came. */
  readonly counts = new Map<string, number>();
  error: { reason: string; code: number } | undefined;
  readonly #socket: WebSocket;

  /** At a session of one's own; or at another socket of the kind, by its path and the origin of the page it is for. */
  constructor(
    url: string,
    place: string | { path: string; origin: string },
    token: string,
    size = { width: 1024, height: 768 },
  ) {
    const query = {
      width: String(size.width),
      height: String(size.height),
      dpi: '96',
      [TOKEN_HEADER]: token,
    };
    const path = typeof place === 'string' ? `/sessions/${place}/tunnel` : place.path;
    const address = `${url.replace('http', 'ws')}${path}?${new URLSearchParams(query).toString()}`;
    this.#socket = new WebSocket(address, ['guacamole'], {
      headers: { origin: typeof place === 'string' ? url : place.origin },
    });
    this.#socket.on('message', (bytes: Buffer) => {
      for (const [opcode = '', ...parameters] of decodeInstructions(bytes.toString())) {
        this.#hear(opcode, parameters);
      }
    });
    this.#socket.on('error', () => undefined);
  }

  get hasPicture(): boolean {
    return this.counts.has('blob') && this.counts.has('sync');
  }

  send(...elements: (string | number)[]): void {
    this.#socket.send(encodeInstruction(...elements));
  }

  moveMouse(x: number, y: number): void {
    this.send('mouse', x, y, 0);
  }

  close(): void {
    this.#socket.terminate();
  }

  #hear(opcode: string, [first = '', second = '']: string[]): void {
    this.counts.set(opcode, (this.counts.get(opcode) ?? 0) + 1);
    if (opcode === 'sync') {
      this.send('sync', first);
    } else if (opcode === 'error') {
      this.error = { reason: Buffer.from(first, 'base64').toString(), code: Number(second) };
    }
  }
}
