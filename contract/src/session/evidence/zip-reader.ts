/** The bytes of an archive, wherever they lie. */
export interface ZipSource {
  readonly size: number;
  read(from: number, length: number): Promise<Uint8Array>;
  /** Unpacks raw deflate to exactly so many bytes; throws for anything else, and never unpacks more. */
  inflate(packed: Uint8Array, size: number): Promise<Uint8Array>;
}

/** This is no archive that the product wrote: whoever goes on reading it does what its maker wants. */
export class UnsafeArchive extends Error {}

/** The archive is one, but this entry of it is not what was packed. */
export class PackedWrong extends UnsafeArchive {}

interface Entry {
  path: string;
  isPacked: boolean;
  packedBytes: number;
  bytes: number;
  at: number;
}

/** No evidence has more. */
export const ARCHIVE_LIMITS = {
  entries: 200_000,
  directoryBytes: 64 * 1024 * 1024,
  pathLength: 200,
  entryBytes: 128 * 1024 * 1024,
} as const;

/** Names as the product writes them: nothing in them leads anywhere. */
const PATH = /^(?!.*(?:^|\/)\.)[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;

const END = 0x06_05_4b_50;
const END64 = 0x06_06_4b_50;
const END64_PLACE = 0x07_06_4b_50;
const ENTRY = 0x02_01_4b_50;
const LOCAL = 0x04_03_4b_50;
const END_BYTES = 22;
const END64_PLACE_BYTES = 20;
const END64_BYTES = 56;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;
const IN_64 = 0xff_ff_ff_ff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

const latin = new TextDecoder('latin1');

/**
 * Reads an archive that anybody may have made: what its directory says is believed only where it fits, nothing is
 * unpacked further than it says, and nothing is read twice under two names.
 */
export class ZipReader {
  readonly #source: ZipSource;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(source: ZipSource, entries: ReadonlyMap<string, Entry>) {
    this.#source = source;
    this.#entries = entries;
  }

  static async open(source: ZipSource): Promise<ZipReader> {
    const { from, length, count } = await findDirectory(source);
    refuseUnless(
      count <= ARCHIVE_LIMITS.entries && length <= ARCHIVE_LIMITS.directoryBytes,
      'too many entries',
    );
    refuseUnless(from + length <= source.size, 'a directory that lies elsewhere');
    const entries = readDirectory(await readExactly(source, from, length), count, from);
    return new ZipReader(source, entries);
  }

  get paths(): string[] {
    return [...this.#entries.keys()];
  }

  sizeOf(path: string): number | undefined {
    return this.#entries.get(path)?.bytes;
  }

  /** Undefined where there is none. */
  async read(path: string): Promise<Uint8Array | undefined> {
    const entry = this.#entries.get(path);
    if (!entry) {
      return undefined;
    }
    const head = viewOf(await readExactly(this.#source, entry.at, LOCAL_BYTES));
    refuseUnless(head.getUint32(0, true) === LOCAL, 'an entry that is not where it should be');
    const begin = entry.at + LOCAL_BYTES + head.getUint16(26, true) + head.getUint16(28, true);
    const packed = await readExactly(this.#source, begin, entry.packedBytes);
    if (!entry.isPacked) {
      return packed;
    }
    return this.#source.inflate(packed, entry.bytes).catch((error: unknown) => {
      throw new PackedWrong(`${path} cannot be unpacked`, { cause: error });
    });
  }
}

interface Directory {
  from: number;
  length: number;
  count: number;
}

async function findDirectory(source: ZipSource): Promise<Directory> {
  refuseUnless(source.size >= END_BYTES, 'no archive');
  const length = Math.min(source.size, END_BYTES + LONGEST_COMMENT);
  const tail = viewOf(await readExactly(source, source.size - length, length));
  let at = length - END_BYTES;
  while (at > 0 && tail.getUint32(at, true) !== END) {
    at -= 1;
  }
  refuseUnless(tail.getUint32(at, true) === END, 'no archive');
  const found = {
    count: tail.getUint16(at + 10, true),
    length: tail.getUint32(at + 12, true),
    from: tail.getUint32(at + 16, true),
  };
  const isLarge = found.count === 0xff_ff || found.length === IN_64 || found.from === IN_64;
  return isLarge ? findLargeDirectory(source, source.size - length + at) : found;
}

async function findLargeDirectory(source: ZipSource, end: number): Promise<Directory> {
  refuseUnless(end >= END64_PLACE_BYTES, 'no archive');
  const place = viewOf(await readExactly(source, end - END64_PLACE_BYTES, END64_PLACE_BYTES));
  refuseUnless(place.getUint32(0, true) === END64_PLACE, 'no archive');
  const head = viewOf(await readExactly(source, largeAt(place, 8), END64_BYTES));
  refuseUnless(head.getUint32(0, true) === END64, 'no archive');
  return { count: largeAt(head, 32), length: largeAt(head, 40), from: largeAt(head, 48) };
}

function readDirectory(bytes: Uint8Array, count: number, end: number): Map<string, Entry> {
  const view = viewOf(bytes);
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index++) {
    refuseUnless(
      at + ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === ENTRY,
      'a broken directory',
    );
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    );
    const nameEnd = at + ENTRY_BYTES + (nameLength ?? 0);
    const extraEnd = nameEnd + (extraLength ?? 0);
    refuseUnless(extraEnd <= bytes.length, 'a broken directory');
    const entry = readEntry(bytes, { at, nameEnd, extraEnd });
    refuseUnless(entry.at + LOCAL_BYTES + entry.packedBytes <= end, 'an entry that lies elsewhere');
    refuseUnless(!entries.has(entry.path), 'one name twice');
    entries.set(entry.path, entry);
    at = extraEnd + (commentLength ?? 0);
  }
  refuseOverlaps([...entries.values()]);
  return entries;
}

