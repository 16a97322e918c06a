/**
 * The one way to the server. What specification §8 asks of every call happens here and in `failure.ts`:
 * a 401 ends the login, a 403 leads to the denied page, and everything but code 1 is thrown as an `ApiError`.
 * Code 100 is not a failure for the person: it is thrown too, so that no caller can mistake it for data, but
 * `failure.ts` never shows a toast for it.
 */
import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import { SUCCESS, TOKEN_HEADER, type Envelope, type SuccessEnvelope } from '@jadegate/contract/envelope';
import type * as z from 'zod';

import { ApiError, NO_CODE } from './api-error.ts';
import { leaveOn } from './failure.ts';
import { fillPath, queryText } from './path.ts';
import { readToken } from './storage.ts';
import { around } from './surroundings.ts';

/** A part of the request: left out when nothing is required in it. */
type Part<Name extends string, Value> = unknown extends Value
  ? { [Key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

export type CallInput<E extends AnyEndpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>> & { signal?: AbortSignal };

type CallArguments<E extends AnyEndpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
}

/** Calls an endpoint of the contract and answers its data. Throws `ApiError`, or the abort reason when aborted. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<z.output<E['response']>> {
  const { params, query, body, signal }: LooseInput = input ?? {};
  const response = await send(fillPath(endpoint.path, params) + queryText(query), {
    method: endpoint.method,
    headers: headersFor(body),
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    cache: 'no-store',
    credentials: 'same-origin',
  });
  const envelope = await readEnvelope(response);
  if (!isSuccess(envelope)) {
    const error = new ApiError(envelope);
    leaveOn(error);
    throw error;
  }
  const data = endpoint.response.safeParse(envelope.data);
  if (!data.success) {
    throw localError('response', { status: response.status, cause: data.error });
  }
  return data.data as z.output<E['response']>;
}

function headersFor(body: unknown): Headers {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': around().language() });
  const token = readToken();
  if (token !== null) {
    headers.set(TOKEN_HEADER, token);
  }
  if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
  }
  return headers;
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (cause) {
    if (request.signal?.aborted) {
      throw cause;
    }
    throw localError('network', { cause });
  }
}

/** The envelope, from whatever status it came with; anything else becomes an error that names the HTTP status. */
async function readEnvelope(response: Response): Promise<Envelope<unknown>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (isEnvelope(body)) {
    return body;
  }
  const error = localError('http', { status: response.status, message: messageIn(body) });
  leaveOn(error);
  throw error;
}

function isEnvelope(body: unknown): body is Envelope<unknown> {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number';
}

function isSuccess(envelope: Envelope<unknown>): envelope is SuccessEnvelope<unknown> {
  return envelope.code === SUCCESS;
}

function messageIn(body: unknown): string | undefined {
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body;
  return hasMessage && typeof body.message === 'string' ? body.message : undefined;
}

function localError(
  error: 'network' | 'http' | 'response',
  { status, message, cause }: { status?: number; message?: string | undefined; cause?: unknown },
): ApiError {
  const code = error === 'http' ? (status ?? NO_CODE) : NO_CODE;
  return new ApiError({ code, error, message: message ?? around().sentence(error, status), cause });
}
