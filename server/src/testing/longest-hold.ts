import { openSync, readSync } from 'node:fs';

const LOOK_MS = 1;

/**
 * The most processor time that this thread spends at a stretch while something goes on: what everybody else would have
 * waited for. Of this thread alone, and without the time that other programs had the processor.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const spent = threadTime();
  let longest = 0;
  let before = spent();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
    timer = setTimeout(look, LOOK_MS);
  };
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  before = spent();
  look();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 2 * LOOK_MS));
  clearTimeout(timer);
  return longest;
}

let source: number | undefined;
const text = Buffer.alloc(64);

function threadTime(): () => number {
  source ??= openSync('/proc/thread-self/schedstat', 'r');
  const from = source;
  return () => Number.parseInt(text.toString('latin1', 0, readSync(from, text, 0, text.length, 0)), 10) / 1e6;
}
