import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { RecordingFiles } from './recording-files.ts';
import { unpackWhole } from './unpack.ts';

/**
 * A recording is a folder of numbered segment files. Each begins with a plain header that says when it starts and how
 * large the screen was, so that a player can find its way without opening the bodies. The body is raw while it is
 * being written and compressed later; until the compressed file has taken its name the raw one is the truth.
 */
interface SegmentHeader {
  format: SegmentFormat;
  /** When the session began, epoch milliseconds. */
  startedAt: number;
  /** When this segment begins, milliseconds after that. */
  offset: number;
  size: SegmentSize;
  compressed: boolean;
}

export interface Segment extends SegmentHeader {
  name: string;
  /** Of the file, as it was when the list was made. */
  bytes: number;
}

/** What is in the events of a segment. */
const FORMATS = ['terminal', 'desktop'] as const;
export type SegmentFormat = (typeof FORMATS)[number];

/** Of the screen: characters of a terminal, pixels of a desktop. */
export interface SegmentSize {
  cols: number;
  rows: number;
}

export const HEADER_BYTES = 32;
const COMPRESSED_AT = 4;
const MAGIC: Record<SegmentFormat, string> = { terminal: 'JGT1', desktop: 'JGD1' };
/** No writer makes larger bodies; a damaged or hostile file must not be unpacked without end. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

const compress = promisify(brotliCompress);

export function segmentName(number: number): string {
  return `${String(number).padStart(6, '0')}.seg`;
}

export function encodeHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write(MAGIC[header.format], 0, 'latin1');
  bytes[COMPRESSED_AT] = header.compressed ? 1 : 0;
  bytes.writeBigUInt64BE(BigInt(header.startedAt), 8);
  bytes.writeUIntBE(header.offset, 16, 6);
  bytes.writeUInt16BE(header.size.cols, 24);
  bytes.writeUInt16BE(header.size.rows, 26);
  return bytes;
}

function decodeHeader(bytes: Buffer): SegmentHeader | undefined {
  const magic = bytes.toString('latin1', 0, 4);
  const format = FORMATS.find((one) => MAGIC[one] === magic);
  if (bytes.length < HEADER_BYTES || !format) {
    return undefined;
  }
  return {
    format,
    compressed: bytes[COMPRESSED_AT] === 1,
    startedAt: Number(bytes.readBigUInt64BE(8)),
    offset: bytes.readUIntBE(16, 6),
    size: { cols: bytes.readUInt16BE(24), rows: bytes.readUInt16BE(26) },
  };
}

/** The segments of a recording in order. A file without a whole header was being made when the process died. */
export async function listSegments(
  files: RecordingFiles,
  format: SegmentFormat = 'terminal',
): Promise<Segment[]> {
  const listed = await files.list(/^\d{6}\.seg$/);
  return listed.flatMap(({ name, bytes, head }) => {
    const header = decodeHeader(Buffer.from(head));
    return header?.format === format ? [{ ...header, name, bytes }] : [];
  });
}

/**
 * As it was written before it was compressed: what was signed of it. Throws for what is no segment any more, also where
 * only the mark is gone that it is compressed: it would look like one that was cut off.
 */
export async function segmentImage(bytes: Buffer): Promise<Buffer> {
  if (bytes.length < HEADER_BYTES) {
    return bytes;
  }
  const header = decodeHeader(bytes);
  if (!header || (bytes[COMPRESSED_AT] ?? 0) > 1) {
    throw new Error('this is no segment');
  }
  if (header.compressed) {
    const image = Buffer.concat([bytes.subarray(0, HEADER_BYTES), await unpackBody(bytes)]);
    image[COMPRESSED_AT] = 0;
    return image;
  }
  const isPacked = await unpackBody(bytes).then(
    () => true,
    () => false,
  );
  if (isPacked) {
    throw new Error('this segment does not say that it is compressed');
  }
  return bytes;
}

function unpackBody(bytes: Buffer): Promise<Buffer> {
  return unpackWhole(bytes.subarray(HEADER_BYTES), MAX_BODY_BYTES);
}

export async function readBody(files: RecordingFiles, { name }: Segment): Promise<Buffer> {
  // The compressed file may have taken the raw one's place since the list was made: its own header decides.
  const bytes = await files.read(name);
  return decodeHeader(bytes)?.compressed ? unpackBody(bytes) : bytes.subarray(HEADER_BYTES);
}

/** A segment in its compressed form; one that has it, or is no segment, stays as it is. */
export async function packSegment(bytes: Buffer): Promise<Buffer> {
  const header = decodeHeader(bytes);
  if (!header || header.compressed) {
    return bytes;
  }
  const body = await compress(bytes.subarray(HEADER_BYTES), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
  return Buffer.concat([encodeHeader({ ...header, compressed: true }), body]);
}

/** Replaces a finished raw segment by its compressed form, in one step that cannot be seen half done. */
export async function compressSegment(path: string): Promise<void> {
  const bytes = await readFile(path);
  const packed = await packSegment(bytes);
  if (packed === bytes) {
    return;
  }
  const temporary = `${path}.tmp`;
  try {
    await writeFile(temporary, packed, { mode: 0o600, flush: true });
    await rename(temporary, path);
  } catch (error) {
    // Half a copy must not take the space of a disk that may be full.
    await rm(temporary, { force: true });
    throw error;
  }
}
