import http from 'node:http';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';

import { Client, type Answer } from '../../e2e/src/support/client.ts';

/**
 * The client of the tests, with as little work of its own as Node allows: what is measured is how the product answers,
 * and `fetch` takes longer than many of the answers.
 */
export class LeanClient extends Client {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #origin: string;
  readonly #extra: () => Record<string, string>;
  #token = '';

  constructor(url: string, headers: () => Record<string, string>) {
    super(url, headers);
    this.#origin = url;
    this.#extra = headers;
  }

  override useToken(token: string): this {
    this.#token = token;
    return super.useToken(token);
  }

  override call<Data = unknown>(method: string, path: string, body?: object): Promise<Answer<Data>> {
    return method === 'GET' ? this.#get(path) : super.call(method, path, body);
  }

  #get<Data>(path: string): Promise<Answer<Data>> {
    return new Promise((resolve, reject) => {
      const headers = { ...this.#extra(), [TOKEN_HEADER]: this.#token };
      http
        .get(this.#origin + path, { agent: this.#agent, headers }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString()) as Answer<Data>));
        })
        .on('error', reject);
    });
  }
}
