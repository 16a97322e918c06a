/**
 * Names of files on Unix machines are bytes, and texts on our wire. What is UTF-8 reads as itself. Each byte that is not
 * becomes one character of U+F780 to U+F7FF, and so do the bytes of those characters themselves, so that every name
 * comes back as the bytes it was.
 */
const ESCAPE = 0xf700;
const ESCAPED = /[\uf780-\uf7ff]/;
const EVERY_ESCAPED = /[\uf780-\uf7ff]/g;

/** What Linux takes at most. */
const MAX_PATH_BYTES = 4096;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8 = new TextEncoder();

export function decodeName(bytes: Uint8Array): string {
  const whole = decodeStrictly(bytes);
  if (whole !== undefined) {
    return whole;
  }
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at] ?? 0);
    const one = decodeStrictly(bytes.subarray(at, at + length));
    if (one === undefined) {
      text += String.fromCharCode(ESCAPE + (bytes[at] ?? 0));
      at += 1;
    } else {
      text += one;
      at += length;
    }
  }
  return text;
}

export function encodeName(text: string): Uint8Array {
  if (!ESCAPED.test(text)) {
    return utf8.encode(text);
  }
  const parts = [...text].map((char) =>
    ESCAPED.test(char) ? Uint8Array.of(char.charCodeAt(0) - ESCAPE) : utf8.encode(char),
  );
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** For people: bytes that are no text as `\xNN`, and characters that would hide or reorder others as their number. */
export function showName(name: string): string {
  return name
    .replace(EVERY_ESCAPED, (char) => `\\x${(char.charCodeAt(0) - ESCAPE).toString(16).padStart(2, '0')}`)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * The one form of an absolute path: no empty or `.` segments, no slash at the end. Undefined for what is no such path.
 * `..` is refused instead of resolved: only the machine knows where a link leads.
 */
export function normalPath(text: string): string | undefined {
  if (!text.startsWith('/') || text.includes('\0') || !text.isWellFormed()) {
    return undefined;
  }
  const segments = text.split('/').filter((segment) => segment !== '' && segment !== '.');
  const path = `/${segments.join('/')}`;
  return segments.includes('..') || encodeName(path).length > MAX_PATH_BYTES ? undefined : path;
}

/** A name in one folder: nothing that leads elsewhere. */
export function isFileName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !name.includes('/') &&
    !name.includes('\0') &&
    name.isWellFormed()
  );
}

/** Joins a folder in normal form with a name or a relative path. */
export function joinPath(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    const text = strict.decode(bytes);
    return ESCAPED.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function sequenceLength(first: number): number {
  if (first < 0x80) {
    return 1;
  }
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}
