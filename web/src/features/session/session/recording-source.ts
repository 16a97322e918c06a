import { getRecordingKeyframe, getRecordingSegment } from '@jadegate/contract/session/session-recording';
import { decodeEvents, type TerminalEvent } from '@jadegate/contract/session/terminal-recording';

import { callForFile } from '../../../api/call.ts';

/** Where the parts of a recording come from. */
export interface RecordingSource {
  /** Of a segment, counted from 0. */
  events(segment: number): Promise<readonly TerminalEvent[]>;
  /** By its index in the outline. */
  keyframe(index: number): Promise<Uint8Array>;
}

/** Parts in memory at a time: the one that plays, the one after it and one to jump back to. */
const KEPT = 3;

/** The parts of a recording from the server, each fetched once while it is near. */
export function recordingSource(
  id: string,
  segments: readonly { index: number; offset: number }[],
): RecordingSource {
  const kept = new Map<number, Promise<readonly TerminalEvent[]>>();

  const read = async (segment: number) => {
    const part = segments[segment];
    if (!part) {
      return [];
    }
    const { content } = await callForFile(getRecordingSegment, { params: { id, n: part.index } });
    return [...decodeEvents(new Uint8Array(await content.arrayBuffer()), part.offset)];
  };

  return {
    events(segment) {
      const reading = kept.get(segment) ?? read(segment);
      kept.delete(segment);
      kept.set(segment, reading);
      reading.catch(() => kept.delete(segment));
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) {
        kept.delete(oldest);
      }
      return reading;
    },
    async keyframe(index) {
      const { content } = await callForFile(getRecordingKeyframe, { params: { id, n: index } });
      return new Uint8Array(await content.arrayBuffer());
    },
  };
}
