import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { runInBackground } from '../kernel/defects.ts';
import type { ChainHead, RecordingChain } from './evidence/chain.ts';
import { RecordingFailed, type RecordingOptions } from './recording.ts';
import { encodeHeader, HEADER_BYTES, segmentName, type SegmentFormat, type SegmentSize } from './segment.ts';

export interface SegmentWriterOptions extends RecordingOptions {
  format: SegmentFormat;
  size: SegmentSize;
  /** How large one becomes, where that is not two megabytes: for tests. */
  segmentBytes?: number;
  /** A segment is finished and may be compressed. */
  onSegment?: (path: string) => void;
  /** Room again after `isBehind`. */
  onDrain?: () => void;
}

/** A moment of the session, and the screen it had. */
interface Moment {
  at: number;
  size: SegmentSize;
}

/** One event, ready to be written. */
interface Entry extends Moment {
  parts: Uint8Array[];
  length: number;
}

/** Written at the latest this long after it happened; a crash of the process loses no more. */
const FLUSH_MS = 200;
const FLUSH_BYTES = 256 * 1024;
/** Small enough to be unpacked in an instant when a player seeks. */
const SEGMENT_BYTES = 2 * 1024 * 1024;
/** Beyond this the disk does not keep up, and the session must wait for it. */
const BEHIND_BYTES = 8 * 1024 * 1024;

/**
 * Writes events into segments, append only, beside the session and never in its way: they are queued and written in
 * batches. Compression comes later and elsewhere. What is in the events is known to whoever makes them.
 */
export class SegmentWriter {
  readonly #options: SegmentWriterOptions;
  readonly startedAt: number;
  /** What is signed of it; undefined where nothing is. */
  #chain: RecordingChain | undefined;
  #file: FileHandle | undefined;
  #name = '';
  /** Whole segments of which not all is signed yet. */
  readonly #signing = new Set<Promise<void>>();
  #segment = 0;
  #segmentBytes = 0;
  #lastAt = 0;
  #queue: Entry[] = [];
  #queued = 0;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failed = false;
  #isFull = false;
  #wasBehind = false;
  /** Every byte accepted so far, before compression. */
  bytes = 0;
  #writtenBytes = 0;

  private constructor(options: SegmentWriterOptions) {
    this.#options = options;
    this.startedAt = options.clock.now();
  }

  /** The folder and its first segment exist when this returns, or it throws: nobody works unrecorded by accident. */
  static async open(options: SegmentWriterOptions): Promise<SegmentWriter> {
    const writer = new SegmentWriter(options);
    try {
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      writer.#chain = await options.beginChain?.(options.format, (error) => writer.#fail(error));
      await writer.#nextSegment({ at: 0, size: options.size });
    } catch (error) {
      writer.#chain?.drop();
      await writer.#file?.close();
      throw new RecordingFailed(error);
    }
    return writer;
  }

