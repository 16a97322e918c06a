import { firstSegmentOf, keyframeOfLabel } from '@jadegate/contract/session/desktop-recording';
import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';

import { ApiError } from '../../../api/api-error.ts';
import { segmentAt } from './player/timeline.ts';
import { RecordingScreen } from './recording-screen.ts';
import type { RecordingSource } from './recording-source.ts';

/** The desktop that is drawn on. */
export interface RecordedDesktop {
  /** Forgets everything that was drawn. */
  reset(): void;
  /** Instructions that happened, in order; they are seen together. */
  draw(parts: readonly Uint8Array[]): void;
}

/** Where to go on: this event of this segment, both counted from 0. */
interface Place {
  segment: number;
  event: number;
}

type Outline = Pick<RecordingOutline, 'segments' | 'keyframes'>;

/**
 * Draws a recorded desktop. A jump costs the last keyframe before the moment and what happened between the two, however
 * long the recording is; where a keyframe is lost or broken, the one before it.
 */
export class DesktopRecordingScreen extends RecordingScreen {
  readonly #keyframes: Outline['keyframes'];
  readonly #desktop: RecordedDesktop;

  constructor({ segments, keyframes }: Outline, source: RecordingSource, desktop: RecordedDesktop) {
    super(segments, source);
    this.#keyframes = keyframes;
    this.#desktop = desktop;
  }

  /** Behind another picture it is shorter to begin there: a quiet desktop may have an hour in one part. */
  override isAhead(moment: number): boolean {
    const isBetween = ({ offset }: { offset: number }) => offset > this.drawnTo && offset <= moment;
    return super.isAhead(moment) && !this.#keyframes.some(isBetween);
  }

  async load(moment: number): Promise<() => void> {
    const { picture, segment, event } = await this.#nearest(moment);
    const last = segmentAt(this.segments, moment);
    const parts = await Promise.all(
      Array.from({ length: last - segment + 1 }, (_, index) => this.source.events(segment + index)),
    );
    return () => {
      this.mark = undefined;
      this.#desktop.reset();
      if (picture) {
        this.#desktop.draw([picture]);
      }
      this.show(parts.slice(0, -1).flatMap((events, index) => events.slice(index === 0 ? event : 0)));
      this.use(last, parts.at(-1) ?? [], last === segment ? event : 0);
    };
  }

  protected show(events: readonly TerminalEvent[]): void {
    const output = events.flatMap((event) => (event.kind === 'output' ? [event.bytes] : []));
    if (output.length > 0) {
      this.#desktop.draw(output);
    }
    const mark = events.findLast(
      (event) => event.kind === 'mark' && keyframeOfLabel(event.label) === undefined,
    );
    if (mark?.kind === 'mark') {
      this.mark = { at: mark.at, label: mark.label };
    }
  }

  /** The last keyframe before a moment that can be used, and where the events go on; otherwise the beginning. */
  async #nearest(moment: number): Promise<Place & { picture?: Uint8Array }> {
    const before = this.#keyframes.filter(({ offset }) => offset <= moment);
    for (const keyframe of before.toReversed()) {
      const [picture, place] = await Promise.all([
        this.source.keyframe(keyframe.index).catch(undefinedIfLost),
        this.#placeOf(keyframe),
      ]);
      if (picture && place) {
        return { picture, ...place };
      }
    }
    return { segment: 0, event: 0 };
  }

  /** Behind the mark of a keyframe; undefined when the mark was lost with the end of a recording. */
  async #placeOf({ index, offset }: Outline['keyframes'][number]): Promise<Place | undefined> {
    const { segments } = this;
    for (let segment = firstSegmentOf(segments, offset); segment < segments.length; segment++) {
      if ((segments[segment]?.offset ?? 0) > offset) {
        return undefined;
      }
      const events = await this.source.events(segment);
      const mark = events.findIndex((one) => one.kind === 'mark' && keyframeOfLabel(one.label) === index);
      if (mark !== -1) {
        return { segment, event: mark + 1 };
      }
    }
    return undefined;
  }
}

function undefinedIfLost(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.error !== 'session.no_recording') {
    throw error;
  }
}
