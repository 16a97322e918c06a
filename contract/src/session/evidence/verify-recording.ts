import type { ChainReport, EvidenceRemark, Finding } from '../evidence-finding.ts';
import { ChainReading, type ReadChain, type SignedPart } from './chain-reading.ts';
import type { EvidenceCrypto, EvidenceKeys } from './evidence-crypto.ts';

/** A recording wherever it lies, its files unpacked: what was signed are the bytes before compression. */
export interface RecordedFiles {
  /** Those of the recording, without what was signed of them. */
  names(): Promise<readonly string[]>;
  /** Undefined where there is none. Throws `BrokenFile` for what cannot be unpacked. */
  image(name: string): Promise<Uint8Array | undefined>;
  /** What was signed, in pieces; undefined where nothing was. */
  chain(): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** A file is there and is none of ours, or was one. */
export class BrokenFile extends Error {}

interface Expected {
  crypto: EvidenceCrypto;
  /** The public keys, by their fingerprints. */
  keys: EvidenceKeys;
  /** Whose recording it is said to be. */
  session: string;
}

/** More than the longest line: whatever has no end is none. */
const MAX_UNREAD = 64 * 1024;

/** Looks whether a recording is as it was signed, and names the first place that is not. */
export async function verifyRecording(files: RecordedFiles, expected: Expected): Promise<ChainReport> {
  const chain = await files.chain();
  if (!chain) {
    return { verdict: 'unsigned', links: 0, hash: '', remarks: [] };
  }
  const read = await readChain(chain, expected);
  const looked = await new BytesLook(expected.crypto, files, read).look();
  const known = {
    links: read.links,
    hash: read.hash,
    ...(read.begin && { begin: read.begin }),
    ...(read.signedUntil > 0 && { signedUntil: read.signedUntil }),
    remarks: [...read.clockMoves, ...looked.unsigned],
  };
  const altered = firstOf([otherSession(read, expected.session), read.fault, looked.altered]);
  if (altered) {
    return { verdict: 'altered', finding: altered, ...known };
  }
  if (looked.tail) {
    return { verdict: 'incomplete', finding: looked.tail, ...known };
  }
  if (!read.isEnded) {
    const place = { line: read.links, ...(read.signedUntil > 0 && { at: read.signedUntil }) };
    return { verdict: 'incomplete', finding: { code: 'no_end', place }, ...known };
  }
  return { verdict: 'whole', ...known };
}

/** A last line without its end was being written when the process died. */
async function readChain(chain: AsyncIterable<Uint8Array>, { crypto, keys }: Expected): Promise<ReadChain> {
  const reading = new ChainReading(crypto, keys);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of chain) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!(await reading.next(line))) {
        return reading.read;
      }
    }
    if (rest.length > MAX_UNREAD) {
      await reading.next(rest);
      return reading.read;
    }
  }
  return reading.read;
}

function otherSession({ begin }: ReadChain, session: string): Finding | undefined {
  return begin && begin.session !== session ? { code: 'other_session', place: { line: 0 } } : undefined;
}

function firstOf(findings: readonly (Finding | undefined)[]): Finding | undefined {
  const lineOf = ({ place }: Finding) => place.line ?? Number.POSITIVE_INFINITY;
  return findings
    .filter((finding) => finding !== undefined)
    .toSorted((one, other) => lineOf(one) - lineOf(other))[0];
}

interface Looked {
  altered?: Finding;
  /** Signed, and not there any more: all from here on. */
  tail?: Finding;
  unsigned: EvidenceRemark[];
}

const isSegment = (file: string) => file.endsWith('.seg');

/** Compares the bytes with what was signed of them. */
class BytesLook {
  readonly #crypto: EvidenceCrypto;
  readonly #files: RecordedFiles;
  readonly #read: ReadChain;
  /** Of the file that was looked at last of each kind: parts of one follow each other. */
  readonly #images = new Map<string, { file: string; image: Image }>();

  constructor(crypto: EvidenceCrypto, files: RecordedFiles, read: ReadChain) {
    this.#crypto = crypto;
    this.#files = files;
    this.#read = read;
  }

  async look(): Promise<Looked> {
    const missing: SignedPart[] = [];
    for (const part of this.#read.parts) {
      const image = await this.#image(part.file);
      if (image === 'broken') {
        return { altered: found('bytes_changed', part), unsigned: [] };
      }
      if (image && image.length >= part.to) {
        if ((await this.#crypto.sha256(image.subarray(part.from, part.to))) !== part.sha256) {
          return { altered: found('bytes_changed', part), unsigned: [] };
        }
        const before = missing.find(({ file }) => isSegment(file) && isSegment(part.file));
        if (before) {
          return { altered: missingIn(before, await this.#isThere(before.file)), unsigned: [] };
        }
      } else {
        missing.push(part);
      }
    }
    return this.#judgeMissing(missing);
  }

  async #judgeMissing(missing: readonly SignedPart[]): Promise<Looked> {
    const [first] = missing;
    const lost = missing.find(({ file }) => isSegment(file));
    // What was written last may be lost; what goes with it is not lost alone.
    if (first && !lost && this.#read.isEnded) {
      return { altered: missingIn(first, await this.#isThere(first.file)), unsigned: [] };
    }
    const tail = first && found('tail_missing', lost ?? first);
    const unsigned = await this.#unsigned();
    if ('code' in unsigned) {
      return { altered: unsigned, unsigned: [] };
    }
    return { ...(tail && { tail }), unsigned: unsigned.remarks };
  }

  /** What is there and not signed: at the end of what broke off, and nowhere else. */
  async #unsigned(): Promise<Finding | { remarks: EvidenceRemark[] }> {
    const signed = new Map(this.#read.parts.map(({ file, to }) => [file, to]));
    const last = [...signed.keys()].filter(isSegment).toSorted().at(-1) ?? '';
    const remarks: EvidenceRemark[] = [];
    for (const file of await this.#files.names()) {
      const from = signed.get(file) ?? 0;
      const image = await this.#image(file);
      const bytes = image === 'broken' ? 1 : (image?.length ?? 0) - from;
      if (bytes <= 0) {
        continue;
      }
      const isAfter = !isSegment(file) || file >= last;
      if (this.#read.fault === undefined && (this.#read.isEnded || !isAfter)) {
        return { code: from === 0 ? 'file_added' : 'bytes_added', place: { file, from, to: from + bytes } };
      }
      remarks.push({ kind: 'unsigned_bytes', file, from, bytes });
    }
    return { remarks };
  }

  async #isThere(file: string): Promise<boolean> {
    return (await this.#image(file)) !== undefined;
  }

  async #image(file: string): Promise<Image> {
    const kind = file.replace(/^\d+/, '');
    const last = this.#images.get(kind);
    if (last?.file === file) {
      return last.image;
    }
    const image = await this.#files.image(file).catch(brokenOf);
    this.#images.set(kind, { file, image });
    return image;
  }
}

type Image = Uint8Array | 'broken' | undefined;

function brokenOf(error: unknown): 'broken' {
  if (error instanceof BrokenFile) {
    return 'broken';
  }
  throw error;
}

function missingIn(part: SignedPart, isThere: boolean): Finding {
  return found(isThere ? 'bytes_missing' : 'file_missing', part);
}

function found(code: Finding['code'], { line, file, from, to, since }: SignedPart): Finding {
  return { code, place: { line, file, from, to, ...(since > 0 && { at: since }) } };
}
