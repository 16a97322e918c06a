import { decodeEvents } from '@jadegate/contract/session/terminal-recording';

import type { Segment } from './segment.ts';

interface Segments {
  readonly segments: readonly Segment[];
  body(segment: Segment): Promise<Buffer>;
}

/** When the last event of a recording happened, in milliseconds since its beginning. Reads one segment. */
export async function lastMoment(reader: Segments): Promise<number> {
  const last = reader.segments.at(-1);
  let at = last?.offset ?? 0;
  for (const event of last ? decodeEvents(await reader.body(last), last.offset) : []) {
    at = event.at;
  }
  return at;
}
