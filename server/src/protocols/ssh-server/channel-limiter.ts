/** So many channels: those that are open, and those that something is still done for. */
export class ChannelSeats {
  readonly #most: number;
  readonly #within: ChannelSeats | undefined;
  #taken = 0;

  /** Each seat takes one of `within`, too. */
  constructor(most: number, within?: ChannelSeats) {
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
