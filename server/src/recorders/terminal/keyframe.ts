import { decodeEvents } from '@jadegate/contract/session/terminal-recording';

import type { RecordingFiles } from '../recording-files.ts';
import { listSegments, readBody, type Segment } from '../segment.ts';
import { ReplayedScreen, type Screen } from './screen.ts';

/** The screen with which a segment begins, and how many bytes of events lie before it. */
interface Keyframe extends Screen {
  bytesBefore: number;
}

const MAGIC = 'JGK1';
const HEADER_BYTES = 16;

/** Where to stop: before a segment, or after so many bytes of events. */
export interface ReplayEnd {
  segment?: number;
  bytes?: number;
}

/**
 * The screen at the end that was asked for. It starts from the last keyframe that helps and leaves one at each segment
 * it passes, so that the next question costs one segment at most.
 */
export async function replay(files: RecordingFiles, end: ReplayEnd): Promise<Screen> {
  const segments = await listSegments(files);
  if (segments.length === 0) {
    throw new Error('there is no recording');
  }
  const stop = Math.min(end.segment ?? segments.length, segments.length);
  const limit = end.bytes ?? Number.POSITIVE_INFINITY;
  const { start, keyframe } = await nearest(files, segments, Math.min(stop, segments.length - 1), limit);
  const screen = await ReplayedScreen.from(keyframe);
  try {
    let before = keyframe.bytesBefore;
    for (const [index, segment] of segments.entries()) {
      if (index < start || index >= stop || before >= limit) {
        continue;
      }
      const body = await readBody(files, segment);
      await screen.play(decodeEvents(body.subarray(0, limit - before), segment.offset));
      before += body.length;
      const next = segments[index + 1];
      if (next && before <= limit) {
        await saveKeyframe(files, next, { ...screen.save(), bytesBefore: before });
      }
    }
    return screen.save();
  } finally {
    screen.dispose();
  }
}

async function nearest(
  files: RecordingFiles,
  segments: readonly Segment[],
  from: number,
  limit: number,
): Promise<{ start: number; keyframe: Keyframe }> {
  const made = new Set(await files.names(/^\d{6}\.key$/));
  for (let index = from; index > 0; index--) {
    const segment = segments[index];
    const keyframe = segment && made.has(nameOf(segment)) && (await readKeyframe(files, segment));
    if (keyframe && keyframe.bytesBefore <= limit) {
      return { start: index, keyframe };
    }
  }
  const size = segments[0]?.size ?? { cols: 80, rows: 24 };
  return { start: 0, keyframe: { size, bytes: new Uint8Array(), bytesBefore: 0 } };
}

function nameOf({ name }: Segment): string {
  return name.replace(/\.seg$/, '.key');
}

async function readKeyframe(files: RecordingFiles, segment: Segment): Promise<Keyframe | undefined> {
  // Absent, of another version or cut off: it is made again.
  const file = await files.read(nameOf(segment)).catch(() => undefined);
  if (!file || file.length < HEADER_BYTES || file.toString('latin1', 0, 4) !== MAGIC) {
    return undefined;
  }
  return {
    size: { cols: file.readUInt16BE(4), rows: file.readUInt16BE(6) },
    bytesBefore: Number(file.readBigUInt64BE(8)),
    bytes: file.subarray(HEADER_BYTES),
  };
}

async function saveKeyframe(
  files: RecordingFiles,
  segment: Segment,
  { size, bytes, bytesBefore }: Keyframe,
): Promise<void> {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 0, 'latin1');
  header.writeUInt16BE(size.cols, 4);
  header.writeUInt16BE(size.rows, 6);
  header.writeBigUInt64BE(BigInt(bytesBefore), 8);
  // A full disk or a recording that was just deleted: the screen is known all the same.
  await files.save(nameOf(segment), Buffer.concat([header, bytes])).catch(() => undefined);
}
