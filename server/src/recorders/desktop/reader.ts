import { firstSegmentOf, keyframeOfLabel } from '@jadegate/contract/session/desktop-recording';
import { decodeEvents, type TerminalEvent } from '@jadegate/contract/session/terminal-recording';

import type { RecordingFiles } from '../recording-files.ts';
import { listSegments, readBody, type Segment } from '../segment.ts';
import { listKeyframes, readPicture, type KeyframeEntry } from './keyframe.ts';

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
    for (const segment of this.segments.slice(firstSegmentOf(this.segments, after?.at ?? 0))) {
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

  /** The instructions that draw a keyframe; undefined when there is none of this number, or it cannot be read. */
  async picture(number: number): Promise<Buffer | undefined> {
    const keyframe = this.keyframes.find((one) => one.number === number);
    return keyframe && readPicture(this.#files, keyframe);
  }

  /** The instructions that were shown, as one stream. */
  async *stream(): AsyncGenerator<Uint8Array> {
    for await (const event of this.events()) {
      if (event.kind === 'output') {
        yield event.bytes;
      }
    }
  }
}
