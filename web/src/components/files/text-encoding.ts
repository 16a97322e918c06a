/** What text files are written in. Browsers read all of these, and write only UTF-8; the rest is done here. */
export const ENCODINGS = [
  'utf-8',
  'big5',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'shift_jis',
  'windows-1252',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** As people know them. */
export const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  big5: 'Big5',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  gb18030: 'GB18030',
  shift_jis: 'Shift_JIS',
  'windows-1252': 'Windows-1252',
};

type Tabled = 'big5' | 'gb18030' | 'shift_jis' | 'windows-1252';

interface Table {
  bytesOf: Map<string, readonly number[]>;
  /** By both bytes: characters that the browser does not know. */
  ownPairs: Map<number, string>;
}

/** Written in two ways in Big5, of which the second is the usual one: ten and thirty, and lines of tables. */
const LATER_IN_BIG5 = new Set('\u5341\u5345\u2550\u255e\u2561\u256a');

/** The text of bytes in an encoding; undefined when they are not written in it. */
export function decode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return encoding === 'big5' ? decodeBig5(bytes) : undefined;
  }
}

/** The bytes of a text; undefined when the encoding has no place for a character in it. */
export function encode(text: string, encoding: Encoding): Uint8Array | undefined {
  switch (encoding) {
    case 'utf-8':
      return new TextEncoder().encode(text);
    case 'utf-16le':
    case 'utf-16be': {
      const bytes = new Uint8Array(text.length * 2);
      const view = new DataView(bytes.buffer);
      for (let at = 0; at < text.length; at++) {
        view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
      }
      return bytes;
    }
    case 'big5':
    case 'gb18030':
    case 'shift_jis':
    case 'windows-1252':
      return encodeByTable(text, encoding);
  }
}

interface Unwritable {
  count: number;
  /** The first of them, and its line. */
  char: string;
  line: number;
}

/** What an encoding has no place for. */
export function findUnwritable(text: string, encoding: Encoding): Unwritable | undefined {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') {
    return undefined;
  }
  const { bytesOf } = tableOf(encoding);
  let line = 1;
  let found: Unwritable | undefined;
  for (const char of text) {
    if (!bytesOf.has(char)) {
      found ??= { count: 0, char, line };
      found.count += 1;
    }
    line += char === '\n' ? 1 : 0;
  }
  return found;
}

const tables = new Map<Tabled, Table>();

/** What each pair of bytes reads as, turned around, is how it is written. */
function tableOf(encoding: Tabled): Table {
  const known = tables.get(encoding);
  if (known) {
    return known;
  }
  const bytesOf = new Map<string, readonly number[]>();
  const ownPairs = new Map<number, string>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const learn = (bytes: readonly number[], own?: string) => {
    let char: string | undefined;
    try {
      char = decoder.decode(Uint8Array.from(bytes));
    } catch {
      char = own; // The browser has nothing that is written like this.
    }
    const isLater = encoding === 'big5' && char !== undefined && LATER_IN_BIG5.has(char);
    if (char !== undefined && [...char].length === 1 && (isLater || !bytesOf.has(char))) {
      bytesOf.set(char, bytes);
      if (char === own) {
        ownPairs.set(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0), char);
      }
    }
  };
  for (let first = 0; first < 0x100; first++) {
    learn([first]);
  }
  for (const first of encoding === 'windows-1252' ? [] : LEADS) {
    for (let second = 0x40; second < 0xff; second++) {
      learn([first, second], encoding === 'big5' ? ownCharacter(first, second) : undefined);
    }
  }
  const table = { bytesOf, ownPairs };
  tables.set(encoding, table);
  return table;
}

/** First those that every system has, then the additions, among which some characters stand a second time. */
const LEADS = [...count(0xa1, 0xfe), ...count(0x81, 0xa0)];

function count(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const PAIRS_PER_LEAD = 157;
/** Where Windows keeps the characters that a site made itself: leads from, to, and the first place for private use. */
const OWN_AREAS = [
  [0xfa, 0xfe, 0xe000],
  [0x8e, 0xa0, 0xe311],
  [0x81, 0x8d, 0xeeb8],
] as const;

/** Of a pair that stands for nothing: the private place that Windows gives it, so that it is kept as it is. */
function ownCharacter(first: number, second: number): string | undefined {
  const area = OWN_AREAS.find(([from, to]) => first >= from && first <= to);
  if (!area || (second > 0x7e && second < 0xa1)) {
    return undefined;
  }
  const [from, , place] = area;
  const trail = second < 0x7f ? second - 0x40 : second - 0xa1 + 0x3f;
  return String.fromCharCode(place + (first - from) * PAIRS_PER_LEAD + trail);
}

/** Big5 with characters that a site made itself, which the browser refuses. */
function decodeBig5(bytes: Uint8Array): string | undefined {
  const { ownPairs } = tableOf('big5');
  const decoder = new TextDecoder('big5', { fatal: true, ignoreBOM: true });
  let text = '';
  let start = 0;
  try {
    for (let at = 0; at < bytes.length; at++) {
      const first = bytes[at] ?? 0;
      if (first > 0x80) {
        const own = ownPairs.get((first << 8) | (bytes[at + 1] ?? 0));
        if (own !== undefined) {
          text += decoder.decode(bytes.subarray(start, at)) + own;
          start = at + 2;
        }
        at += 1;
      }
    }
    return text + decoder.decode(bytes.subarray(start));
  } catch {
    return undefined;
  }
}

function encodeByTable(text: string, encoding: Tabled): Uint8Array | undefined {
  const { bytesOf } = tableOf(encoding);
  const bytes: number[] = [];
  for (const char of text) {
    const written = bytesOf.get(char);
    if (!written) {
      return undefined;
    }
    bytes.push(...written);
  }
  return Uint8Array.from(bytes);
}
