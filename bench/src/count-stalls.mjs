// Loaded into the product with --import: from one SIGUSR2 to the next it counts how much processor time the main thread
// spends between two turns of the event loop, and prints the most of it. Time in which others had the processor does not
// count: nothing the product does takes it, and machines are shared.
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  // of this thread alone: those that collect garbage or query beside it hold up nobody
  const source = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const text = Buffer.alloc(64);
  const spentMs = () => {
    const length = readSync(source, text, 0, text.length, 0);
    return Number.parseInt(text.latin1Slice(0, length), 10) / 1e6;
  };
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
