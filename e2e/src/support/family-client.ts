// A client written for the wire format of the product family, as its web console speaks it: text frames that begin with
// a digit, the token in the address, and the POST that reports the connection. Nothing of ours is used to speak it.
import { WebSocket } from 'ws';

interface Envelope<Data> {
  code: number;
  message: string;
  data: Data;
}

/** What the family's console does, and no more. */
export class FamilyClient {
  readonly #url: string;
  token = '';

  constructor(url: string) {
    this.#url = url;
  }

  async request<Data>(method: string, path: string, body?: object): Promise<Envelope<Data>> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { 'X-Auth-Token': this.token, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status !== 200) {
      throw new Error(`${path} answered ${response.status}; in this family it is always 200`);
    }
    return (await response.json()) as Envelope<Data>;
  }

  async login(username: string, password: string): Promise<void> {
    const { data } = await this.tryLogin(username, password);
    this.token = data.token;
  }

  /** Code 100: a one-time code is asked for, and sent with the rest the second time. */
  tryLogin(username: string, password: string, totp?: string): Promise<Envelope<{ token: string }>> {
    const body = { username, password, remember: false, ...(totp !== undefined && { totp }) };
    return this.request('POST', '/login', body);
  }

  terminal(path: string, query: Record<string, string> = {}): FamilyTerminal {
    const address = new URLSearchParams({ ...query, 'X-Auth-Token': this.token }).toString();
    return new FamilyTerminal(`${this.#url.replace('http', 'ws')}${path}?${address}`, this.#url);
  }
}

export class FamilyTerminal {
  readonly frames: string[] = [];
  readonly binary: number[] = [];
  readonly socket: WebSocket;
  isClosed = false;
  onConnected = (): void => undefined;

  constructor(address: string, origin: string) {
    this.socket = new WebSocket(address, { headers: { origin } });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isClosed = true));
    this.socket.on('message', (message: Buffer, isBinary) => {
      if (isBinary) {
        this.binary.push(message.length);
      }
      const frame = message.toString();
      this.frames.push(frame);
      if (frame === '1') {
        this.onConnected();
      }
    });
  }

  get text(): string {
    return this.frames
      .filter((frame) => frame.startsWith('2'))
      .map((frame) => frame.slice(1))
      .join('');
  }

  get kinds(): Set<string> {
    return new Set(this.frames.map((frame) => frame.charAt(0)));
  }

  get reason(): string | undefined {
    return this.frames.find((frame) => frame.startsWith('0'))?.slice(1);
  }

  send(frame: string): void {
    this.socket.send(frame);
  }

  /** Standard base64 of JSON. */
  resize(cols: number, rows: number): void {
    this.send(`3${Buffer.from(JSON.stringify({ cols, rows })).toString('base64')}`);
  }
}
