// Loaded into the product with --import: from one SIGUSR2 to the next it keeps how much processor time the main thread
// spends in each turn of its event loop, and prints the 99th percentile and the most of it. A turn that waits for something
// to happen counts by what it did.
import { isMainThread } from 'node:worker_threads';

import { mainThreadTime } from './main-thread-time.mjs';

if (isMainThread) {
  const spentMs = mainThreadTime();
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
