import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';

import { segmentAt } from '../features/session/session/player/timeline.ts';
import type { RecordingSource } from '../features/session/session/recording-source.ts';
import {
  TerminalRecordingScreen,
  type RecordedTerminal,
} from '../features/session/session/terminal-recording-screen.ts';

/** Of a terminal no pictures are signed: a jump draws everything from the beginning. */
export class WholeTerminalScreen extends TerminalRecordingScreen {
  readonly #target: RecordedTerminal;

  constructor(segments: RecordingOutline['segments'], source: RecordingSource, terminal: RecordedTerminal) {
    super(segments, source, terminal);
    this.#target = terminal;
  }

  override async load(moment: number): Promise<() => void> {
    const last = segmentAt(this.segments, moment);
    const before: (readonly TerminalEvent[])[] = [];
    for (let segment = 0; segment < last; segment++) {
      before.push(await this.source.events(segment));
    }
    const events = await this.source.events(last);
    return () => {
      this.#target.reset(this.segments[0] ?? { cols: 80, rows: 24 });
      this.mark = undefined;
      before.forEach((part) => this.show(part));
      this.use(last, events);
    };
  }
}
