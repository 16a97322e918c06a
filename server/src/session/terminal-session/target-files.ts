import { FileError } from '../../protocols/files/file-error.ts';
import type { TargetTree } from '../../protocols/files/file-tree.ts';

/** The files of the target, on the connection of its terminal: opened by the first who asks, and again when they are lost. */
export class TargetFiles {
  readonly #connect: () => Promise<TargetTree>;
  readonly #opened: TargetTree[] = [];
  #past = { input: 0, output: 0 };
  #files: Promise<TargetTree> | undefined;
  #isOver = false;

  constructor(connect: () => Promise<TargetTree>) {
    this.#connect = connect;
  }

  /** Bytes that went to the target and came from it, also by connections that were lost. */
  get traffic(): TargetTree['traffic'] {
    return this.#opened.reduce(add, this.#past);
  }

  async open(): Promise<TargetTree> {
    if (this.#isOver) {
      throw new FileError('unavailable');
    }
    this.#files ??= this.#begin();
    const opening = this.#files;
    try {
      const files = await opening;
      if (!files.isOver) {
        return files;
      }
    } catch (error) {
      this.#forget(opening);
      throw error;
    }
    this.#forget(opening);
    return this.open();
  }

  /** The terminal is over, and its connection with it. */
  close(): void {
    this.#isOver = true;
  }

  async #begin(): Promise<TargetTree> {
    const files = await this.#connect();
    // Of those that are gone only the sums are kept.
    const gone = this.#opened.splice(0);
    this.#past = gone.reduce(add, this.#past);
    this.#opened.push(files);
    return files;
  }

  #forget(opening: Promise<TargetTree>): void {
    if (this.#files === opening) {
      this.#files = undefined;
    }
  }
}

function add(sum: TargetTree['traffic'], { traffic }: TargetTree): TargetTree['traffic'] {
  return { input: sum.input + traffic.input, output: sum.output + traffic.output };
}
