// Runs named steps one after another, remembers how each went, and sums up.
import { processorSeconds } from './own-processes.mjs';

const count = (number, word) => `${number} ${word}`;

export class Steps {
  #results = [];
  #costs = [];
  #began = performance.now();
  #interrupted = false;

  /** No further step runs; those already done are still summed up. */
  interrupt() {
    this.#interrupted = true;
  }

  get isInterrupted() {
    return this.#interrupted;
  }

  /**
   * Runs one step. `work` answers { ok, output?, parts? }; `parts` are rows of their own, { name, seconds, passed, failed,
   * skipped }, and without them the step counts as one test. A step that throws has failed. What a failed step said is
   * shown.
   */
  async run(name, work) {
    if (this.#interrupted) {
      return { ok: false };
    }
    console.log(`\n── ${name}`);
    const [began, processorBefore] = [performance.now(), processorSeconds()];
    const result = await work().catch((error) => ({ ok: false, output: String(error?.stack ?? error) }));
    if (!result.ok && result.output) {
      console.log(result.output.trimEnd());
    }
    const seconds = (performance.now() - began) / 1000;
    const { ok, parts = [{ name, seconds, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }] } = result;
    this.#results.push(...parts);
    this.#costs.push({ name, seconds, processor: processorSeconds() - processorBefore });
    return result;
  }

  /** What each step took, by the clock and of the processors; empty where nobody counts that. */
  costs() {
    const minutes = (seconds) => (seconds / 60).toFixed(1).padStart(5);
    return this.#costs
      .filter(({ processor }) => !Number.isNaN(processor))
      .map(({ name, seconds, processor }) => `${minutes(seconds)} ${minutes(processor)}  ${name}`);
  }

  /** 0 where it did not run, or nobody counts. */
  processorSecondsOf(name) {
    return this.#costs.find((cost) => cost.name === name)?.processor || 0;
  }

  /** Remembers a step that does not run here, and says why. */
  skip(name, reason) {
    console.log(`\n── ${name}: skipped, because ${reason}`);
    this.#results.push({ name, passed: 0, failed: 0, skipped: 1, seconds: 0 });
  }

  get failed() {
    return this.#sum('failed') > 0 || this.#interrupted;
  }

  #sum(key) {
    return this.#results.reduce((total, result) => total + result[key], 0);
  }

  /** A table of the steps; its last line is the result of all. */
  summary() {
    const width = Math.max(...this.#results.map(({ name }) => name.length), 4);
    const rows = this.#results.map(({ name, passed, failed, skipped, seconds }) =>
      [
        failed > 0 ? '✗' : skipped > 0 && passed === 0 ? '-' : '✓',
        name.padEnd(width),
        `${seconds.toFixed(1)} s`.padStart(8),
        count(passed, 'passed').padStart(12),
        count(failed, 'failed').padStart(10),
        skipped > 0 ? count(skipped, 'skipped').padStart(11) : '',
      ].join(' '),
    );
    const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) => this.#sum(key));
    const total = [
      count(passed, 'passed'),
      count(failed, 'failed'),
      ...(skipped > 0 ? [count(skipped, 'skipped')] : []),
    ];
    const minutes = ((performance.now() - this.#began) / 60_000).toFixed(1);
    const end = this.#interrupted
      ? 'interrupted: not every step ran'
      : `the whole run took ${minutes} minutes`;
    return [...rows, end, total.join(', ')].join('\n');
  }
}
