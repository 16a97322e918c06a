import { setTimeout as sleep } from 'node:timers/promises';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import { decodeInstructions, encodeInstruction } from '@jadegate/contract/session/guac-instruction';
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
    return new DemoTerminal(this.#url, await this.#begin(assetId), this.#token);
  }

  /** The same with a screen. */
  async openDesktop(assetId: string): Promise<DemoDesktop> {
    return new DemoDesktop(this.#url, await this.#begin(assetId, 'guacd'), this.#token);
  }

  /** Whether desktops can be opened at all. */
  async hasGuacd(): Promise<boolean> {
    return (await this.call<{ reachable: boolean }>('GET', '/properties/guacd')).reachable;
  }

  async #begin(assetId: string, mode = 'native'): Promise<string> {
    return (await this.make(`/sessions?assetId=${assetId}&mode=${mode}`)).id;
  }
}

/** Somebody's hands at a desktop. It says that it has seen each picture, as the console does. */
class DemoDesktop {
  readonly #socket: WebSocket;
  #hasPicture = false;

  constructor(url: string, sessionId: string, token: string) {
    const query = new URLSearchParams({ width: '1024', height: '640', dpi: '96', [TOKEN_HEADER]: token });
    const address = `${url.replace('http', 'ws')}/sessions/${sessionId}/tunnel?${query.toString()}`;
    this.#socket = new WebSocket(address, ['guacamole'], { headers: { origin: url } });
    this.#socket.on('error', () => undefined);
    this.#socket.on('message', (bytes: Buffer) => {
      for (const [opcode, moment = ''] of decodeInstructions(bytes.toString())) {
        this.#hasPicture ||= opcode === 'blob';
        if (opcode === 'sync') {
          this.#send('sync', moment);
        }
      }
    });
  }

  /** Answers false when there is none after a while. */
  async picture(signal: AbortSignal, patienceMs = 15_000): Promise<boolean> {
    const until = performance.now() + patienceMs;
    while (!this.#hasPicture && performance.now() < until && this.#socket.readyState <= WebSocket.OPEN) {
      await sleep(LOOK_MS, undefined, { signal });
    }
    return this.#hasPicture;
  }

  press(key: number): void {
    this.#send('key', key, 1);
    this.#send('key', key, 0);
  }

  /** With the left button held down or not. */
  point({ x, y }: { x: number; y: number }, isPressed = false): void {
    this.#send('mouse', x, y, isPressed ? 1 : 0);
  }

  leave(): void {
    this.#send('disconnect');
    this.#socket.close();
  }

  #send(...elements: (string | number)[]): void {
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.send(encodeInstruction(...elements));
    }
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
