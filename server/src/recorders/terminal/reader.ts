import { decodeEvents, type TerminalEvent } from '@jadegate/contract/terminal-recording';

import { listSegments, readBody, type Segment } from './segment.ts';

/**
 * Reads a recording, finished or still being written. One segment is in memory at a time, however long the session
 * was.
 */
export class TerminalReader {
  readonly segments: readonly Segment[];

  private constructor(segments: readonly Segment[]) {
    this.segments = segments;
  }

  /** Undefined when there is nothing to read. */
  static async open(folder: string): Promise<TerminalReader | undefined> {
    const segments = await listSegments(folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        return [];
      }
      throw error;
    });
    return segments.length > 0 ? new TerminalReader(segments) : undefined;
  }

  /** Everything from the segment that holds the moment on: a screen can only be built from a segment's start. */
  async *events(from = 0): AsyncGenerator<TerminalEvent> {
    const first = Math.max(
      0,
      this.segments.findLastIndex((segment) => segment.offset <= from),
    );
    for (const segment of this.segments.slice(first)) {
      yield* decodeEvents(await readBody(segment), segment.offset);
    }
  }
}
