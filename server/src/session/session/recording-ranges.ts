import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';

import { byteRange, isBeyond } from '../../kernel/byte-range.ts';
import type { RecordingExport } from './session-kind.ts';
import type { SessionRecord } from './session.repository.ts';

/** Who asks, and until when there is somebody to answer. */
export interface RangeAsked {
  headers: Readonly<IncomingHttpHeaders>;
  left: AbortSignal;
}
type Content = RecordingExport['content'];

interface Count {
  size: Promise<number | undefined>;
  askers: AbortSignal[];
}

/** Whoever asks for parts asks many times, and the whole must be gone through to know how long it is. */
const KEPT_SIZES = 200;

/**
 * Parts of recordings as one file. That file is nowhere: it is made of segments while it is sent, wherever they lie, and a
 * part is made by leaving out what comes before.
 */
export class RecordingRanges {
  readonly #sizes = new Map<string, number>();
  readonly #counts = new Map<string, Count>();

  /** `goesOn` where the beginning is no part of the answer: whoever gets that has fetched the beginning before. */
  async answer(
    { id, status }: Pick<SessionRecord, 'id' | 'status'>,
    content: Content,
    { headers, left }: RangeAsked,
  ) {
    // What is still being written has no end to count from.
    if (status !== 'disconnected') {
      return { body: Readable.from(content()), goesOn: false };
    }
    const etag = `"${id}"`;
    const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
    const common = { 'accept-ranges': 'bytes', etag };
    if (headers.range === undefined || !isSame) {
      return { body: Readable.from(content()), headers: common, goesOn: false };
    }
    const size = await this.#sizeOf(id, content, left);
    if (size === undefined || isBeyond(headers.range, size)) {
      const none = { ...common, 'content-range': `bytes */${size ?? 0}` };
      return { body: Readable.from([]), status: 416 as const, headers: none, goesOn: true };
    }
    const range = byteRange(headers.range, size);
    if (!range) {
      return { body: Readable.from(content()), headers: common, goesOn: false };
    }
    const { start, end } = range;
    return {
      body: Readable.from(part(content(), range, left), { objectMode: false }),
      status: 206 as const,
      headers: {
        ...common,
        'content-length': String(end - start),
        'content-range': `bytes ${start}-${end - 1}/${size}`,
      },
      goesOn: start > 0,
    };
  }

  /** Undefined when nobody waits for it any more. */
  async #sizeOf(id: string, content: Content, left: AbortSignal): Promise<number | undefined> {
    const known = this.#sizes.get(id);
    if (known !== undefined) {
      return known;
    }
    // One pass for all who ask at once, which ends with the last of them: hanging up and asking again adds none.
    const running = this.#counts.get(id);
    if (running?.askers.some(({ aborted }) => !aborted)) {
      running.askers.push(left);
      return running.size;
    }
    const askers = [left];
    const count = { askers, size: countBytes(content(), askers) };
    this.#counts.set(id, count);
    try {
      const size = await count.size;
      if (size !== undefined) {
        this.#keep(id, size);
      }
      return size;
    } finally {
      if (this.#counts.get(id) === count) {
        this.#counts.delete(id);
      }
    }
  }

  #keep(id: string, size: number): void {
    this.#sizes.set(id, size);
    const [oldest] = this.#sizes.keys();
    if (oldest !== undefined && this.#sizes.size > KEPT_SIZES) {
      this.#sizes.delete(oldest);
    }
  }
}

async function countBytes(
  content: AsyncIterable<string | Uint8Array>,
  askers: readonly AbortSignal[],
): Promise<number | undefined> {
  let size = 0;
  for await (const piece of content) {
    if (askers.every(({ aborted }) => aborted)) {
      return undefined;
    }
    size += Buffer.byteLength(piece);
  }
  return size;
}

async function* part(
  content: AsyncIterable<string | Uint8Array>,
  { start, end }: { start: number; end: number },
  left: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of content) {
    // A stream that nobody reads any more is ended only when it gives something, and this leaves out much before.
    if (left.aborted) {
      return;
    }
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    const wanted = bytes.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += bytes.length;
    if (wanted.length > 0) {
      yield wanted;
    }
    if (at >= end) {
      return;
    }
  }
}