function readEntry(bytes: Uint8Array, where: { at: number; nameEnd: number; extraEnd: number }): Entry {
  const { at, nameEnd, extraEnd } = where;
  const view = viewOf(bytes);
  const path = latin.decode(bytes.subarray(at + ENTRY_BYTES, nameEnd));
  refuseUnless(path.length <= ARCHIVE_LIMITS.pathLength && PATH.test(path), 'a name that is none of ours');
  refuseUnless((view.getUint16(at + 8, true) & ENCRYPTED) === 0, 'an encrypted entry');
  const method = view.getUint16(at + 10, true);
  refuseUnless(method === STORED || method === DEFLATED, 'an entry packed in another way');
  const sizes = [24, 20, 42].map((field) => view.getUint32(at + field, true));
  const large = readLarge(view, nameEnd, extraEnd);
  const [size = 0, packedBytes = 0, begin = 0] = sizes.map((value) => (value === IN_64 ? large() : value));
  refuseUnless(size <= ARCHIVE_LIMITS.entryBytes, 'an entry that is too large');
  refuseUnless(packedBytes <= ARCHIVE_LIMITS.entryBytes * 2, 'an entry that is too large');
  refuseUnless(method === DEFLATED || size === packedBytes, 'an entry of two sizes');
  return { path, isPacked: method === DEFLATED, packedBytes, bytes: size, at: begin };
}

/** What does not fit into 32 bits stands behind the name, in order. */
function readLarge(view: DataView, from: number, end: number): () => number {
  let at = from;
  while (at + 4 <= end && view.getUint16(at, true) !== 1) {
    at += 4 + view.getUint16(at + 2, true);
  }
  let next = at + 4;
  const last = at + 4 <= end ? Math.min(end, next + view.getUint16(at + 2, true)) : end;
  return () => {
    refuseUnless(next + 8 <= last, 'a broken directory');
    next += 8;
    return largeAt(view, next - 8);
  };
}

function refuseOverlaps(entries: readonly Entry[]): void {
  let end = 0;
  for (const { at, packedBytes } of entries.toSorted((one, other) => one.at - other.at)) {
    refuseUnless(at >= end, 'entries that lie in each other');
    end = at + LOCAL_BYTES + packedBytes;
  }
}

function largeAt(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  refuseUnless(value <= BigInt(Number.MAX_SAFE_INTEGER), 'a broken directory');
  return Number(value);
}

async function readExactly(source: ZipSource, from: number, length: number): Promise<Uint8Array> {
  refuseUnless(from >= 0 && from + length <= source.size, 'an archive that is cut off');
  const bytes = await source.read(from, length);
  refuseUnless(bytes.length === length, 'an archive that is cut off');
  return bytes;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function refuseUnless(isFine: boolean, what: string): void {
  if (!isFine) {
    throw new UnsafeArchive(what);
  }
}
