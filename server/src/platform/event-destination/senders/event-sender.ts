import type { ErrorCode } from '@jadegate/contract/error';
import type { SentenceParams } from '@jadegate/contract/language';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';

/** What went over and what came back, as text for whoever tests; secrets are left out of it. */
export interface Receipt {
  sent: string;
  answer: string;
}

/** Speaks to one destination. Events come to it one batch after the other, in their order. */
export interface EventSender {
  /** Events of one call of `send`. */
  readonly batch: number;
  /** After this much time nothing that was handed over can be lost with the connection any more. */
  readonly settleMs: number;
  /** Resolves when the receiver has them, as far as it says so; throws `SendFailure`. */
  send(events: readonly EventJson[], signal: AbortSignal): Promise<Receipt>;
  /** Throws `SendFailure` where something that was handed over may be lost after all. */
  check(): void;
  close(): Promise<void>;
}

/** Why something was not delivered, before it is said in anybody's language. */
export interface SendProblem {
  code: ErrorCode;
  params: SentenceParams;
}

interface Nature {
  /** The receiver is there and refused what it was sent: something else it may take. */
  isAboutEvents?: boolean;
  /** It answered: what is the matter may lie in what it was sent. */
  hasAnswered?: boolean;
  /** When it wants to be asked again. */
  retryAfterMs?: number | undefined;
  receipt?: Receipt;
  cause?: unknown;
}

/** The receiver did not take what it was sent. Holds no secret. */
export class SendFailure extends Error {
  readonly problem: SendProblem;
  readonly isAboutEvents: boolean;
  readonly hasAnswered: boolean;
  readonly retryAfterMs: number | undefined;
  readonly receipt: Receipt | undefined;

  constructor(code: ErrorCode, params: SentenceParams, nature: Nature = {}) {
    super(code, { cause: nature.cause });
    this.name = 'SendFailure';
    this.problem = { code, params };
    this.isAboutEvents = nature.isAboutEvents === true;
    this.hasAnswered = nature.hasAnswered === true || this.isAboutEvents;
    this.retryAfterMs = nature.retryAfterMs;
    this.receipt = nature.receipt;
  }
}
