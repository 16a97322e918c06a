import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import { errorRow, type ErrorCode, type FieldError } from '@jadegate/contract/error';
import { listOwnIdentities } from '@jadegate/contract/identity/source-sign-in';
import { vi } from 'vitest';
import type * as z from 'zod';

/** What a test reads of a call that was made. */
interface Call<E extends AnyEndpoint = AnyEndpoint> {
  endpoint: E;
  url: string;
  params: Record<string, string>;
  query: URLSearchParams;
  body: z.output<E['body']>;
  headers: Headers;
  /** What was uploaded, with its fields. */
  form: FormData | undefined;
}

export class Refusal {
  readonly envelope: Record<string, unknown>;
  constructor(envelope: Record<string, unknown>) {
    this.envelope = envelope;
  }
}

/** An answer that is a failure: `api.on(login, () => refuse('login.failed', '…'))`. */
export function refuse(
  error: ErrorCode,
  message = 'refused',
  extra: { fields?: FieldError[]; code?: number } = {},
): Refusal {
  return new Refusal({ code: errorRow(error).code, message, error, requestId: 'req-1', ...extra });
}

/** The answer when the network is down. */
export const NETWORK_DOWN = new Refusal({});

type Answer<E extends AnyEndpoint> = z.input<E['response']> | Refusal | Response;
type Handler<E extends AnyEndpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>;

interface Route {
  endpoint: AnyEndpoint;
  handle: (call: Call) => unknown;
}

export interface ApiStub {
  /** Answers an endpoint; the latest handler for it counts. */
  on: <E extends AnyEndpoint>(endpoint: E, handler: Handler<E>) => ApiStub;
  /** The calls made to an endpoint so far. */
  callsTo: <E extends AnyEndpoint>(endpoint: E) => Call<E>[];
}

let unexpected: string[] = [];
let areAllowed = false;

/** After each test of each file: files share this module, so it cannot ask for that itself. */
export function refuseUnansweredCalls(): void {
  const calls = areAllowed ? [] : unexpected;
  unexpected = [];
  areAllowed = false;
  if (calls.length > 0) {
    throw new Error(`The test made calls that it does not answer: ${calls.join(', ')}`);
  }
}

/** Of the whole console: what its pages ask depends on how soon each is loaded, and is refused. */
export function allowUnansweredCalls(): void {
  areAllowed = true;
}

function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const names = [...pattern.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const found = new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)')}$`).exec(pathname);
  return found
    ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]))
    : undefined;
}

function reply(answer: unknown): Response {
  if (answer === NETWORK_DOWN) {
    throw new TypeError('Failed to fetch');
  }
  if (answer instanceof Response) {
    return answer;
  }
  const envelope =
    answer instanceof Refusal ? answer.envelope : { code: 1, message: 'success', data: answer ?? null };
  return new Response(JSON.stringify(envelope), { headers: { 'content-type': 'application/json' } });
}

/** Stands in for the server during one test. Handlers are typed by the contract. */
export function stubApi(): ApiStub {
  // Asked by whatever asks for a proof; most people are kept at no source.
  const routes: Route[] = [{ endpoint: listOwnIdentities, handle: () => ({ identities: [], others: [] }) }];
  const calls: Call[] = [];

  const fetchStub = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
    const method = init.method ?? 'GET';
    for (const { endpoint, handle } of routes.toReversed()) {
      const params = endpoint.method === method ? matchPath(endpoint.path, url.pathname) : undefined;
      if (params) {
        const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
        const call = { endpoint, url: url.pathname + url.search, params, query: url.searchParams, body };
        const form = init.body instanceof FormData ? init.body : undefined;
        const made = { ...call, headers: new Headers(init.headers), form };
        calls.push(made);
        return reply(await handle(made));
      }
    }
    unexpected.push(`${method} ${url.pathname}`);
    throw new TypeError('Failed to fetch');
  };
  vi.stubGlobal('fetch', fetchStub);

  const api: ApiStub = {
    on: (endpoint, handler) => {
      routes.push({ endpoint, handle: handler as Route['handle'] });
      return api;
    },
    callsTo: <E extends AnyEndpoint>(endpoint: E) =>
      calls.filter((call) => call.endpoint === (endpoint as AnyEndpoint)) as unknown as Call<E>[],
  };
  return api;
}
