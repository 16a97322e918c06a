import type { Instruction } from './instruction.ts';

/** Instructions on their way. Those that lie behind each other, as nearly all do, go on as one piece, uncopied. */
export class InstructionRuns {
  #runs: Buffer[] = [];
  #source: Buffer | undefined;
  #start = 0;
  #end = 0;

  add({ source, start, end }: Instruction): void {
    if (source !== this.#source || start !== this.#end) {
      this.#endRun();
      this.#source = source;
      this.#start = start;
    }
    this.#end = end;
  }

  /** All that were added since the last time, in order. */
  take(): Buffer[] {
    this.#endRun();
    const runs = this.#runs;
    this.#runs = [];
    return runs;
  }

  #endRun(): void {
    if (this.#source) {
      this.#runs.push(this.#source.subarray(this.#start, this.#end));
      this.#source = undefined;
    }
  }
}
