/** Text files as people edit them: what they were written in is what they are saved in. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'big5',
  'gb18030',
  'shift_jis',
  'windows-1252',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

export type LineEnding = 'lf' | 'crlf' | 'cr';

export interface TextFormat {
  encoding: Encoding;
  hasBom: boolean;
  lineEnding: LineEnding;
  /** Has several kinds of line endings; saving leaves one. */
  isMixed: boolean;
}

export interface TextFile extends TextFormat {
  /** With LF only. */
  text: string;
}

const BREAKS: Record<LineEnding, string> = { lf: '\n', crlf: '\r\n', cr: '\r' };
const BOMS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Tried in this order when a file says nothing about itself. */
const GUESSES: Encoding[] = ['utf-8', 'big5', 'gb18030', 'shift_jis', 'windows-1252'];

/** The file as text, or undefined for what is none: it would not be the same after saving. */
export function openText(bytes: Uint8Array): TextFile | undefined {
  const marked = BOMS.find(([, bom]) => bom.every((byte, at) => bytes[at] === byte));
  if (marked) {
    return openAs(bytes, marked[0], true);
  }
  if (bytes.includes(0)) {
    return undefined;
  }
  for (const encoding of GUESSES) {
    const file = openAs(bytes, encoding, false);
    if (file) {
      return file;
    }
  }
  return undefined;
}

function openAs(bytes: Uint8Array, encoding: Encoding, hasBom: boolean): TextFile | undefined {
  const start = hasBom ? (BOMS.find(([name]) => name === encoding)?.[1].length ?? 0) : 0;
  const content = bytes.subarray(start);
  try {
    const raw = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content);
    const back = encode(raw, encoding);
    const isSame = back?.length === content.length && back.every((byte, at) => byte === content[at]);
    return isSame ? { text: raw.replace(/\r\n?/g, '\n'), encoding, hasBom, ...endingsOf(raw) } : undefined;
  } catch {
    return undefined; // Not this encoding.
  }
}

function endingsOf(text: string): Pick<TextFormat, 'lineEnding' | 'isMixed'> {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const counts: [LineEnding, number][] = [
    ['lf', (text.match(/\n/g)?.length ?? 0) - crlf],
    ['crlf', crlf],
    ['cr', (text.match(/\r/g)?.length ?? 0) - crlf],
  ];
  const [most] = counts.toSorted((a, b) => b[1] - a[1]);
  const isMixed = counts.filter(([, count]) => count > 0).length > 1;
  return { lineEnding: most && most[1] > 0 ? most[0] : 'lf', isMixed };
}

/** The bytes of a text in the format of its file; undefined when the encoding has no place for a character in it. */
export function saveText(text: string, { encoding, hasBom, lineEnding }: TextFormat): Uint8Array | undefined {
  const body = encode(text.replaceAll('\n', BREAKS[lineEnding]), encoding);
  const bom = hasBom ? (BOMS.find(([name]) => name === encoding)?.[1] ?? []) : [];
  return body && Uint8Array.from([...bom, ...body]);
}

function encode(text: string, encoding: Encoding): Uint8Array | undefined {
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

const tables = new Map<Encoding, Map<string, number[]>>();

/** Browsers only read these encodings. What each pair of bytes reads as, turned around, is how they are written. */
function tableOf(encoding: Encoding): Map<string, number[]> {
  const known = tables.get(encoding);
  if (known) {
    return known;
  }
  const table = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const learn = (bytes: number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if ([...char].length === 1 && !table.has(char)) {
        table.set(char, bytes);
      }
    } catch {
      // Nothing is written like this.
    }
  };
  for (let first = 0; first < 0x100; first++) {
    learn([first]);
  }
  const lastLead = encoding === 'windows-1252' ? 0 : 0xfe;
  for (let first = 0x81; first <= lastLead; first++) {
    for (let second = 0x40; second < 0xff; second++) {
      learn([first, second]);
    }
  }
  tables.set(encoding, table);
  return table;
}

function encodeByTable(text: string, encoding: Encoding): Uint8Array | undefined {
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const char of text) {
    const written = table.get(char);
    if (!written) {
      return undefined;
    }
    bytes.push(...written);
  }
  return Uint8Array.from(bytes);
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

/** `crypto.subtle` is missing over plain HTTP; then the server cannot tell whether the file changed meanwhile. */
export async function sha256(bytes: Uint8Array): Promise<string | undefined> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) {
    return undefined;
  }
  const hash = new Uint8Array(await subtle.digest('SHA-256', Uint8Array.from(bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
