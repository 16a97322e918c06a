import { setTimeout as sleep } from 'node:timers/promises';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import { decodeFrame, encodeBinary, type Frame } from '@jadegate/contract/session/terminal-socket';
import { WebSocket } from 'ws';

interface Answer<Data> {
  code: number;
  message: string;
  data: Data;
}

const TAIL = 2000;
const LOOK_MS = 40;

/** Somebody of the demo, who uses the product as everybody does: through its API. */
export class DemoClient {
  readonly #url: string;
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  async login(username: string, password: string): Promise<this> {
    this.#token = (await this.make<{ token: string }>('/login', { username, password })).token;
    return this;
  }

  async call<Data>(method: string, path: string, body?: object): Promise<Data> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { [TOKEN_HEADER]: this.#token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { code, message, data } = (await response.json()) as Answer<Data>;
    if (code !== 1) {
      throw new Error(`${method} ${path} was refused: ${message}`);
    }
    return data;
  }

  make<Data = { id: string }>(path: string, body: object = {}): Promise<Data> {
    return this.call<Data>('POST', path, body);
  }

  /** A terminal on a host, as the console opens one. */
  async open(assetId: string): Promise<DemoTerminal> {
    const { id } = await this.make(`/sessions?assetId=${assetId}&mode=native`);
    return new DemoTerminal(this.#url, id, this.#token);
  }
}

/** Somebody's hands and eyes at a terminal. It confirms what it is shown, as the console does. */
export class DemoTerminal {
  readonly sessionId: string;
  readonly #socket: WebSocket;
  #tail = '';
  #received = 0;

  constructor(url: string, sessionId: string, token: string) {
    this.sessionId = sessionId;
    const query = new URLSearchParams({ protocol: 'binary', cols: '100', rows: '28', [TOKEN_HEADER]: token });
    const address = `${url.replace('http', 'ws')}/sessions/${sessionId}/ssh?${query.toString()}`;
    this.#socket = new WebSocket(address, { headers: { origin: url } });
    this.#socket.on('error', () => undefined);
    this.#socket.on('message', (bytes: Buffer) => this.#hear(decodeFrame(bytes)));
  }

  get isClosed(): boolean {
    return this.#socket.readyState >= WebSocket.CLOSING;
  }

  /** As a person types: letter by letter. */
  async type(text: string, signal: AbortSignal): Promise<void> {
    for (const letter of text) {
      this.press(letter);
      await sleep(35 + ((letter.codePointAt(0) ?? 0) % 5) * 12, undefined, { signal });
    }
  }

  press(keys: string): void {
    this.#send({ type: 'data', bytes: Buffer.from(keys) });
  }

  /** Waits until the host is ready for the next command. Answers false when it does not come. */
  async prompt(signal: AbortSignal, patienceMs = 15_000): Promise<boolean> {
    const until = performance.now() + patienceMs;
    while (performance.now() < until && !this.isClosed) {
      if (this.#tail.endsWith('$ ')) {
        return true;
      }
      await sleep(LOOK_MS, undefined, { signal });
    }
    return false;
  }

  /** From here on, what was shown before does not count. */
  forget(): void {
    this.#tail = '';
  }

  leave(): void {
    this.#send({ type: 'closed', reason: '' });
    this.#socket.close();
  }

  #hear(frame: Frame | undefined): void {
    if (frame?.type === 'data') {
      this.#received += frame.bytes.length;
      this.#tail = (this.#tail + Buffer.from(frame.bytes).toString()).slice(-TAIL);
      this.#send({ type: 'ack', offset: this.#received });
    }
  }

  #send(frame: Frame): void {
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.send(encodeBinary(frame));
    }
  }
}
