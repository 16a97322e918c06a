import { guessEncoding, survives } from './guess-encoding.ts';
import { decode, encode, type Encoding } from './text-encoding.ts';

export const LINE_ENDINGS = ['lf', 'crlf', 'cr'] as const;
export type LineEnding = (typeof LINE_ENDINGS)[number];

/** How the text of a file is written. */
export interface TextFormat {
  encoding: Encoding;
  /** Begins with the mark of its encoding. */
  hasBom: boolean;
  lineEnding: LineEnding;
}

export interface TextFile extends TextFormat {
  /** With LF only. */
  text: string;
  /** Has several kinds of line endings; saving leaves one. */
  isMixed: boolean;
}

const BREAKS: Record<LineEnding, string> = { lf: '\n', crlf: '\r\n', cr: '\r' };
const BOMS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The file as text, or undefined for what is none: it would not be the same after saving. */
export function openText(bytes: Uint8Array): TextFile | undefined {
  const [marked] = markOf(bytes);
  if (marked) {
    return openTextAs(bytes, marked);
  }
  const encoding = bytes.includes(0) ? undefined : guessEncoding(bytes);
  return encoding && openTextAs(bytes, encoding);
}

/** The same in the encoding that somebody names. */
export function openTextAs(bytes: Uint8Array, encoding: Encoding): TextFile | undefined {
  const [marked, mark] = markOf(bytes);
  const hasBom = marked === encoding;
  const content = hasBom ? bytes.subarray(mark.length) : bytes;
  const raw = survives(content, encoding) ? decode(content, encoding) : undefined;
  return raw === undefined
    ? undefined
    : { text: raw.replace(/\r\n?/g, '\n'), encoding, hasBom, ...endingsOf(raw) };
}

function markOf(bytes: Uint8Array): [Encoding, number[]] | [undefined, number[]] {
  return BOMS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [undefined, []];
}

function endingsOf(text: string): Pick<TextFile, 'lineEnding' | 'isMixed'> {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const counts: [LineEnding, number][] = [
    ['lf', (text.match(/\n/g)?.length ?? 0) - crlf],
    ['crlf', crlf],
    ['cr', (text.match(/\r/g)?.length ?? 0) - crlf],
  ];
  const [most] = counts.toSorted((a, b) => b[1] - a[1]);
  const isMixed = counts.filter(([, number]) => number > 0).length > 1;
  return { lineEnding: most && most[1] > 0 ? most[0] : 'lf', isMixed };
}

/** The bytes of a text in a format; undefined when the encoding has no place for a character in it. */
export function saveText(text: string, { encoding, hasBom, lineEnding }: TextFormat): Uint8Array | undefined {
  const body = encode(text.replaceAll('\n', BREAKS[lineEnding]), encoding);
  const mark = hasBom ? (BOMS.find(([name]) => name === encoding)?.[1] ?? []) : [];
  if (!body) {
    return undefined;
  }
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}

export function isSameFormat(a: TextFormat, b: TextFormat): boolean {
  return a.encoding === b.encoding && a.hasBom === b.hasBom && a.lineEnding === b.lineEnding;
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}
