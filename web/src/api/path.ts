import qs from 'qs';

/** Bounds of query strings (specification §9), for what is written and what is read. */
const QUERY_LIMITS = { arrayLimit: 20, depth: 5, parameterLimit: 1000 } as const;

/** Puts values into the `:name` places of a path, encoded so that a value can never leave its segment. */
export function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value: unknown = values.get(name);
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new TypeError(`Path ${path} needs a value for ${name}`);
    }
    return encodeURIComponent(value);
  });
}

/** `?a=1&b=2`, or nothing. Undefined values are left out; arrays repeat the name. */
export function queryText(query: unknown): string {
  return qs.stringify(query, { addQueryPrefix: true, arrayFormat: 'repeat', skipNulls: true });
}

export function parseQuery(text: string): qs.ParsedQs {
  return qs.parse(text, { ...QUERY_LIMITS, ignoreQueryPrefix: true });
}
