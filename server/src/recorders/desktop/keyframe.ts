import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import { isStorage } from '../../storage/storage-error.ts';
import { isMissing, type RecordingFiles } from '../recording-files.ts';
import { unpackWhole } from '../unpack.ts';
import { KEYFRAME_HEADER_BYTES as HEADER_BYTES, MAX_PICTURE_BYTES } from './keyframe-image.ts';

export interface DesktopSize {
  width: number;
  height: number;
}

/**
 * A picture that a player can begin with: a file of its own beside the segments, and a mark among the events where it
 * belongs. The header is plain, so that the nearest one is found without opening any.
 */
export interface KeyframeEntry {
  number: number;
  name: string;
  /** Milliseconds since the beginning. */
  at: number;
  size: DesktopSize;
}

const MAGIC = 'JGK1';

const compress = promisify(brotliCompress);

export function keyframeName(number: number): string {
  return `${String(number).padStart(6, '0')}.key`;
}

export async function encodeKeyframe({
  at,
  size,
  picture,
}: {
  at: number;
  size: DesktopSize;
  picture: Uint8Array;
}): Promise<Buffer> {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 0, 'latin1');
  header.writeUIntBE(at, 8, 6);
  header.writeUInt16BE(size.width, 16);
  header.writeUInt16BE(size.height, 18);
  // Mostly pictures in base64: trying hard gains little.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 2 };
  return Buffer.concat([header, await compress(picture, { params })]);
}

/** The keyframes of a recording in order. A file without a whole header was being made when the process died. */
export async function listKeyframes(files: RecordingFiles): Promise<KeyframeEntry[]> {
  const listed = await files.list(/^\d{6}\.key$/);
  return listed.flatMap(({ name, head }) => {
    const bytes = Buffer.from(head);
    if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
      return [];
    }
    const size = { width: bytes.readUInt16BE(16), height: bytes.readUInt16BE(18) };
    return [{ number: Number.parseInt(name, 10), name, at: bytes.readUIntBE(8, 6), size }];
  });
}

/** Undefined when the file is gone or broken: a player has other keyframes to begin with. */
export async function readPicture(
  files: RecordingFiles,
  { name }: KeyframeEntry,
): Promise<Buffer | undefined> {
  const bytes = await files.read(name).catch(undefinedIfMissing);
  // Whatever keeps it from being unpacked, it was written by half or has changed since.
  return bytes && unpackWhole(bytes.subarray(HEADER_BYTES), MAX_PICTURE_BYTES).catch(() => undefined);
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error) && !isStorage(error, 'not_found')) {
    throw error;
  }
}
