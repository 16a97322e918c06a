import { runInBackground } from './defects.ts';

interface RoundsOptions {
  everyMs: number;
  work: () => Promise<void>;
  /** A round that fails is not the last one. */
  onFailure: (error: unknown) => void;
}

/** Work that is done every so often, one round after the other: what is slow must not be asked ever more. */
export class Rounds {
  readonly #options: RoundsOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

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

  /** Resolves when no round is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Never fails. Resolves at the end of the round that is under way, or of one that begins now. */
  run(): Promise<void> {
    this.#running ??= this.#round().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #round(): Promise<void> {
    try {
      await this.#options.work();
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}
