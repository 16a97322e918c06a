import { FileError } from '../../protocols/files/file-error.ts';
import type { FileTree } from '../../protocols/files/file-tree.ts';

/** The files of the target, on the connection of its terminal: opened by the first who asks, and again when they are lost. */
export class TargetFiles {
  readonly #connect: () => Promise<FileTree>;
  #files: Promise<FileTree> | undefined;
  #isOver = false;

  constructor(connect: () => Promise<FileTree>) {
    this.#connect = connect;
  }

  async open(): Promise<FileTree> {
    if (this.#isOver) {
      throw new FileError('unavailable');
    }
    this.#files ??= this.#connect();
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

  #forget(opening: Promise<FileTree>): void {
    if (this.#files === opening) {
      this.#files = undefined;
    }
  }
}
