import type { RecordingOutline } from '@jadegate/contract/session-recording';
import type { TerminalEvent } from '@jadegate/contract/terminal-recording';
import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import type { PlaybackScreen, RecordingMark } from './player/playback-clock.ts';
import { countUntil, segmentAt } from './player/timeline.ts';

/** The terminal that is drawn on. */
export interface RecordedTerminal {
  /** Empties it and gives it this size. */
  reset(size: TerminalSize): void;
  resize(size: TerminalSize): void;
  write(bytes: Uint8Array): void;
}

/** Where the parts of the recording come from, counted from 0. */
export interface RecordingSource {
  events(segment: number): Promise<readonly TerminalEvent[]>;
  keyframe(segment: number): Promise<Uint8Array>;
}

/** The next part is fetched when so much of this one is over. */
const FETCH_AHEAD = 0.5;

/**
 * Draws a recorded terminal. One part is in use at a time; a jump costs the keyframe and the events of the part it
 * leads to, however long the recording is.
 */
export class TerminalRecordingScreen implements PlaybackScreen {
  readonly #segments: RecordingOutline['segments'];
  readonly #source: RecordingSource;
  readonly #terminal: RecordedTerminal;
  #events: readonly TerminalEvent[] | undefined;
  #segment = 0;
  /** How many of the events are drawn, and up to which moment. */
  #shown = 0;
  #drawnTo = 0;
  #mark: RecordingMark | undefined;

  constructor(segments: RecordingOutline['segments'], source: RecordingSource, terminal: RecordedTerminal) {
    this.#segments = segments;
    this.#source = source;
    this.#terminal = terminal;
  }

  get mark(): RecordingMark | undefined {
    return this.#mark;
  }

  get nextChangeAt(): number | undefined {
    return this.#events?.[this.#shown]?.at ?? this.#segments[this.#segment + 1]?.offset;
  }

  isAhead(moment: number): boolean {
    return (
      this.#events !== undefined &&
      segmentAt(this.#segments, moment) === this.#segment &&
      moment >= this.#drawnTo
    );
  }

  async load(moment: number): Promise<() => void> {
    const segment = segmentAt(this.#segments, moment);
    const [events, keyframe] = await Promise.all([
      this.#source.events(segment),
      segment > 0 ? this.#source.keyframe(segment) : new Uint8Array(),
    ]);
    return () => {
      this.#terminal.reset(this.#segments[segment] ?? { cols: 80, rows: 24 });
      this.#terminal.write(keyframe);
      this.#mark = undefined;
      this.#use(segment, events);
    };
  }

  loadNext(moment: number): Promise<() => void> | undefined {
    const next = this.#segments[this.#segment + 1];
    const count = this.#events?.length ?? 0;
    if (!next || this.#shown < count * FETCH_AHEAD) {
      return undefined;
    }
    const segment = this.#segment + 1;
    const loading = this.#source.events(segment);
    if (this.#shown < count || moment < next.offset) {
      // Only warms the cache; whoever needs the part asks again, and gets the failure then.
      loading.catch(() => undefined);
      return undefined;
    }
    return loading.then((events) => () => this.#use(segment, events));
  }

  draw(moment: number): void {
    const events = this.#events ?? [];
    const until = countUntil(events, moment, this.#shown);
    for (const event of events.slice(this.#shown, until)) {
      if (event.kind === 'output') {
        this.#terminal.write(event.bytes);
      } else if (event.kind === 'resize') {
        this.#terminal.resize(event.size);
      } else if (event.kind === 'mark') {
        this.#mark = { at: event.at, label: event.label };
      }
    }
    this.#shown = until;
    this.#drawnTo = moment;
  }

  #use(segment: number, events: readonly TerminalEvent[]): void {
    this.#events = events;
    this.#segment = segment;
    this.#shown = 0;
  }
}
