import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';

import { byteRange, isBeyond } from '../../kernel/byte-range.ts';
import type { RecordingExport } from './session-kind.ts';
import type { SessionRecord } from './session.repository.ts';

export type RangeHeaders = Readonly<IncomingHttpHeaders>;
type Content = RecordingExport['content'];

/** Whoever asks for parts asks many times, and the whole must be gone through to know how long it is. */
const KEPT_SIZES = 200;

/**
 * Parts of recordings as one file. That file is nowhere: it is made of segments while it is sent, wherever they lie, and a
 * part is made by leaving out what comes before.
 */
export class RecordingRanges {
  readonly #sizes = new Map<string, number>();

  async answer(
    { id, status }: Pick<SessionRecord, 'id' | 'status'>,
    content: Content,
    headers: RangeHeaders,
  ) {
    // What is still being written has no end to count from.
    if (status !== 'disconnected') {
      return { body: Readable.from(content()) };
    }
    const etag = `"${id}"`;
    const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
    const common = { 'accept-ranges': 'bytes', etag };
    if (headers.range === undefined || !isSame) {
      return { body: Readable.from(content()), headers: common };
    }
    const size = await this.#sizeOf(id, content);
    if (isBeyond(headers.range, size)) {
      const none = { ...common, 'content-range': `bytes */${size}` };
      return { body: Readable.from([]), status: 416 as const, headers: none };
    }
    const range = byteRange(headers.range, size);
    if (!range) {
      return { body: Readable.from(content()), headers: common };
    }
    const { start, end } = range;
    return {
      body: Readable.from(part(content(), range), { objectMode: false }),
      status: 206 as const,
      headers: {
        ...common,
        'content-length': String(end - start),
        'content-range': `bytes ${start}-${end - 1}/${size}`,
      },
    };
  }

  async #sizeOf(id: string, content: Content): Promise<number> {
    const known = this.#sizes.get(id);
    if (known !== undefined) {
      return known;
    }
    let size = 0;
    for await (const piece of content()) {
      size += Buffer.byteLength(piece);
    }
    this.#sizes.set(id, size);
    const [oldest] = this.#sizes.keys();
    if (oldest !== undefined && this.#sizes.size > KEPT_SIZES) {
      this.#sizes.delete(oldest);
    }
    return size;
  }
}

async function* part(
  content: AsyncIterable<string | Uint8Array>,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of content) {
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
