// For tests: what somebody may do to a file of evidence, and what every verifier has to call it.
import { BUNDLE } from './bundle.ts';
import { CHAIN_FILE } from './chain-format.ts';
import { utf8Of } from './evidence-crypto.ts';
import { ZipReader, type ZipSource } from './zip-reader.ts';

export type Files = Map<string, Uint8Array>;

export function sourceOfBytes(bytes: Uint8Array, inflate: ZipSource['inflate']): ZipSource {
  return { size: bytes.length, read: async (from, length) => bytes.subarray(from, from + length), inflate };
}

export async function filesOf(source: ZipSource): Promise<Files> {
  const zip = await ZipReader.open(source);
  const files: Files = new Map();
  for (const path of zip.paths) {
    files.set(path, (await zip.read(path)) ?? new Uint8Array());
  }
  return files;
}

export interface WrittenEntry {
  path: string;
  bytes: Uint8Array;
  /** What the directory says instead of what is true. */
  claims?: { bytes?: number; packedBytes?: number; at?: number; method?: number; flags?: number };
}

/** An archive in which nothing is packed. */
export function zipOf(entries: readonly WrittenEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { path, bytes, claims = {} } of entries) {
    const name = utf8Of(path);
    const head = fields(30, [
      [0, 4, 0x04_03_4b_50],
      [18, 4, bytes.length],
      [22, 4, bytes.length],
      [26, 2, name.length],
    ]);
    parts.push(head, name, bytes);
    const said = fields(46, [
      [0, 4, 0x02_01_4b_50],
      [8, 2, claims.flags ?? 0],
      [10, 2, claims.method ?? 0],
      [20, 4, claims.packedBytes ?? bytes.length],
      [24, 4, claims.bytes ?? bytes.length],
      [28, 2, name.length],
      [42, 4, claims.at ?? at],
    ]);
    directory.push(said, name);
    at += head.length + name.length + bytes.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = fields(22, [
    [0, 4, 0x06_05_4b_50],
    [8, 2, entries.length],
    [10, 2, entries.length],
    [12, 4, length],
    [16, 4, at],
  ]);
  return joined([...parts, ...directory, end]);
}

export function zipOfFiles(files: Files): Uint8Array {
  return zipOf([...files].map(([path, bytes]) => ({ path, bytes })));
}

function fields(size: number, values: readonly [at: number, width: number, value: number][]): Uint8Array {
  const view = new DataView(new ArrayBuffer(size));
  for (const [at, width, value] of values) {
    if (width === 4) {
      view.setUint32(at, value, true);
    } else {
      view.setUint16(at, value, true);
    }
  }
  return new Uint8Array(view.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

interface Harm {
  name: string;
  verdict: 'altered' | 'incomplete';
  /** One of these. */
  codes: readonly string[];
  do(files: Files, pick: number): void;
}

const CHAIN = BUNDLE.recording + CHAIN_FILE;
const text = new TextDecoder();
const segmentsOf = (files: Files) => [...files.keys()].filter((path) => path.endsWith('.seg')).toSorted();
const at = <One>(list: readonly One[], pick: number) => list[pick % list.length] as One;

function flip(files: Files, path: string, pick: number): void {
  const bytes = Uint8Array.from(files.get(path) ?? []);
  const index = (pick >> 3) % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ (1 << (pick & 7));
  files.set(path, bytes);
}

function changeLine(files: Files, pick: number, change: (line: string) => string | undefined): void {
  const lines = text.decode(files.get(CHAIN)).split('\n').slice(0, -1);
  const index = pick % (lines.length - 1);
  const changed = lines.flatMap((line, number) => (number === index ? (change(line) ?? []) : line));
  files.set(CHAIN, utf8Of(`${changed.join('\n')}\n`));
}

/** Of a recording of at least three segments. */
export const HARMS: readonly Harm[] = [
  {
    name: 'a bit of a segment',
    verdict: 'altered',
    codes: ['bytes_changed'],
    do: (files, pick) => flip(files, at(segmentsOf(files), pick), pick),
  },
  {
    name: 'a segment removed',
    verdict: 'altered',
    codes: ['file_missing'],
    do: (files, pick) => {
      files.delete(at(segmentsOf(files).slice(0, -1), pick));
    },
  },
  {
    name: 'two segments swapped',
    verdict: 'altered',
    codes: ['bytes_changed', 'bytes_missing'],
    do: (files, pick) => {
      const paths = segmentsOf(files).slice(0, -1);
      const [one, other] = [at(paths, pick), at(paths, pick + 1)];
      const kept = files.get(one) ?? new Uint8Array();
      files.set(one, files.get(other) ?? new Uint8Array());
      files.set(other, kept);
    },
  },
  {
    name: 'cut at the end',
    verdict: 'incomplete',
    codes: ['tail_missing'],
    do: (files) => {
      files.delete(segmentsOf(files).at(-1) ?? '');
    },
  },
  {
    name: 'signatures cut at the end',
    verdict: 'incomplete',
    codes: ['no_end'],
    do: (files) => {
      const lines = text.decode(files.get(CHAIN)).split('\n').slice(0, -2);
      files.set(CHAIN, utf8Of(`${lines.join('\n')}\n`));
    },
  },
  {
    name: 'a signature replaced',
    verdict: 'altered',
    codes: ['line_signature'],
    do: (files, pick) =>
      changeLine(files, pick, (line) => `${line.slice(0, line.indexOf('\t'))}\t${'AbCd'.repeat(21)}Ag==`),
  },
  {
    name: 'a signature spelled in another way',
    verdict: 'altered',
    codes: ['line_signature'],
    // Its last letter has four bits that no byte is made of.
    do: (files, pick) =>
      changeLine(files, pick, (line) =>
        line.replace(/(.)==$/, (_all, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`),
      ),
  },
  {
    name: 'the clock moved',
    verdict: 'altered',
    codes: ['line_signature'],
    do: (files, pick) =>
      changeLine(files, pick, (line) =>
        line.replace(/"at":(\d+)/, (_all, time) => `"at":${Number(time) + 60_000}`),
      ),
  },
  {
    name: 'a line removed',
    verdict: 'altered',
    codes: ['line_order'],
    do: (files, pick) => changeLine(files, pick, () => undefined),
  },
  {
    name: 'all signatures removed',
    verdict: 'altered',
    codes: ['file_missing'],
    do: (files) => {
      files.delete(CHAIN);
    },
  },
  {
    name: 'a bit of the commands',
    verdict: 'altered',
    codes: ['manifest_file'],
    do: (files, pick) => flip(files, BUNDLE.session, pick),
  },
  {
    name: 'a bit of the list of files',
    verdict: 'altered',
    codes: ['manifest_signature', 'manifest_missing'],
    do: (files, pick) => flip(files, BUNDLE.manifest, pick),
  },
  {
    name: 'a file added',
    verdict: 'altered',
    codes: ['file_added'],
    do: (files) => {
      files.set('more.txt', utf8Of('more'));
    },
  },
  {
    name: 'a segment added',
    verdict: 'altered',
    codes: ['file_added'],
    do: (files) => {
      files.set(`${BUNDLE.recording}000999.seg`, utf8Of('more'));
    },
  },
];
