import type { ErrorCode, FieldError } from './error.ts';
import type { SentenceParams } from './language.ts';

export const SUCCESS = 1;
export const TOTP_REQUIRED = 100;

export interface SuccessEnvelope<Data> {
  code: typeof SUCCESS;
  message: 'success';
  data: Data;
}

/** `error`, `params`, `fields` and `requestId` are ours; clients of the product family ignore them. */
export interface FailureEnvelope {
  code: number;
  message: string;
  error: ErrorCode;
  params?: SentenceParams;
  fields?: FieldError[];
  requestId: string;
}

export type Envelope<Data> = SuccessEnvelope<Data> | FailureEnvelope;

export const TOKEN_HEADER = 'X-Auth-Token';
export const TICKET_QUERY = 'ticket';
