/**
 * Bounds what a body may make the parser and the validation do, by one look at its bytes. Size alone does not: a
 * megabyte of brackets takes a third of a second to parse, a megabyte of keys or empty objects not much less.
 */
export const MAX_DEPTH = 32;
/** A little more than the longest list that any call takes. */
export const MAX_VALUES = 12_000;
/** Far more than a form of ours has. */
const MAX_FORM_FIELDS = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const AMPERSAND = 0x26;
/** `[` and `{`, `]` and `}`: they differ by one bit, which no other character of JSON outside strings does. */
const OPEN = 0x5b;
const CLOSE = 0x5d;
const CASE_BIT = 0x20;

/** Whether JSON text is deeper or has more values than any call needs. Counts a little more for empty lists. */
export function isTooComplex(json: Uint8Array): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfString(json, at + 1);
    } else if (byte === COMMA) {
      values += 1;
    } else if (byte === OPEN || byte === (OPEN | CASE_BIT)) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE || byte === (CLOSE | CASE_BIT)) {
      depth -= 1;
    }
    if (depth > MAX_DEPTH || values > MAX_VALUES) {
      return true;
    }
  }
  return false;
}

function endOfString(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) {
    at += json[at] === BACKSLASH ? 2 : 1;
  }
  return at;
}

/** Whether a form has more fields than any call takes. */
export function hasTooManyFields(form: Buffer, contentType: string): boolean {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1];
  const separator = boundary === undefined ? AMPERSAND : `--${boundary}`;
  let count = 0;
  for (let at = form.indexOf(separator); at !== -1 && count <= MAX_FORM_FIELDS + 1; count += 1) {
    at = form.indexOf(separator, at + 1);
  }
  return count > MAX_FORM_FIELDS + 1;
}
