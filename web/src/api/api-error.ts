import type { ErrorCode, FieldError } from '@jadegate/contract/error';

/** Failures the console finds itself: no answer, an answer that is not ours, or data of an unexpected shape. */
const LOCAL_FAILURES = ['network', 'http', 'response'] as const;
export type LocalFailure = (typeof LOCAL_FAILURES)[number];

/** The `code` of an error that no envelope came with. */
export const NO_CODE = 0;

/** Answers that say nothing of the person or the thing asked for: in a moment the same call may well succeed. */
const PASSING: readonly (ErrorCode | LocalFailure)[] = [
  ...LOCAL_FAILURES,
  'database.unavailable',
  'database.full',
  'server.stopping',
  'server.lease_lost',
  'rate_limited',
  'open.calls',
  'open.transfers',
];

interface ApiErrorOptions {
  code: number;
  error: ErrorCode | LocalFailure;
  message: string;
  fields?: FieldError[] | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/** A call that did not succeed. `message` is a sentence for the person, in the chosen language. */
export class ApiError extends Error {
  readonly code: number;
  readonly error: ErrorCode | LocalFailure;
  readonly fields: FieldError[] | undefined;
  readonly requestId: string | undefined;

  constructor({ code, error, message, fields, requestId, cause }: ApiErrorOptions) {
    super(message, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.error = error;
    this.fields = fields;
    this.requestId = requestId;
  }

  /** The server has decided, and asking again changes nothing. */
  get isRefusal(): boolean {
    return !PASSING.includes(this.error);
  }
}
