import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';
import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import { segmentAt } from './player/timeline.ts';
import { RecordingScreen } from './recording-screen.ts';
import type { RecordingSource } from './recording-source.ts';

/** The terminal that is drawn on. */
export interface RecordedTerminal {
  /** Empties it and gives it this size. */
  reset(size: TerminalSize): void;
  resize(size: TerminalSize): void;
  write(bytes: Uint8Array): void;
}

/**
 * Draws a recorded terminal. A jump costs the keyframe and the events of the part it leads to, however long the recording
 * is.
 */
export class TerminalRecordingScreen extends RecordingScreen {
  readonly #terminal: RecordedTerminal;

  constructor(segments: RecordingOutline['segments'], source: RecordingSource, terminal: RecordedTerminal) {
    super(segments, source);
    this.#terminal = terminal;
  }

  async load(moment: number): Promise<() => void> {
    const segment = segmentAt(this.segments, moment);
    const [events, keyframe] = await Promise.all([
      this.source.events(segment),
      // Every segment of a terminal has a keyframe.
      segment > 0 ? this.source.keyframe(segment + 1) : new Uint8Array(),
    ]);
    return () => {
      this.#terminal.reset(this.segments[segment] ?? { cols: 80, rows: 24 });
      this.#terminal.write(keyframe);
      this.mark = undefined;
      this.use(segment, events);
    };
  }

  protected show(events: readonly TerminalEvent[]): void {
    for (const event of events) {
      if (event.kind === 'output') {
        this.#terminal.write(event.bytes);
      } else if (event.kind === 'resize') {
        this.#terminal.resize(event.size);
      } else if (event.kind === 'mark') {
        this.mark = { at: event.at, label: event.label };
      }
    }
  }
}
