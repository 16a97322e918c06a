import { connect, type Socket } from 'node:net';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';

import { Client, type Answer } from '../../e2e/src/support/client.ts';

const END_OF_HEAD = '\r\n\r\n';

/**
 * The client of the tests, with as little work of its own as possible: what is measured is how long the product takes
 * to answer, and Node's own HTTP client takes half as long again. One connection, one question at a time on it.
 */
export class LeanClient extends Client {
  readonly #origin: URL;
  readonly #extra: () => Record<string, string>;
  #token = '';
  #socket: Socket | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(url: string, headers: () => Record<string, string>) {
    super(url, headers);
    this.#origin = new URL(url);
    this.#extra = headers;
  }

  override useToken(token: string): this {
    this.#token = token;
    return super.useToken(token);
  }

  override call<Data = unknown>(method: string, path: string, body?: object): Promise<Answer<Data>> {
    if (method !== 'GET') {
      return super.call(method, path, body);
    }
    const answer = this.#turn.then(async () => JSON.parse(await this.#get(path)) as Answer<Data>);
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async #get(path: string): Promise<string> {
    const socket = this.#socket ?? (await this.#connect());
    const headers = { host: this.#origin.host, ...this.#extra(), [TOKEN_HEADER]: this.#token };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write([`GET ${path} HTTP/1.1`, ...lines].join('\r\n') + END_OF_HEAD);
    return readBody(socket);
  }

  async #connect(): Promise<Socket> {
    const socket = connect({ host: this.#origin.hostname, port: Number(this.#origin.port), noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.unref();
    // The server closes what was idle for long; the next call connects anew.
    socket.once('close', () => (this.#socket = undefined)).on('error', () => undefined);
    this.#socket = socket;
    return socket;
  }
}

/** One answer whose length is told ahead, as the product's are. */
function readBody(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen: Buffer = Buffer.alloc(0);
    let start = -1;
    let end = Number.POSITIVE_INFINITY;
    const settle = (done: () => void) => {
      socket.off('data', onData).off('close', onClose);
      socket.unref();
      done();
    };
    const onClose = () => settle(() => reject(new Error('the connection ended before the answer did')));
    const onData = (part: Buffer) => {
      seen = seen.length === 0 ? part : Buffer.concat([seen, part]);
      if (start < 0 && seen.includes(END_OF_HEAD)) {
        start = seen.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
        end = start + Number(/^content-length: (\d+)/im.exec(seen.toString('latin1', 0, start))?.[1]);
        if (Number.isNaN(end)) {
          settle(() => reject(new Error('the answer does not tell its length')));
        }
      }
      if (seen.length >= end) {
        settle(() => resolve(seen.toString('utf8', start, end)));
      }
    };
    socket.ref();
    socket.on('data', onData).once('close', onClose);
  });
}
