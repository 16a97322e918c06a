// Shows people what a long start is doing: which steps are under way, for how long, and what each has taken.
const TICK_MS = { terminal: 1000, file: 20_000 };

/** Steps may run beside each other. In a terminal the last line is drawn anew; in a file there are only whole lines. */
export class Progress {
  #out;
  #now;
  #running = new Set();
  #timer;

  constructor({ out = process.stdout, now = () => performance.now() } = {}) {
    this.#out = out;
    this.#now = now;
  }

  /**
   * Does `work` as one step. It is handed a function that says what is being worked on at the moment. What the step
   * answers is passed on; one that answers `ok: false`, or throws, has failed.
   */
  async step(chinese, english, work) {
    const step = { name: `${chinese} ${english}`, began: this.#now(), detail: '' };
    this.#running.add(step);
    this.#print(`> ${step.name}…`);
    this.#timer ??= setInterval(() => this.tick(), this.#out.isTTY ? TICK_MS.terminal : TICK_MS.file);
    let mark = '✗';
    try {
      const result = await work((detail) => {
        step.detail = detail;
      });
      mark = result?.ok === false ? '✗' : '✓';
      return result;
    } finally {
      this.#running.delete(step);
      this.#print(`${mark} ${step.name}  ${this.#seconds(step, 1)}`);
      if (this.#running.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  /** Shows what is under way. */
  tick() {
    if (this.#out.isTTY) {
      this.#drawStatus();
    } else if (this.#running.size > 0) {
      this.#print(`  ${this.#status()}`);
    }
  }

  #print(line) {
    this.#clearStatus();
    this.#out.write(`${line}\n`);
    this.#drawStatus();
  }

  #drawStatus() {
    if (this.#out.isTTY && this.#running.size > 0) {
      this.#clearStatus();
      // A line that wraps could not be drawn over. Han characters are two columns wide.
      this.#out.write(`  ${this.#status().slice(0, Math.floor((this.#out.columns ?? 80) / 2) - 2)}`);
    }
  }

  #clearStatus() {
    if (this.#out.isTTY) {
      this.#out.write('\r\u001b[K');
    }
  }

  #status() {
    return [...this.#running]
      .map((step) => [step.detail || step.name, this.#seconds(step, 0)].join(' '))
      .join(' · ');
  }

  #seconds(step, digits) {
    return `${((this.#now() - step.began) / 1000).toFixed(digits)} s`;
  }
}

/** The one all scripts of a run share: two would draw over each other. */
export const progress = new Progress();
