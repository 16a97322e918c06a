// Loaded into the product with --import: from one SIGUSR2 to the next it counts how much processor time the main thread
// spends between two turns of the event loop, and prints the most of it.
import { isMainThread } from 'node:worker_threads';

import { mainThreadTime } from './main-thread-time.mjs';

if (isMainThread) {
  const spentMs = mainThreadTime();
  let isCounting = false;
  let longest = 0;
  let before = 0;
  const turn = () => {
    const now = spentMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (isCounting) {
      setImmediate(turn);
    }
  };
  process.on('SIGUSR2', () => {
    isCounting = !isCounting;
    if (isCounting) {
      longest = 0;
      before = spentMs();
      setImmediate(turn);
      process.stdout.write('stalls: counting\n');
    } else {
      process.stdout.write(`stalls: ${longest}\n`);
    }
  });
}
