import { decodeEvents, type TerminalEvent } from '@jadegate/contract/session/terminal-recording';

import type { RecordingFiles } from '../recording-files.ts';
import { listSegments, readBody, type Segment } from '../segment.ts';

/**
 * Reads a recording, finished or still being written. One segment is in memory at a time, however long the session
 * was.
 */
export class TerminalReader {
  readonly #files: RecordingFiles;
  readonly segments: readonly Segment[];

  private constructor(files: RecordingFiles, segments: readonly Segment[]) {
    this.#files = files;
    this.segments = segments;
  }

  /** Undefined when there is nothing to read. */
  static async open(files: RecordingFiles): Promise<TerminalReader | undefined> {
    const segments = await listSegments(files);
    return segments.length > 0 ? new TerminalReader(files, segments) : undefined;
  }

  body(segment: Segment): Promise<Buffer> {
    return readBody(this.#files, segment);
  }

  /** Everything from the segment that holds the moment on: a screen can only be built from a segment's start. */
  async *events(from = 0): AsyncGenerator<TerminalEvent> {
    const first = Math.max(
      0,
      this.segments.findLastIndex((segment) => segment.offset <= from),
    );
    for (const segment of this.segments.slice(first)) {
      yield* decodeEvents(await this.body(segment), segment.offset);
    }
  }
}