  /** Milliseconds since the beginning, for whoever wants to point at this moment. */
  now(): number {
    return Math.max(this.#lastAt, this.#options.clock.now() - this.startedAt);
  }

  /** The moment of the event before. */
  get lastAt(): number {
    return this.#lastAt;
  }

  get isBehind(): boolean {
    return this.#queued > BEHIND_BYTES;
  }

  get writtenBytes(): number {
    return this.#writtenBytes;
  }

  get hasFailed(): boolean {
    return this.#failed || this.#isFull;
  }

  get signed(): ChainHead | undefined {
    return this.#chain?.head;
  }

  /** A file beside the segments that belongs to the recording has so many bytes. */
  grew(file: string, bytes: number): void {
    this.#chain?.grew(file, bytes);
  }

  noteAccount(account: string): void {
    this.#chain?.note({ account });
  }

  /** What was accepted before this call can be read from the files when it returns. */
  async settle(): Promise<void> {
    const target = this.bytes;
    while (this.#writtenBytes < target && !this.#failed) {
      this.#flush();
      await this.#writing;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#writing ?? this.#queue.length > 0) {
      this.#flush();
      await this.#writing;
    }
    await this.#finishSegment().catch((error: unknown) => this.#fail(error));
    if (this.#failed) {
      this.#chain?.drop();
    } else {
      await this.#chain?.close(this.#isFull ? 'full' : 'closed');
    }
    await Promise.all(this.#signing);
  }

  /** An event of this moment, as it will be on disk. */
  add(parts: Uint8Array[], { at, size }: Moment): void {
    if (this.hasFailed) {
      return;
    }
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const { maxBytes = 0 } = this.#options;
    if (maxBytes > 0 && this.bytes + length > maxBytes) {
      this.#isFull = true;
      this.#options.onFull?.();
      return;
    }
    this.#queue.push({ parts, length, at, size });
    this.#queued += length;
    this.bytes += length;
    this.#lastAt = at;
    this.#wasBehind ||= this.isBehind;
    if (this.#queued >= FLUSH_BYTES) {
      this.#flush();
    } else {
      this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing || this.#queue.length === 0 || this.#failed) {
      return;
    }
    const batch = this.#takeBatch();
    this.#writing = this.#write(batch)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#written(lengthOf(batch)));
  }

  /** Not more than a few hundred kilobytes at a time, so that segments keep their size when the disk is slow. */
  #takeBatch(): Entry[] {
    let length = 0;
    const end = this.#queue.findIndex((entry) => (length += entry.length) >= FLUSH_BYTES);
    return this.#queue.splice(0, end === -1 ? this.#queue.length : end + 1);
  }

  async #write(batch: Entry[]): Promise<void> {
    await writeAll(
      this.#file,
      batch.flatMap((entry) => entry.parts),
    );
    this.#segmentBytes += lengthOf(batch);
    this.#writtenBytes += lengthOf(batch);
    this.#chain?.grew(this.#name, HEADER_BYTES + this.#segmentBytes);
    const end = batch.at(-1);
    if (end && this.#segmentBytes >= (this.#options.segmentBytes ?? SEGMENT_BYTES)) {
      await this.#finishSegment();
      await this.#nextSegment(end);
    }
  }

  #written(length: number): void {
    this.#writing = undefined;
    this.#queued = Math.max(0, this.#queued - length);
    if (this.#wasBehind && this.#queued < BEHIND_BYTES / 2) {
      this.#wasBehind = false;
      this.#options.onDrain?.();
    }
    if (this.#queue.length > 0) {
      this.#flush();
    }
  }

  async #nextSegment({ at, size }: Moment): Promise<void> {
    this.#segment += 1;
    this.#segmentBytes = 0;
    this.#name = segmentName(this.#segment);
    this.#file = await open(this.#path, 'ax', 0o600);
    const { format } = this.#options;
    const header = { format, startedAt: this.startedAt, offset: at, size, compressed: false };
    await this.#file.write(encodeHeader(header));
    this.#chain?.grew(this.#name, HEADER_BYTES);
  }

  get #path(): string {
    return join(this.#options.folder, this.#name);
  }

  async #finishSegment(): Promise<void> {
    const file = this.#file;
    if (!file) {
      return;
    }
    this.#file = undefined;
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    const path = this.#path;
    const isEmpty = this.#segmentBytes === 0;
    const signing = this.#signed(this.#name, HEADER_BYTES + this.#segmentBytes).then(() => {
      this.#signing.delete(signing);
      if (!isEmpty) {
        this.#options.onSegment?.(path);
      }
    });
    this.#signing.add(signing);
    runInBackground(signing, 'the end of a segment');
  }

  async #signed(file: string, bytes: number): Promise<void> {
    await this.#chain?.finished(file, bytes);
  }

  #fail(error: unknown): void {
    if (this.#failed) {
      return;
    }
    this.#failed = true;
    this.#queue = [];
    this.#queued = 0;
    this.#options.onFailure(error);
    // Nobody waits for a disk that takes nothing any more.
    this.#options.onDrain?.();
  }
}

function lengthOf(batch: readonly Entry[]): number {
  return batch.reduce((sum, entry) => sum + entry.length, 0);
}

/** `writev` may write less than it was given, on a full disk for one. */
async function writeAll(file: FileHandle | undefined, parts: Uint8Array[]): Promise<void> {
  if (!file) {
    throw new Error('the recording is closed');
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const { bytesWritten } = await file.writev(parts);
  if (bytesWritten < length) {
    const rest = Buffer.concat(parts).subarray(bytesWritten);
    let position = 0;
    while (position < rest.length) {
      const written = await file.write(rest, position);
      if (written.bytesWritten === 0) {
        throw new Error('the recording could not be written');
      }
      position += written.bytesWritten;
    }
  }
}
