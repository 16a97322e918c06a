/** Work that goes on by itself, each piece under its id, until it is done or broken off. */
export class WorkUnderWay {
  readonly #pieces = new Map<string, { stop: AbortController; done: Promise<void> }>();

  begin(id: string, work: (signal: AbortSignal) => Promise<void>, onFailure: (error: unknown) => void): void {
    const stop = new AbortController();
    const done = work(stop.signal)
      .catch(onFailure)
      .finally(() => this.#pieces.delete(id));
    this.#pieces.set(id, { stop, done });
  }

  /** Harmless where it is over. */
  breakOff(id: string): void {
    this.#pieces.get(id)?.stop.abort();
  }

  /** Breaks everything off at once. Resolves when all of it has ended. */
  async close(): Promise<void> {
    const pieces = [...this.#pieces.values()];
    pieces.forEach(({ stop }) => stop.abort());
    await Promise.all(pieces.map(({ done }) => done));
  }

  /** Resolves when nothing is under way, what began meanwhile included. */
  async settled(): Promise<void> {
    while (this.#pieces.size > 0) {
      await Promise.all([...this.#pieces.values()].map(({ done }) => done));
    }
  }
}
