import { requestOnce, type FetchLimits } from './http-request.ts';

/** What libraries hand to `fetch`. */
interface Init {
  method?: string;
  headers?: unknown;
  /** Text or a form; libraries that send anything else are not for this. */
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}

/** Statuses that a Response refuses to have a body with. */
const BODILESS = [101, 103, 204, 205, 304];

/** `fetch` for libraries that dial by themselves otherwise: the same rules hold for them. */
export function guardedFetch(limits: FetchLimits): (address: string, init: Init) => Promise<Response> {
  return async (address, { method = 'GET', headers, body, signal }) => {
    const sent = Object.fromEntries(new Headers(headers as Record<string, string>));
    const asked = { method, headers: sent, body: textOf(body) };
    const answer = await requestOnce(address, asked, { ...limits, ...(signal && { signal }) });
    const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    );
    const isBodiless = BODILESS.includes(answer.status);
    return new Response(isBodiless ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: fields,
    });
  };
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) {
    return undefined;
  }
  if (typeof body === 'string' || body instanceof URLSearchParams) {
    return body.toString();
  }
  throw new TypeError('only texts and forms are sent');
}
