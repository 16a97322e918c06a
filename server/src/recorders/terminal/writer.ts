import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';
import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import { encodeEvent } from '../event.ts';
import type { ChainHead } from '../evidence/chain.ts';
import type { Recording } from '../recording.ts';
import { SegmentWriter, type SegmentWriterOptions } from '../segment-writer.ts';

export interface TerminalWriterOptions extends Omit<SegmentWriterOptions, 'format'> {
  size: TerminalSize;
}

/** Writes what a terminal shows. */
export class TerminalWriter implements Recording {
  readonly #segments: SegmentWriter;
  #size: TerminalSize;

  private constructor(segments: SegmentWriter, size: TerminalSize) {
    this.#segments = segments;
    this.#size = size;
  }

  /** The folder and its first segment exist when this returns, or it throws: nobody works unrecorded by accident. */
  static async open(options: TerminalWriterOptions): Promise<TerminalWriter> {
    const segments = await SegmentWriter.open({ ...options, format: 'terminal' });
    return new TerminalWriter(segments, options.size);
  }

  get startedAt(): number {
    return this.#segments.startedAt;
  }

  /** Milliseconds since the beginning, for whoever wants to point at this moment. */
  now(): number {
    return this.#segments.now();
  }

  get isBehind(): boolean {
    return this.#segments.isBehind;
  }

  /** Every byte accepted so far, before compression. */
  get bytes(): number {
    return this.#segments.bytes;
  }

  get writtenBytes(): number {
    return this.#segments.writtenBytes;
  }

  get hasFailed(): boolean {
    return this.#segments.hasFailed;
  }

  get signed(): ChainHead | undefined {
    return this.#segments.signed;
  }

  output(bytes: Uint8Array): void {
    this.#add({ kind: 'output', at: this.now(), bytes });
  }

  input(bytes: Uint8Array, by: string): void {
    this.#add({ kind: 'input', at: this.now(), bytes, by });
  }

  resize(size: TerminalSize): void {
    this.#size = size;
    this.#add({ kind: 'resize', at: this.now(), size });
  }

  noteAccount(account: string): void {
    this.#segments.noteAccount(account);
  }

  mark(label: string): void {
    this.#add({ kind: 'mark', at: this.now(), label });
  }

  /** What was accepted before this call can be read from the files when it returns. */
  settle(): Promise<void> {
    return this.#segments.settle();
  }

  close(): Promise<void> {
    return this.#segments.close();
  }

  #add(event: TerminalEvent): void {
    this.#segments.add(encodeEvent(event, this.#segments.lastAt), { at: event.at, size: this.#size });
  }
}
