import type { FileSum } from '../../../kernel/file-sum.ts';

/** What went over an open file in one direction: how much, and what it came to if it was all of it in order. */
export class TransferAccount {
  bytes = 0;
  /** Something of it did not work. */
  hasFailed = false;
  readonly #sum: FileSum;
  /** Where the next byte must come from for the sum to be that of the file. */
  #next = 0;
  #isInOrder = true;
  /** Undefined while nobody has looked. */
  #reachesEnd: boolean | undefined;
  #sizeAtFirst: number | undefined;

  /** `isNew`: there was nothing in it before. */
  constructor({ isNew, sum }: { isNew: boolean; sum: FileSum }) {
    this.#sum = sum;
    this.#reachesEnd = isNew ? true : undefined;
  }

  /** How large the file was when it was opened: a client that knows may leave once it has all of it. */
  beginsWith(size: number): void {
    this.#sizeAtFirst = size;
  }

  /** Bytes from this place on will come. */
  begin(offset: number): void {
    if (offset !== this.#next) {
      this.#isInOrder = false;
    }
  }

  add(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    if (this.#isInOrder) {
      this.#sum.add(bytes);
      this.#next += bytes.length;
    }
  }

  /** Bytes were put there that nobody saw pass. */
  addUnseen(bytes: number): void {
    this.bytes += bytes;
    this.#isInOrder = false;
  }

  /** The file was found to end there. */
  endsAt(size: number): void {
    this.#reachesEnd = size === this.#next;
  }

  /** There was nothing from this place on. Only at the place of the next byte that tells where it ends. */
  endsBehind(offset: number): void {
    if (offset === this.#next) {
      this.#reachesEnd = true;
    }
  }

  /** Its size was set: whether that is where the bytes ended is to be seen. */
  resized(): void {
    this.#reachesEnd = undefined;
  }

  /** Whether a look at the size of the file would tell more. */
  get needsSize(): boolean {
    return this.#isInOrder && !this.#reachesEnd;
  }

  get isWhole(): boolean {
    const isAll = this.#reachesEnd ?? this.#next === this.#sizeAtFirst;
    return isAll && this.#isInOrder && !this.hasFailed;
  }

  /** Empty where it would be the sum of something else than the file. Nothing goes over it any more. */
  async checksum(): Promise<string> {
    if (this.isWhole) {
      return this.#sum.end();
    }
    this.drop();
    return '';
  }

  drop(): void {
    this.#sum.drop();
  }
}
