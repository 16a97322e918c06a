import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '../kernel/logger.ts';
import { isMissing } from './recording-files.ts';
import { compressSegment } from './segment.ts';

const LOOK_EVERY_MS = 500;
/** While terminals write more than this between two looks, compressing would take the processor from them. */
const QUIET_BYTES = 2 * 1024 * 1024;

/** Compresses finished segments, one after another, when the terminals leave time for it. */
export class SegmentCompressor {
  readonly #logger: Logger;
  readonly #onSegment: ((path: string) => void) | undefined;
  readonly #stop = new AbortController();
  readonly #waiting: string[] = [];
  #recentBytes = 0;
  #running: Promise<void> | undefined;

  /** Others who have work with finished segments are told of each one when there is time for it. */
  constructor(logger: Logger, onSegment?: (path: string) => void) {
    this.#logger = logger;
    this.#onSegment = onSegment;
  }

  /** Tells how much a terminal has just written. */
  note(bytes: number): void {
    this.#recentBytes += bytes;
  }

  add(path: string): void {
    this.#waiting.push(path);
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** Finishes the segment under way. Those that wait stay raw, which a reader does not mind. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    // Something was just written: whether it goes on like that is not known before the first look.
    this.#recentBytes = QUIET_BYTES;
    while (!this.#stop.signal.aborted) {
      if (!(await this.#isQuiet())) {
        continue;
      }
      const path = this.#waiting.shift();
      if (path === undefined) {
        return;
      }
      await this.#compress(path);
      this.#onSegment?.(path);
    }
  }

  async #isQuiet(): Promise<boolean> {
    if (this.#recentBytes < QUIET_BYTES) {
      this.#recentBytes = 0;
      return true;
    }
    this.#recentBytes = 0;
    // Ends early when the process stops; that is no failure.
    await sleep(LOOK_EVERY_MS, undefined, { ref: false, signal: this.#stop.signal }).catch(() => undefined);
    return this.#recentBytes < QUIET_BYTES;
  }

  async #compress(path: string): Promise<void> {
    try {
      await compressSegment(path);
    } catch (error) {
      if (isMissing(error)) {
        return; // Deleted, or moved to the store.
      }
      this.#logger.warn({ err: error }, 'a recording could not be compressed and stays as it is');
    }
  }
}
