/** Long enough that one slow moment does not show, short enough that a lasting one does. */
const WINDOW_MS = 10_000;

/** How fast bytes leave, seen over the last seconds. */
export class UploadRate {
  readonly #now: () => number;
  #samples: { at: number; bytes: number }[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(bytes: number): void {
    const at = this.#now();
    this.#samples.push({ at, bytes });
    this.#forgetBefore(at - WINDOW_MS);
  }

  /** Nothing is known before the first second is over. */
  get perSecond(): number | undefined {
    const now = this.#now();
    this.#forgetBefore(now - WINDOW_MS);
    const since = now - (this.#samples[0]?.at ?? now);
    const bytes = this.#samples.reduce((sum, sample) => sum + sample.bytes, 0);
    return since < 1000 || bytes <= 0 ? undefined : (bytes / since) * 1000;
  }

  #forgetBefore(at: number): void {
    const first = this.#samples.findIndex((sample) => sample.at >= at);
    this.#samples = first === -1 ? [] : this.#samples.slice(first);
  }
}
