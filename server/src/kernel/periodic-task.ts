import { MINUTE_MS, SECOND_MS } from './clock.ts';
import { runInBackground } from './defects.ts';

interface RoundsOptions {
  everyMs: number;
  /** The signal aborts when the round is given up: what is left of it should not be begun. */
  work: (signal: AbortSignal) => Promise<void>;
  /** A round that fails is not the last one. */
  onFailure: (error: unknown) => void;
  /**
   * A round that takes longer is given up, and the next one begins, beside what the first still waits for. Infinite for
   * rounds that may take as long as they like because each of their waits has an end.
   */
  deadlineMs?: number;
}

/** Far more than rounds take that ask a database or a host a few things, each within its own limit. */
const DEADLINE_MS = 2 * MINUTE_MS;

/** Work that is done every so often, one round after the other: what is slow must not be asked ever more. */
export class PeriodicTask {
  readonly #options: RoundsOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #giveUp: () => void = () => undefined;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  /** Harmless when they go on already. */
  start(): void {
    this.#timer ??= setInterval(() => runInBackground(this.run(), 'a round'), this.#options.everyMs).unref();
  }

  /** Does not wait for a round that is under way. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Resolves when no round is under way but those that were given up. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Never fails. Resolves at the end of the round that is under way, or of one that begins now. */
  run(): Promise<void> {
    this.#running ??= this.#round().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** The same, but not with what was found out so far: a round that is under way is given up. */
  async runAnew(): Promise<void> {
    this.#giveUp();
    await this.#running;
    await this.run();
  }

  async #round(): Promise<void> {
    const { work, onFailure, deadlineMs = DEADLINE_MS } = this.#options;
    const round = new AbortController();
    const done = this.#done(() => work(round.signal));
    const givenUp = new Promise<void>((resolve) => {
      this.#giveUp = () => {
        round.abort();
        resolve();
      };
    });
    const timeIsUp = () => {
      this.#giveUp();
      onFailure(new Error(`a round did not end within ${deadlineMs / SECOND_MS} s and was given up`));
    };
    const timer = Number.isFinite(deadlineMs) ? setTimeout(timeIsUp, deadlineMs).unref() : undefined;
    // What becomes of one that was given up is still told.
    runInBackground(done, 'a round that was given up');
    await Promise.race([done, givenUp]);
    clearTimeout(timer);
  }

  async #done(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}
