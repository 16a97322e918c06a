import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { LOOPBACK } from '../../e2e/src/hosts.ts';

/**
 * Pages as plain as they come: a form, and one script of a given size that makes it. Submitting asks the product to sign
 * in, as its own page does, and then fetches as much as the console does from then on.
 */
export class PlainSite {
  readonly #server: Server;
  readonly #login: string;
  #scripts: Record<'first' | 'after', Buffer> = { first: Buffer.alloc(0), after: Buffer.alloc(0) };

  private constructor(login: string) {
    this.#login = login;
    this.#server = createServer((request, response) => {
      if (request.method === 'POST') {
        void this.#signIn(request, response);
        return;
      }
      const script = /^\/(first|after)\.js$/.exec(request.url ?? '')?.[1] as 'first' | 'after' | undefined;
      const body = script
        ? this.#scripts[script]
        : '<!doctype html><title>plain</title><body><script src="/first.js"></script>';
      // Nothing is kept: each measurement begins with an empty cache on both sides.
      response.setHeader('cache-control', 'no-store');
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
      response.end(body);
    });
  }

  /** In front of a product, whose login is used. */
  static async start(productUrl: string): Promise<PlainSite> {
    const site = new PlainSite(`${productUrl}/login`);
    await new Promise<void>((resolve) => site.#server.listen(0, LOOPBACK, resolve));
    return site;
  }

  get url(): string {
    return `http://${LOOPBACK}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many bytes come before somebody can type, and how many after they have signed in. */
  weigh(first: number, after: number): void {
    const filler = (bytes: number) =>
      `/*${randomBytes(Math.ceil(bytes / 2))
        .toString('hex')
        .slice(0, Math.max(0, bytes))}*/`;
    this.#scripts = {
      first: Buffer.from(
        `${filler(first)}
         document.body.innerHTML = '<form><label>name <input name="username"></label><label>secret <input name="password" type="password"></label></form>';
         document.forms[0].addEventListener('submit', async (event) => {
           event.preventDefault();
           await fetch('/login', { method: 'POST', body: JSON.stringify(Object.fromEntries(new FormData(event.target))) });
           document.body.append(Object.assign(document.createElement('script'), { src: '/after.js' }));
         });
         document.forms[0].append(Object.assign(document.createElement('button'), { textContent: 'go' }));`,
      ),
      after: Buffer.from(`${filler(after)} document.body.innerHTML = '<h1>inside</h1>';`),
    };
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #signIn(request: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part);
    }
    const answer = await fetch(this.#login, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(parts).toString(),
    });
    response.end(await answer.text());
  }
}
