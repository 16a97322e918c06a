import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';

import type { PlaybackScreen, RecordingMark } from './player/playback-clock.ts';
import { countUntil, segmentAt } from './player/timeline.ts';
import type { RecordingSource } from './recording-source.ts';

/** The next part is fetched when so much of this one is over. */
const FETCH_AHEAD = 0.5;

/** Goes through the events of a recording, one part in use at a time. What is drawn of them, and on what, is the kind's. */
export abstract class RecordingScreen implements PlaybackScreen {
  protected readonly segments: RecordingOutline['segments'];
  protected readonly source: RecordingSource;
  #events: readonly TerminalEvent[] | undefined;
  #segment = 0;
  /** How many of the events are drawn, and up to which moment. */
  #shown = 0;
  protected drawnTo = 0;
  mark: RecordingMark | undefined;

  constructor(segments: RecordingOutline['segments'], source: RecordingSource) {
    this.segments = segments;
    this.source = source;
  }

  get nextChangeAt(): number | undefined {
    return this.#events?.[this.#shown]?.at ?? this.segments[this.#segment + 1]?.offset;
  }

  isAhead(moment: number): boolean {
    return (
      this.#events !== undefined &&
      segmentAt(this.segments, moment) === this.#segment &&
      moment >= this.drawnTo
    );
  }

  abstract load(moment: number): Promise<() => void>;

  loadNext(moment: number): Promise<() => void> | undefined {
    const next = this.segments[this.#segment + 1];
    const count = this.#events?.length ?? 0;
    if (!next || this.#shown < count * FETCH_AHEAD) {
      return undefined;
    }
    const segment = this.#segment + 1;
    const loading = this.source.events(segment);
    if (this.#shown < count || moment < next.offset) {
      // Only warms the cache; whoever needs the part asks again, and gets the failure then.
      loading.catch(() => undefined);
      return undefined;
    }
    return loading.then((events) => () => this.use(segment, events));
  }

  draw(moment: number): void {
    const events = this.#events ?? [];
    const until = countUntil(events, moment, this.#shown);
    if (until > this.#shown) {
      this.show(events.slice(this.#shown, until));
    }
    this.#shown = until;
    this.drawnTo = moment;
  }

  /** Draws what happened, in order. */
  protected abstract show(events: readonly TerminalEvent[]): void;

  /** Goes on with a part, of which so many events are drawn. */
  protected use(segment: number, events: readonly TerminalEvent[], shown = 0): void {
    this.#events = events;
    this.#segment = segment;
    this.#shown = shown;
  }
}
