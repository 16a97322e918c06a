import { unpackWhole } from '../unpack.ts';

export const KEYFRAME_HEADER_BYTES = 32;
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024;

export function isKeyframe(file: string): boolean {
  return /^\d{6}\.key$/.test(file);
}

/** A keyframe with its picture unpacked: what is signed of it, and handed out. */
export async function keyframeImage(bytes: Buffer): Promise<Buffer> {
  const picture = await unpackWhole(bytes.subarray(KEYFRAME_HEADER_BYTES), MAX_PICTURE_BYTES);
  return Buffer.concat([bytes.subarray(0, KEYFRAME_HEADER_BYTES), picture]);
}
