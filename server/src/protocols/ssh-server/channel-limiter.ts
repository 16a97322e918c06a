/** So many channels at once: those that are open, and those that something is still done for. */
export class ChannelLimiter {
  readonly #most: number;
  readonly #within: ChannelLimiter | undefined;
  #taken = 0;

  /** Each channel counts in `within`, too. */
  constructor(most: number, within?: ChannelLimiter) {
    this.#most = most;
    this.#within = within;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Answers how to leave, which is harmless twice; undefined where there is no room. */
  take(): (() => void) | undefined {
    const leaveOther = this.#taken < this.#most ? this.#takeOther() : undefined;
    if (!leaveOther) {
      return undefined;
    }
    this.#taken += 1;
    let isIn = true;
    return () => {
      if (isIn) {
        isIn = false;
        this.#taken -= 1;
        leaveOther();
      }
    };
  }

  #takeOther(): (() => void) | undefined {
    return this.#within ? this.#within.take() : () => undefined;
  }
}
