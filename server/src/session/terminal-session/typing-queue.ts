import { KeyReader, type Key } from '../../protocols/terminal-line/key-reader.ts';

/** A key somebody typed. */
export interface TypedKey {
  key: Key;
  by: string;
  /** The target has it already. */
  isSent: boolean;
}

interface Typed {
  bytes: Uint8Array;
  by: string;
}

/** Keys are read so many at a time: a frame of a megabyte would make a million of them at once. */
const KEYS_AT_A_TIME = 128;

/** What a key costs to read, counted in small ones: text by its length, and a line that is handed over. */
export const SUBMIT_WORK = 8;
const BYTES_PER_WORK = 64;

export function workOf({ bytes }: Key, isSubmit: boolean): number {
  return 1 + bytes.length / BYTES_PER_WORK + (isSubmit ? SUBMIT_WORK : 0);
}

/** What was typed and has not been dealt with, in the order it came: bytes until their turn, then keys. */
export class TypingQueue {
  readonly #readers = new Map<string, KeyReader>();
  #typed: Typed[] = [];
  #keys: TypedKey[] = [];
  /** Of the keys, so many are gone. */
  #taken = 0;
  #bytes = 0;

  /** How much of it is still bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#typed.length === 0 && this.#taken >= this.#keys.length;
  }

  add(bytes: Uint8Array, by: string): void {
    if (bytes.length > 0) {
      this.#typed.push({ bytes, by });
      this.#bytes += bytes.length;
    }
  }

  /** The next key. With `send`, what keys are read from is sent first: it does not wait for them to be understood. */
  next(send?: (bytes: Uint8Array) => void): TypedKey | undefined {
    if (this.#taken >= this.#keys.length) {
      this.#readOn(send);
    }
    const key = this.#keys[this.#taken];
    this.#taken += 1;
    return key;
  }

  /** What this person typed is not wanted any more; answers whether there was any. */
  drop(by: string): boolean {
    const keys = this.#keys.slice(this.#taken);
    this.#keys = keys.filter((key) => key.by !== by);
    this.#taken = 0;
    const before = this.#typed.length;
    this.#typed = this.#typed.filter((typed) => typed.by !== by);
    this.#bytes = this.#typed.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return this.#typed.length < before || this.#keys.length < keys.length;
  }

  clear(): void {
    this.#typed = [];
    this.#keys = [];
    this.#taken = 0;
    this.#bytes = 0;
  }

  /** What one person's bytes mean goes on from what they sent before. */
  readerOf(by: string): KeyReader {
    const reader = this.#readers.get(by) ?? new KeyReader();
    this.#readers.set(by, reader);
    return reader;
  }

  #readOn(send: ((bytes: Uint8Array) => void) | undefined): void {
    const [first] = this.#typed;
    this.#keys = [];
    this.#taken = 0;
    if (!first) {
      return;
    }
    const { bytes, by } = first;
    const keys = this.readerOf(by).read(bytes, KEYS_AT_A_TIME);
    const length = keys.reduce((sum, key) => sum + key.bytes.length, 0);
    this.#bytes -= length;
    if (length < bytes.length) {
      first.bytes = bytes.subarray(length);
    } else {
      this.#typed.shift();
    }
    send?.(bytes.subarray(0, length));
    this.#keys = keys.map((key) => ({ key, by, isSent: send !== undefined }));
  }
}
