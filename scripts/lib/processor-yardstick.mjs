// How quick the processors are while a run goes on. Where others use the machine too, the same work takes up to half more
// processor time: a bound on minutes would then speak of the neighbours.
import { createHash } from 'node:crypto';

const EVERY_MS = 5000;
/** What a measure takes in a whole run on the machine for which bounds on processor time are meant. */
export const USUAL_MS = 12;

const TEXT = JSON.stringify(
  Array.from({ length: 400 }, (_, number) => ({
    id: number,
    name: `主機 ${number}`,
    tags: ['a', 'b', number],
  })),
);

/** Always the same work, of the kind that tests do; answers its processor time in milliseconds. */
export function measureOnce() {
  const before = process.threadCpuUsage();
  for (let turn = 0; turn < 40; turn++) {
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(TEXT)))
      .digest('hex');
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

export class ProcessorYardstick {
  #measure;
  #taken = [];
  #timer;

  constructor(measure = measureOnce) {
    this.#measure = measure;
  }

  start() {
    this.#measure(); // the first time it is compiled as well
    this.#timer = setInterval(() => this.#taken.push(this.#measure()), EVERY_MS);
    this.#timer.unref();
    return this;
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** What the same work took on average, in milliseconds; NaN where nothing was measured. */
  get meanMs() {
    return this.#taken.reduce((sum, one) => sum + one, 0) / this.#taken.length;
  }

  /** How many times as long as usual the same work took. Never below 1: a quick machine earns nobody more tests. */
  get slowness() {
    return Math.max(1, (this.meanMs || USUAL_MS) / USUAL_MS);
  }
}
