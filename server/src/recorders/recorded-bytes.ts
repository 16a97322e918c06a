import { filesIn } from './recording-files.ts';
import { HEADER_BYTES, listSegments, type SegmentFormat } from './segment.ts';

/** How much there is of a recording, finished or left by a process that died; undefined when there is nothing. */
export async function recordedBytes(
  folder: string,
  format: SegmentFormat = 'terminal',
): Promise<number | undefined> {
  const segments = await listSegments(filesIn(folder), format);
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes - HEADER_BYTES, 0);
  return bytes > 0 ? bytes : undefined;
}
