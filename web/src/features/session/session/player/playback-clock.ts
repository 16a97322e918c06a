import { advance, type Speed } from './timeline.ts';

/**
 * What a recording is shown on, as the clock sees it. Moments are milliseconds from its beginning. Whatever is loaded
 * is put in use only by calling what `load` and `loadNext` resolve to: somebody may have jumped elsewhere meanwhile.
 */
export interface PlaybackScreen {
  /** The moment can be drawn by going on from what is shown, with what is loaded. */
  isAhead(moment: number): boolean;
  /** Loads what it takes to show the moment, wherever it is. */
  load(moment: number): Promise<() => void>;
  /** Undefined while what is loaded lasts; otherwise loads what follows it, to go on without a break. */
  loadNext(moment: number): Promise<() => void> | undefined;
  /** Draws what happened up to the moment. */
  draw(moment: number): void;
  /** When the picture changes next; undefined when it does not change any more. */
  readonly nextChangeAt: number | undefined;
  /** What the recording last said about those who were there. */
  readonly mark: RecordingMark | undefined;
}

export interface RecordingMark {
  at: number;
  label: string;
}

export interface PlaybackState {
  position: number;
  isPlaying: boolean;
  isLoading: boolean;
  speed: Speed;
  isSkippingIdle: boolean;
  failure: unknown;
  mark: RecordingMark | undefined;
}

/** Where a recording stands, and how it goes on: plays, pauses, jumps, skips idle time. It draws nothing itself. */
export class PlaybackClock {
  readonly durationMs: number;
  #screen: PlaybackScreen | undefined;
  readonly #listeners = new Set<() => void>();
  /** Nothing moves before something is shown. */
  #isShowing = false;
  /** Grows with each jump, so that an answer that comes too late is known as such. */
  #round = 0;
  #state: PlaybackState = {
    position: 0,
    isPlaying: false,
    isLoading: false,
    speed: 1,
    isSkippingIdle: true,
    failure: undefined,
    mark: undefined,
  };

  /** Without a screen nothing moves until `show` gives it one. */
  constructor(durationMs: number, screen?: PlaybackScreen) {
    this.durationMs = durationMs;
    this.#screen = screen;
  }

  get state(): PlaybackState {
    return this.#state;
  }

  /** Calls back after each change, which is every frame while it plays. Answers how to stop that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** From now on it is shown there, and nothing is yet. */
  show(screen: PlaybackScreen): void {
    this.#screen = screen;
    this.#isShowing = false;
    this.#round += 1;
    this.#set({ position: 0, isPlaying: false, isLoading: false, failure: undefined, mark: undefined });
  }

  async play(): Promise<void> {
    if (this.#state.position >= this.durationMs) {
      await this.seek(0);
    }
    this.#set({ isPlaying: true });
  }

  pause(): void {
    this.#set({ isPlaying: false });
  }

  toggle(): void {
    if (this.#state.isPlaying) {
      this.pause();
    } else {
      void this.play();
    }
  }

  setSpeed(speed: Speed): void {
    this.#set({ speed });
  }

  skipIdle(isSkippingIdle: boolean): void {
    this.#set({ isSkippingIdle });
  }

  async seek(moment: number): Promise<void> {
    const screen = this.#screen;
    const target = Math.min(Math.max(0, moment), this.durationMs);
    const round = ++this.#round;
    if (screen && (screen.isAhead(target) || (await this.#finish(screen, screen.load(target), round)))) {
      this.#draw(screen, target, { isLoading: false });
    }
  }

  /** Called for each frame with the time since the last. */
  async tick(elapsedMs: number): Promise<void> {
    const { isPlaying, isLoading, position, speed, isSkippingIdle } = this.#state;
    const screen = this.#screen;
    if (!screen || !isPlaying || isLoading || !this.#isShowing) {
      return;
    }
    const end = this.durationMs;
    const nextAt = screen.nextChangeAt;
    const moment = advance({ position, elapsedMs, speed, nextAt, isSkippingIdle, end });
    this.#draw(screen, moment, { isPlaying: moment < end });
    const loading = screen.loadNext(moment);
    if (loading) {
      await this.#finish(screen, loading, ++this.#round);
    }
  }

  /** Waits for a part and puts it in use. Answers false when something else was asked for meanwhile, or it failed. */
  async #finish(screen: PlaybackScreen, loading: Promise<() => void>, round: number): Promise<boolean> {
    this.#set({ isLoading: true, failure: undefined });
    try {
      const putInUse = await loading;
      if (round !== this.#round) {
        return false;
      }
      putInUse();
      this.#isShowing = true;
      this.#set({ isLoading: false, mark: screen.mark });
      return true;
    } catch (failure) {
      if (round === this.#round) {
        this.#set({ isLoading: false, isPlaying: false, failure });
      }
      return false;
    }
  }

  #draw(screen: PlaybackScreen, position: number, change: Partial<PlaybackState>): void {
    screen.draw(position);
    this.#set({ position, mark: screen.mark, ...change });
  }

  #set(change: Partial<PlaybackState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
