/** An object of which nothing is known. Only what it says itself is read, whatever it calls its fields. */
export type Fields = Record<string, unknown>;

export function objectOf(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function fieldsOf(said: unknown): Fields | undefined {
  return typeof said === 'object' && said !== null && !Array.isArray(said) ? (said as Fields) : undefined;
}

export function textIn(said: Fields, name: string): string | undefined {
  const value = valueIn(said, name);
  return typeof value === 'string' ? value : undefined;
}

export function numberIn(said: Fields, name: string): number | undefined {
  const value = valueIn(said, name);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function fieldsIn(said: Fields, name: string): Fields {
  return fieldsOf(valueIn(said, name)) ?? {};
}

/** Undefined for anything but a list. */
export function listIn(said: Fields, name: string): readonly unknown[] | undefined {
  const value = valueIn(said, name);
  return Array.isArray(value) ? value : undefined;
}

function valueIn(said: Fields, name: string): unknown {
  return Object.hasOwn(said, name) ? said[name] : undefined;
}
