/** First come, first served. Waiting longer than `patienceMs` is an error, so that a deadlock shows itself. */
export class Mutex {
  readonly #waiting: (() => void)[] = [];
  #held = false;

  get waiting(): number {
    return this.#waiting.length;
  }

  async acquire(patienceMs: number): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(new Error(`a lock was not free within ${patienceMs} ms`));
      }, patienceMs);
      this.#waiting.push(turn);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#held = false;
    }
  }
}
