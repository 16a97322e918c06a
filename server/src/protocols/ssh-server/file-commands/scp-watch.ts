import { createHash, type Hash } from 'node:crypto';

import { decodeName, joinPath, parentPath } from '@jadegate/contract/files/file-path';

import type { FileCommand } from './classify-exec.ts';

export interface ScpFile {
  fileName: string;
  isDone: boolean;
  bytes: number;
  /** Empty where not all of it went over. */
  checksum: string;
}

const LF = 10;
const ZERO = 0;
/** A name and what stands before it. */
const MAX_LINE_BYTES = 8192;
const FILE_LINE = /^C[0-7]{4} (\d{1,16}) (.+)$/s;
const FOLDER_LINE = /^D[0-7]{4} \d+ (.+)$/s;
const OTHER_LINE = /^(?:T\d+ \d+ \d+ \d+|E)$/;

interface Passing {
  fileName: string;
  size: number;
  left: number;
  hash: Hash;
}

/**
 * Reads along what the sending half of `scp` sends: which files, how large, and what their bytes come to. It changes
 * nothing, and stops at what it does not understand.
 */
export class ScpWatch {
  readonly #command: FileCommand;
  readonly #onFile: (file: ScpFile) => void;
  readonly #folders: string[] = [];
  #line: Buffer[] = [];
  #lineBytes = 0;
  #file: Passing | undefined;
  /** All bytes of the file are here, and the word that says whether they are good is not. */
  #isBeforeWord = false;
  #isLost = false;

  constructor(command: FileCommand, onFile: (file: ScpFile) => void) {
    this.#command = command;
    this.#onFile = onFile;
  }

  /** Not understood any more: what goes over is known by its number of bytes alone. */
  get isLost(): boolean {
    return this.#isLost;
  }

  add(bytes: Uint8Array): void {
    let rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    while (rest.length > 0 && !this.#isLost) {
      rest = rest.subarray(
        this.#isBeforeWord ? this.#word(rest) : this.#file ? this.#pass(rest) : this.#read(rest),
      );
    }
  }

  /** It is over: a file that was on its way did not arrive. */
  end(): void {
    if (this.#file) {
      this.#tell(this.#file, false);
    }
  }

  /** Each answers how many bytes it took. */
  #word(bytes: Buffer): number {
    this.#isBeforeWord = false;
    if (this.#file) {
      this.#tell(this.#file, bytes[0] === ZERO);
    }
    return 1;
  }

  #pass(bytes: Buffer): number {
    const file = this.#file;
    if (!file) {
      return 0;
    }
    const part = bytes.subarray(0, file.left);
    file.hash.update(part);
    file.left -= part.length;
    this.#isBeforeWord = file.left === 0;
    return part.length;
  }

  #read(bytes: Buffer): number {
    // Between two lines the sender may say that it is well, or why it is not.
    if (this.#lineBytes === 0 && bytes[0] === ZERO) {
      return 1;
    }
    const end = bytes.indexOf(LF);
    const part = bytes.subarray(0, end < 0 ? bytes.length : end);
    this.#line.push(part);
    this.#lineBytes += part.length;
    if (this.#lineBytes > MAX_LINE_BYTES) {
      this.#isLost = true;
    } else if (end >= 0) {
      const line = Buffer.concat(this.#line);
      this.#line = [];
      this.#lineBytes = 0;
      this.#understand(line);
    }
    return part.length + (end < 0 ? 0 : 1);
  }

  #understand(bytes: Buffer): void {
    const line = decodeName(bytes);
    const [, size, name] = FILE_LINE.exec(line) ?? [];
    const [, folder] = FOLDER_LINE.exec(line) ?? [];
    if (size !== undefined && name !== undefined) {
      const left = Number(size);
      this.#file = { fileName: this.#named(name), size: left, left, hash: createHash('sha256') };
      this.#isBeforeWord = left === 0;
    } else if (folder !== undefined) {
      this.#folders.push(folder);
    } else if (line === 'E') {
      this.#folders.pop();
    } else if (bytes[0] !== 1 && bytes[0] !== 2 && !OTHER_LINE.test(line)) {
      this.#isLost = true;
    }
  }

  #named(name: string): string {
    const { direction, paths, isIntoFolder } = this.#command;
    const path = paths[0] ?? '';
    const below = [...this.#folders, name].join('/');
    if (direction === 'download') {
      return path.includes('/') ? joinPath(parentPath(path), below) : below;
    }
    // Whether the path is a folder only the target knows.
    return isIntoFolder
      ? joinPath(path === '/' ? path : path.replace(/\/+$/, ''), below)
      : `${name} → ${path}`;
  }

  #tell({ fileName, size, left, hash }: Passing, isWhole: boolean): void {
    this.#file = undefined;
    const isDone = isWhole && left === 0;
    this.#onFile({ fileName, isDone, bytes: size - left, checksum: isDone ? hash.digest('hex') : '' });
  }
}
