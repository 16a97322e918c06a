import { TerminalReader } from './reader.ts';
import { HEADER_BYTES, sizeOnDisk } from './segment.ts';

/** How much there is of a recording, finished or left by a process that died; undefined when there is nothing. */
export async function recordedBytes(folder: string): Promise<number | undefined> {
  const reader = await TerminalReader.open(folder);
  let bytes = 0;
  for (const segment of reader?.segments ?? []) {
    bytes += (await sizeOnDisk(segment)) - HEADER_BYTES;
  }
  return bytes > 0 ? bytes : undefined;
}
