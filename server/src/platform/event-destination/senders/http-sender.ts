import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { SECOND_MS } from '../../../kernel/clock.ts';
import { spelledText } from '../../../kernel/spelled-text.ts';
import { connectTcp, type RefuseAddress } from '../../../protocols/dial/tcp.ts';
import { requestOnce } from '../../../protocols/web/http-request.ts';
import { connectionFailure } from './connection-failure.ts';
import { SendFailure, type EventSender, type Receipt } from './event-sender.ts';

/** One call: what is said to whom. */
export interface HttpMessage {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface HttpShape {
  batch: number;
  /** Waits so long between two calls. */
  paceMs: number;
  /** For people; `host` alone where the address is a secret. */
  place: string;
  /** Headers that nobody may see, in lower case. */
  secretHeaders: readonly string[];
  /** The path is a secret, too. */
  isUrlSecret: boolean;
  ca?: string;
  /** What else than 2xx says that it has them. */
  acceptedStatus?: number;
  compose(events: readonly EventJson[]): HttpMessage;
}

interface HttpOptions {
  refuse: RefuseAddress;
  /** How long an answer may take. */
  answerMs?: number | undefined;
}

const TIMEOUT_MS = 20 * SECOND_MS;
const ANSWER_BYTES = 64 * 1024;
/** Of an answer, for people. */
const SHOWN_CHARACTERS = 2000;
const HIDDEN = '•••';
/** About what was sent: the same receiver may well take something else. */
const ABOUT_EVENTS = [400, 413, 415, 422];
/** Longer than this nobody is waited for, whatever they say. */
const LONGEST_WAIT_S = 3600;

/** Posts events to an address, one call after the other. Redirects are not followed, certificates always checked. */
export class HttpSender implements EventSender {
  readonly settleMs = 0;
  readonly #shape: HttpShape;
  readonly #options: HttpOptions;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(shape: HttpShape, options: HttpOptions) {
    this.#shape = shape;
    this.#options = options;
  }

  get batch(): number {
    return this.#shape.batch;
  }

  async send(events: readonly EventJson[], signal: AbortSignal): Promise<Receipt> {
    const { place, paceMs, ca } = this.#shape;
    const { refuse, answerMs = TIMEOUT_MS } = this.#options;
    await this.#pace(paceMs, signal);
    const message = this.#shape.compose(events);
    const asked = { method: 'POST', headers: message.headers, body: message.body };
    const sent = this.#shown(message);
    const answer = await requestOnce(message.url, asked, {
      dial: (target, dialSignal) => connectTcp(target, dialSignal, refuse),
      maxBytes: ANSWER_BYTES,
      timeoutMs: answerMs,
      signal,
      ca,
    }).catch((error: unknown) => {
      throw connectionFailure(error, place);
    });
    const said = spelledLines(answer.body.toString('utf8').slice(0, SHOWN_CHARACTERS));
    const receipt = { sent, answer: `HTTP ${answer.status}\n${said}`.trim() };
    if ((answer.status >= 200 && answer.status < 300) || answer.status === this.#shape.acceptedStatus) {
      return receipt;
    }
    throw this.#refusal(answer.status, answer.headers['retry-after'], receipt);
  }

  check(): void {
    // Each call is over when it was answered.
  }

  async close(): Promise<void> {
    // And so is its connection.
  }

  #refusal(status: number, retryAfter: string | undefined, receipt: Receipt): SendFailure {
    const { place } = this.#shape;
    const nature = { receipt, hasAnswered: true };
    if (status >= 300 && status < 400) {
      return new SendFailure('event_destination.redirected', { place }, { receipt });
    }
    if (status === 429 || (status === 503 && retryAfter !== undefined)) {
      const seconds = Math.min(Number(retryAfter) || 0, LONGEST_WAIT_S);
      const retryAfterMs = seconds > 0 ? seconds * SECOND_MS : undefined;
      return new SendFailure('event_destination.too_fast', { place }, { receipt, retryAfterMs });
    }
    const isAboutEvents = ABOUT_EVENTS.includes(status);
    return new SendFailure('event_destination.answered', { place, status }, { ...nature, isAboutEvents });
  }

  async #pace(ms: number, signal: AbortSignal): Promise<void> {
    const rest = this.#sentAt + ms - performance.now();
    if (rest > 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, rest);
        signal.addEventListener('abort', done);
      });
    }
    this.#sentAt = performance.now();
  }

  #shown({ url, headers, body }: HttpMessage): string {
    const { isUrlSecret, secretHeaders } = this.#shape;
    const { host, pathname, search } = new URL(url);
    const lines = Object.entries(headers).map(
      ([name, value]) => `${name}: ${secretHeaders.includes(name.toLowerCase()) ? HIDDEN : value}`,
    );
    const path = isUrlSecret ? `/${HIDDEN}` : pathname + search;
    return [`POST ${path} HTTP/1.1`, `host: ${host}`, ...lines, '', body].join('\n');
  }
}

function spelledLines(text: string): string {
  return text.split(/\r?\n/).map(spelledText).join('\n');
}
