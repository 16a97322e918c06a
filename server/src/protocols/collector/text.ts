const MAX_TEXT = 200;

/** A text of a host: no controls, nothing that turns the direction of writing, not endless; null when nothing is left. */
export function clean(text: string | undefined | null, maxLength = MAX_TEXT): string | null {
  const plain = (text ?? '')
    .slice(0, 4 * maxLength)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, maxLength);
  return plain === '' ? null : plain;
}

/** A number that can be counted on; anything else is unknown. */
export function amount(text: string | undefined | null): number | null {
  const plain = text?.trim() ?? '';
  const value = /^\d{1,20}(\.\d{1,20})?$/.test(plain) ? Number(plain) : Number.NaN;
  return value <= Number.MAX_SAFE_INTEGER ? value : null;
}

export function whole(text: string | number | undefined | null): number | null {
  const value = typeof text === 'number' ? text : amount(text);
  return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

/** Lines of `key=value`. */
export function keyValues(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf('=');
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : [];
    }),
  );
}

/** Words of the form `key=value` in a line of them. */
export function wordValues(line: string): Map<string, string> {
  return keyValues(line.split(/\s+/));
}

/** What a host printed as JSON; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** What JSON has where a text is wanted. */
export function textAt(record: Record<string, unknown>, key: string): string | null {
  const value = record[key];
  return typeof value === 'string' || typeof value === 'number' ? clean(String(value)) : null;
}

/** Old tools write numbers as texts. */
export function wholeAt(record: Record<string, unknown>, key: string): number | null {
  const value = record[key];
  return typeof value === 'number' || typeof value === 'string' ? whole(value) : null;
}

export function flagAt(record: Record<string, unknown>, key: string): boolean | null {
  const value = record[key];
  if (typeof value === 'boolean') {
    return value;
  }
  return value === '1' || value === 1 ? true : value === '0' || value === 0 ? false : null;
}
