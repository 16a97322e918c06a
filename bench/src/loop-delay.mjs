// Loaded into the product with --import: from one SIGUSR2 to the next it keeps how much processor time the main thread
// spends in each turn of its event loop, and prints the 99th percentile and the most of it. As in count-stalls.mjs, time in
// which others had the processor does not count. A turn that waits for something to happen counts by what it did.
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const source = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const text = Buffer.alloc(64);
  const spentMs = () => {
    const length = readSync(source, text, 0, text.length, 0);
    return Number.parseInt(text.latin1Slice(0, length), 10) / 1e6;
  };
  const EVERY_MS = 10;
  let timer;
  let before = 0;
  let delays = [];
  process.on('SIGUSR2', () => {
    if (timer === undefined) {
      delays = [];
      before = spentMs();
      // What comes between two of these is what somebody else's key would have waited for.
      timer = setInterval(() => {
        const now = spentMs();
        delays.push(now - before);
        before = now;
      }, EVERY_MS);
      process.stdout.write('loop: counting\n');
      return;
    }
    clearInterval(timer);
    timer = undefined;
    const sorted = delays.toSorted((one, other) => one - other);
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    process.stdout.write(`loop: ${at(0.99)} ${sorted.at(-1) ?? 0} ${sorted.length}\n`);
  });
}
