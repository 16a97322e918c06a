import { CHAIN_FILE } from '@jadegate/contract/session/evidence/chain-format';
import { BrokenFile, type RecordedFiles } from '@jadegate/contract/session/evidence/verify-recording';

import { isStorage } from '../../storage/storage-error.ts';
import { isKeyframe, keyframeImage } from '../desktop/keyframe-image.ts';
import { isMissing, type RecordingFiles } from '../recording-files.ts';
import { segmentImage, type SegmentFormat } from '../segment.ts';

/** What belongs to a recording. Of a terminal, pictures are made afterwards of what is signed, and are no part of it. */
const OWN_FILES: Record<SegmentFormat, RegExp> = {
  terminal: /^\d{6}\.seg$/,
  desktop: /^(\d{6}\.(seg|key)|acts\.jsonl)$/,
};

/** A recording where the product keeps it: on the disk or in the store, compressed or not yet. */
export class KeptRecording implements RecordedFiles {
  readonly #files: RecordingFiles;
  readonly #kind: SegmentFormat;

  constructor(files: RecordingFiles, kind: SegmentFormat) {
    this.#files = files;
    this.#kind = kind;
  }

  names(): Promise<string[]> {
    return this.#files.names(OWN_FILES[this.#kind]);
  }

  async image(name: string): Promise<Buffer | undefined> {
    const bytes = await this.#read(name);
    if (!bytes) {
      return undefined;
    }
    try {
      if (isKeyframe(name)) {
        return await keyframeImage(bytes);
      }
      return name.endsWith('.seg') ? await segmentImage(bytes) : bytes;
    } catch (error) {
      throw new BrokenFile(name, { cause: error });
    }
  }

  async chain(): Promise<AsyncIterable<Uint8Array> | undefined> {
    const bytes = await this.#read(CHAIN_FILE);
    return bytes && onePiece(bytes);
  }

  async #read(name: string): Promise<Buffer | undefined> {
    try {
      return await this.#files.read(name);
    } catch (error) {
      if (isMissing(error) || isStorage(error, 'not_found')) {
        return undefined;
      }
      throw error;
    }
  }
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
