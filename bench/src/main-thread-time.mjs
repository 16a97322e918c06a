import { openSync, readSync } from 'node:fs';

/**
 * Answers how to read the processor time of the main thread, in milliseconds. Of this thread alone: those that collect
 * garbage or query beside it hold up nobody. Time in which others had the processor does not count: nothing the product
 * does takes it, and machines are shared.
 */
export function mainThreadTime() {
  const source = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const text = Buffer.alloc(64);
  return () => {
    const length = readSync(source, text, 0, text.length, 0);
    return Number.parseInt(text.latin1Slice(0, length), 10) / 1e6;
  };
}
