import { SftpError } from '../../protocols/ssh/sftp-error.ts';
import type { Sftp } from '../../protocols/ssh/sftp.ts';

/** The files of the target, on the connection of its terminal: opened by the first who asks, and again when they are lost. */
export class TargetFiles {
  readonly #connect: () => Promise<Sftp>;
  #files: Promise<Sftp> | undefined;
  #isOver = false;

  constructor(connect: () => Promise<Sftp>) {
    this.#connect = connect;
  }

  async open(): Promise<Sftp> {
    if (this.#isOver) {
      throw new SftpError('unavailable');
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

  #forget(opening: Promise<Sftp>): void {
    if (this.#files === opening) {
      this.#files = undefined;
    }
  }
}
