import { createHash } from 'node:crypto';

const CONTINUES = 0b1000_0000;
const CONTINUES_MASK = 0b1100_0000;

/**
 * The text, or as much of its beginning as fits into so many bytes of UTF-8 with a mark that says how long it was and
 * what its SHA-256 is: who has the whole text can show that it was this one.
 */
export function boundedText(text: string, maxBytes: number): string {
  // No text of UTF-16 units takes more than three bytes for each.
  if (text.length * 3 <= maxBytes) {
    return text;
  }
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) {
    return text;
  }
  const mark = `… [cut: ${bytes.length} bytes, sha256 ${sha256(bytes)}]`;
  let end = Math.max(0, maxBytes - Buffer.byteLength(mark));
  while (end > 0 && ((bytes[end] ?? 0) & CONTINUES_MASK) === CONTINUES) {
    end -= 1;
  }
  return `${bytes.subarray(0, end).toString()}${mark}`;
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
