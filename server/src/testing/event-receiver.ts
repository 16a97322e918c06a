import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { makeCertificate } from './certificates.ts';

/** What it does with one call: a status, or nothing at all. */
type Verdict = number | 'hang' | { redirect: string };

interface ReceivedCall {
  headers: Record<string, string | string[] | undefined>;
  body: string;
  events: EventJson[];
  verdict: Verdict;
}

const certificate = makeCertificate('receiver');

/** A real receiver of webhooks on the loopback, with TLS, which keeps what it gets and does as it is told. */
export class EventReceiver {
  readonly calls: ReceivedCall[] = [];
  readonly #server: Server;
  judge: (events: readonly EventJson[], call: Omit<ReceivedCall, 'verdict'>) => Verdict = () => 200;

  private constructor() {
    this.#server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const read = request.headers['content-type'] === 'application/json' ? JSON.parse(body) : {};
        const { events = [] } = read as { events?: EventJson[] };
        const call = { headers: request.headers, body, events };
        const verdict = this.judge(events, call);
        this.calls.push({ ...call, verdict });
        if (verdict === 'hang') {
          return;
        }
        if (typeof verdict === 'object') {
          response.writeHead(307, { location: verdict.redirect }).end();
          return;
        }
        response.writeHead(verdict, { 'content-type': 'text/plain' }).end(`said ${verdict}`);
      });
    });
    this.#server.on('error', () => undefined);
    this.#server.on('tlsClientError', () => undefined);
  }

  static async open(): Promise<EventReceiver> {
    const receiver = new EventReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  get ca(): string {
    return certificate.cert.toString();
  }

  /** Events that it said it has, in the order in which they came, each time they came. */
  get taken(): EventJson[] {
    return this.calls.flatMap(({ verdict, events }) =>
      typeof verdict === 'number' && verdict < 300 ? events : [],
    );
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** Whether a call was signed with this secret, and the time that is signed with it. */
export function isSigned({ headers, body }: Pick<ReceivedCall, 'headers' | 'body'>, secret: string): boolean {
  const time = String(headers['x-jadegate-timestamp']);
  const sum = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return headers['x-jadegate-signature'] === `v1=${sum}`;
}
