import qs from 'qs';

/** Bounds of query strings (specification §9). */
const QUERY_LIMITS = { arrayLimit: 20, depth: 5, parameterLimit: 1000 } as const;

/** Reads a query string with lists and nested values in it. Apart from `path.ts`, so that only its users load it. */
export function parseQuery(text: string): qs.ParsedQs {
  return qs.parse(text, { ...QUERY_LIMITS, ignoreQueryPrefix: true });
}
