import { performance } from 'node:perf_hooks';

import { yieldToEventLoop } from './in-chunks.ts';

const SLICE_MS = 8;

/** Computing that others would feel, in slices: `await slices.rest()` whenever `isOver`. */
export class Slices {
  #until = performance.now() + SLICE_MS;

  /** This turn of the event loop has had its share. */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  async rest(): Promise<void> {
    await yieldToEventLoop();
    this.#until = performance.now() + SLICE_MS;
  }
}
