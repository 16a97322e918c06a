import { decodeEvents, type TerminalEvent } from '@jadegate/contract/terminal-recording';

import type { RecordingFiles } from '../recording-files.ts';
import { listSegments, readBody, type Segment } from '../segment.ts';
import { keyframeOfLabel, listKeyframes, readPicture, type KeyframeEntry } from './keyframe.ts';

/** What happened at a desktop, as a player needs it. */
export type DesktopEvent = TerminalEvent;

/**
 * Reads a recording of a desktop, finished or still being written. One segment is in memory at a time, however long the
 * session was.
 */
export class DesktopReader {
  readonly #files: RecordingFiles;
  readonly segments: readonly Segment[];
  readonly keyframes: readonly KeyframeEntry[];

  private constructor(
    files: RecordingFiles,
    segments: readonly Segment[],
    keyframes: readonly KeyframeEntry[],
  ) {
    this.#files = files;
    this.segments = segments;
    this.keyframes = keyframes;
  }

  /** Undefined when there is nothing to read. */
  static async open(files: RecordingFiles): Promise<DesktopReader | undefined> {
    const segments = await listSegments(files, 'desktop');
    return segments.length > 0 ? new DesktopReader(files, segments, await listKeyframes(files)) : undefined;
  }

  body(segment: Segment): Promise<Buffer> {
    return readBody(this.#files, segment);
  }

  /** Everything, or everything behind a keyframe. */
  async *events(after?: KeyframeEntry): AsyncGenerator<DesktopEvent> {
    let isBehind = after === undefined;
    for (const segment of this.#segmentsFrom(after?.at ?? 0)) {
      for (const event of decodeEvents(await this.body(segment), segment.offset)) {
        const number = event.kind === 'mark' ? keyframeOfLabel(event.label) : undefined;
        if (number !== undefined) {
          isBehind ||= number === after?.number;
        } else if (isBehind) {
          yield event;
        }
      }
    }
  }

  /**
   * Everything from the last keyframe before a moment on, which comes first as an output of its own; from the beginning
   * where there is none.
   */
  async *eventsFrom(moment: number): AsyncGenerator<DesktopEvent> {
    const keyframe = this.keyframes.findLast(({ at }) => at <= moment);
    if (keyframe) {
      yield { kind: 'output', at: keyframe.at, bytes: await readPicture(this.#files, keyframe) };
    }
    yield* this.events(keyframe);
  }

  picture(keyframe: KeyframeEntry): Promise<Buffer> {
    return readPicture(this.#files, keyframe);
  }

  /** The instructions that were shown, as one stream. */
  async *stream(): AsyncGenerator<Uint8Array> {
    for await (const event of this.events()) {
      if (event.kind === 'output') {
        yield event.bytes;
      }
    }
  }

  /** A segment begins at the moment of the last event before it, so more than one may hold a moment. */
  #segmentsFrom(moment: number): readonly Segment[] {
    const after = this.segments.findIndex(({ offset }) => offset >= moment);
    return this.segments.slice(after === -1 ? -1 : Math.max(0, after - 1));
  }
}
