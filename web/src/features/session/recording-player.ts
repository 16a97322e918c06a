import type { RecordingOutline } from '@jadegate/contract/session-recording';
import type { TerminalEvent } from '@jadegate/contract/terminal-recording';
import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import { advance, countUntil, segmentAt, type Speed } from './timeline.ts';

/** What the player draws on. */
export interface PlayerScreen {
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

export interface PlayerState {
  position: number;
  isPlaying: boolean;
  isLoading: boolean;
  speed: Speed;
  isSkippingIdle: boolean;
  failure: unknown;
  /** What the recording last said about those who were there. */
  mark: { at: number; label: string } | undefined;
}

/** The next part is fetched when so much of this one is over. */
const FETCH_AHEAD = 0.5;

/**
 * Plays a recording on a screen. One part is in use at a time; a jump costs the keyframe and the events of the part
 * it leads to, however long the recording is.
 */
export class RecordingPlayer {
  readonly #outline: RecordingOutline;
  readonly #source: RecordingSource;
  readonly #screen: PlayerScreen;
  readonly #onState: (state: PlayerState) => void;
  #events: readonly TerminalEvent[] | undefined;
  #segment = 0;
  #shown = 0;
  /** Grows with each jump, so that an answer that comes too late is known as such. */
  #round = 0;
  #state: PlayerState = {
    position: 0,
    isPlaying: false,
    isLoading: false,
    speed: 1,
    isSkippingIdle: true,
    failure: undefined,
    mark: undefined,
  };

  constructor(
    outline: RecordingOutline,
    source: RecordingSource,
    screen: PlayerScreen,
    onState: (state: PlayerState) => void,
  ) {
    this.#outline = outline;
    this.#source = source;
    this.#screen = screen;
    this.#onState = onState;
  }

  get state(): PlayerState {
    return this.#state;
  }

  async play(): Promise<void> {
    if (this.#state.position >= this.#outline.durationMs) {
      await this.seek(0);
    }
    this.#set({ isPlaying: true });
  }

  pause(): void {
    this.#set({ isPlaying: false });
  }

  setSpeed(speed: Speed): void {
    this.#set({ speed });
  }

  skipIdle(isSkippingIdle: boolean): void {
    this.#set({ isSkippingIdle });
  }

  async seek(moment: number): Promise<void> {
    const target = Math.min(Math.max(0, moment), this.#outline.durationMs);
    const segment = segmentAt(this.#outline.segments, target);
    const isAhead = this.#events !== undefined && segment === this.#segment && target >= this.#state.position;
    const round = ++this.#round;
    if (!isAhead && !(await this.#load(segment, round, 'fresh'))) {
      return;
    }
    this.#show(target);
    this.#set({ position: target, isLoading: false });
  }

  /** Called for each frame with the time since the last. */
  async tick(elapsedMs: number): Promise<void> {
    const { isPlaying, isLoading, position, speed, isSkippingIdle } = this.#state;
    if (!isPlaying || isLoading || this.#events === undefined) {
      return;
    }
    const next = this.#outline.segments[this.#segment + 1];
    const nextAt = this.#events[this.#shown]?.at ?? next?.offset;
    const end = this.#outline.durationMs;
    const moment = advance({ position, elapsedMs, speed, nextAt, isSkippingIdle, end });
    this.#show(moment);
    this.#set({ position: moment, isPlaying: moment < end });
    if (next && this.#shown >= this.#events.length * FETCH_AHEAD) {
      // Only warms the cache; who needs it asks again and hears of a failure.
      this.#source.events(this.#segment + 1).catch(() => undefined);
    }
    if (next && this.#shown === this.#events.length && moment >= next.offset) {
      await this.#load(this.#segment + 1, ++this.#round, 'continued');
    }
  }

  /** Makes a part the one in use. Answers false when something else was asked for meanwhile, or it failed. */
  async #load(segment: number, round: number, how: 'fresh' | 'continued'): Promise<boolean> {
    this.#set({ isLoading: true, failure: undefined });
    const isFresh = how === 'fresh';
    try {
      const [events, keyframe] = await Promise.all([
        this.#source.events(segment),
        isFresh && segment > 0 ? this.#source.keyframe(segment) : new Uint8Array(),
      ]);
      if (round !== this.#round) {
        return false;
      }
      if (isFresh) {
        this.#screen.reset(this.#outline.segments[segment] ?? { cols: 80, rows: 24 });
        this.#screen.write(keyframe);
      }
      this.#events = events;
      this.#segment = segment;
      this.#shown = 0;
      this.#set({ isLoading: false, ...(isFresh && { mark: undefined }) });
      return true;
    } catch (failure) {
      if (round === this.#round) {
        this.#set({ isLoading: false, isPlaying: false, failure });
      }
      return false;
    }
  }

  #show(moment: number): void {
    const events = this.#events ?? [];
    const until = countUntil(events, moment, this.#shown);
    for (const event of events.slice(this.#shown, until)) {
      if (event.kind === 'output') {
        this.#screen.write(event.bytes);
      } else if (event.kind === 'resize') {
        this.#screen.resize(event.size);
      } else if (event.kind === 'mark') {
        this.#state = { ...this.#state, mark: { at: event.at, label: event.label } };
      }
    }
    this.#shown = until;
  }

  #set(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change };
    this.#onState(this.#state);
  }
}
