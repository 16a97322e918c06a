/**
 * The one way to the server. What specification §8 asks of every call happens here and in `failure.ts`:
 * a 401 ends the login, a 403 leads to the denied page, and everything but code 1 is thrown as an `ApiError`.
 * Code 100 is not a failure for the person: it is thrown too, so that no caller can mistake it for data, but
 * `failure.ts` never shows a toast for it. A call that is refused for want of a recent proof is made again once it was
 * given (`recent-proof.ts`).
 */
import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import {
  SUCCESS,
  TOKEN_HEADER,
  type Envelope,
  type FailureEnvelope,
  type SuccessEnvelope,
} from '@jadegate/contract/envelope';
import type * as z from 'zod';

import { ApiError, NO_CODE } from './api-error.ts';
import { leaveOn } from './failure.ts';
import { fillPath, queryText } from './path.ts';
import { withRecentProof } from './recent-proof.ts';
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
  Part<'body', z.input<E['body']>> & {
    /** For endpoints that take an upload. */
    file?: Blob;
    signal?: AbortSignal;
  };

type CallArguments<E extends AnyEndpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: Blob;
  signal?: AbortSignal;
}

/** Calls an endpoint of the contract and answers its data. Throws `ApiError`, or the abort reason when aborted. */
export function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<z.output<E['response']>> {
  return withRecentProof(() => callOnce(endpoint, input));
}

async function callOnce<E extends AnyEndpoint>(
  endpoint: E,
  input: LooseInput | undefined,
): Promise<z.output<E['response']>> {
  const response = await request(endpoint, input);
  const envelope = await readEnvelope(response);
  if (!isSuccess(envelope)) {
    throw refusalOf(envelope);
  }
  const data = endpoint.response.safeParse(envelope.data);
  if (!data.success) {
    throw localError('response', { status: response.status, cause: data.error });
  }
  return data.data as z.output<E['response']>;
}

/** Asks, and answers whatever came back. */
function request(endpoint: AnyEndpoint, input: LooseInput = {}): Promise<Response> {
  const { params, query, body, file, signal } = input;
  const sent = file === undefined ? (body === undefined ? null : JSON.stringify(body)) : formOf(body, file);
  return send(fillPath(endpoint.path, params) + queryText(query), {
    method: endpoint.method,
    headers: headersFor(sent),
    body: sent,
    signal: signal ?? null,
    cache: 'no-store',
    credentials: 'same-origin',
  });
}

/** The texts go first, so that the server has them when the file comes. */
function formOf(body: unknown, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(body) as Record<string, string | undefined>)) {
    if (value !== undefined) {
      form.set(name, value);
    }
  }
  form.set('file', file);
  return form;
}

function headersFor(body: string | FormData | null): Headers {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': around().language() });
  const token = readToken();
  if (token !== null) {
    headers.set(TOKEN_HEADER, token);
  }
  if (typeof body === 'string') {
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

function refusalOf(envelope: FailureEnvelope): ApiError {
  const error = new ApiError(envelope);
  leaveOn(error);
  return error;
}

interface NamedFile {
  name: string;
  content: Blob;
}

/** Asks for a file that cannot be fetched by its address alone, because a body goes with the question. */
export function callForFile<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<NamedFile> {
  return withRecentProof(() => callForFileOnce(endpoint, input));
}

async function callForFileOnce(endpoint: AnyEndpoint, input: LooseInput | undefined): Promise<NamedFile> {
  const response = await request(endpoint, input);
  const disposition = response.headers.get('content-disposition');
  if (response.ok && disposition !== null) {
    const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download';
    return { name, content: await response.blob() };
  }
  const envelope = await readEnvelope(response);
  throw isSuccess(envelope) ? localError('response', { status: response.status }) : refusalOf(envelope);
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
