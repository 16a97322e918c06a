import { BUNDLE } from '@jadegate/contract/session/evidence/bundle';
import type { ZipReader } from '@jadegate/contract/session/evidence/zip-reader';
import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { decodeEvents, type TerminalEvent } from '@jadegate/contract/session/terminal-recording';

import type { RecordingSource } from '../features/session/session/recording-source.ts';

/** Segments and pictures begin with so many bytes about themselves. */
const HEADER_BYTES = 32;
/** Parts in memory at a time. */
const KEPT = 4;

interface Segment {
  path: string;
  index: number;
  offset: number;
  bytes: number;
  cols: number;
  rows: number;
}

interface Keyframe {
  path: string;
  index: number;
  offset: number;
}

/** The recording inside an evidence file, for a player. */
export class BundledRecording implements RecordingSource {
  readonly #zip: ZipReader;
  readonly #pictures: readonly Keyframe[];
  readonly #parts: readonly Segment[];
  readonly #kept = new Map<number, Promise<readonly TerminalEvent[]>>();
  readonly durationMs: number;

  private constructor(
    zip: ZipReader,
    parts: readonly Segment[],
    pictures: readonly Keyframe[],
    durationMs: number,
  ) {
    this.#zip = zip;
    this.#parts = parts;
    this.#pictures = pictures;
    this.durationMs = durationMs;
  }

  /** Undefined where there is nothing to play. */
  static async open(zip: ZipReader): Promise<BundledRecording | undefined> {
    const parts: Segment[] = [];
    const pictures: Keyframe[] = [];
    for (const path of zip.paths.filter((one) => one.startsWith(BUNDLE.recording)).toSorted()) {
      const number = Number(/\/(\d{6})\.(?:seg|key)$/.exec(path)?.[1] ?? Number.NaN);
      const bytes = Number.isNaN(number) ? undefined : await zip.read(path);
      if (!bytes || bytes.length < HEADER_BYTES) {
        continue;
      }
      const head = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
      if (path.endsWith('.seg')) {
        const [offset, cols, rows] = [largeAt(head, 16), head.getUint16(24), head.getUint16(26)];
        parts.push({ path, index: number, offset, bytes: bytes.length, cols, rows });
      } else {
        pictures.push({ path, index: number, offset: largeAt(head, 8) });
      }
    }
    const last = parts.at(-1);
    if (!last) {
      return undefined;
    }
    const recording = new BundledRecording(zip, parts, pictures, 0);
    const durationMs = (await recording.events(parts.length - 1)).at(-1)?.at ?? last.offset;
    return new BundledRecording(zip, parts, pictures, Math.max(1, durationMs));
  }

  get segments(): RecordingOutline['segments'] {
    return this.#parts.map(({ index, offset, bytes, cols, rows }) => ({ index, offset, bytes, cols, rows }));
  }

  get keyframes(): RecordingOutline['keyframes'] {
    return this.#pictures.map(({ index, offset }) => ({ index, offset }));
  }

  events(segment: number): Promise<readonly TerminalEvent[]> {
    const reading = this.#kept.get(segment) ?? this.#read(segment);
    this.#kept.delete(segment);
    this.#kept.set(segment, reading);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) {
      this.#kept.delete(oldest);
    }
    return reading;
  }

  async keyframe(index: number): Promise<Uint8Array> {
    const path = this.#pictures.find((one) => one.index === index)?.path ?? '';
    return (await this.#zip.read(path))?.subarray(HEADER_BYTES) ?? new Uint8Array();
  }

  async #read(segment: number): Promise<readonly TerminalEvent[]> {
    const part = this.#parts[segment];
    const bytes = part && (await this.#zip.read(part.path));
    return part && bytes ? [...decodeEvents(bytes.subarray(HEADER_BYTES), part.offset)] : [];
  }
}

/** Six bytes. */
function largeAt(view: DataView, at: number): number {
  return view.getUint16(at) * 2 ** 32 + view.getUint32(at + 2);
}
