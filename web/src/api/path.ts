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

/** `?a=1&b=2`, or nothing. Undefined and null are left out; arrays repeat the name. */
export function queryText(query: unknown): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) {
        written.append(name, String(one));
      }
    }
  }
  // A plus sign is a space only to readers of forms; %20 is one to everybody.
  return written.size === 0 ? '' : `?${written.toString().replaceAll('+', '%20')}`;
}
