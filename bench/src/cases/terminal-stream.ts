import { setTimeout as sleep } from 'node:timers/promises';

import { percentile, type Suite } from '../ratio.ts';
import { Stage } from '../stage.ts';

const FILE_BYTES = 128 * 1024 * 1024;
/** What the shell adds: the echo of the command, a prompt, a title. */
const AROUND_BYTES = 500;
const LINES = 1000;
const WARM_UP_ROUNDS = 2;

/**
 * A large text printed in a terminal: a recorded session through the product, with a client that confirms what it has
 * read, against `ssh -tt` to /dev/null. The clock starts with the key that starts the printing.
 */
export async function terminalStream(): Promise<Suite> {
  const stage = await Stage.start();
  const { text, newlines } = logText(FILE_BYTES);
  const path = await stage.target.file('text', text);
  // A terminal puts a carriage return before each newline.
  const bytes = text.length + newlines;
  const { terminal } = await stage.shell();
  const processor: number[] = [];
  const direct = (into?: string) => async () => {
    await stage.idle();
    return bytes / 1e6 / (await stage.target.secondsOf(`cat ${path}`, { terminal: true, into }));
  };
  const through = async () => {
    await stage.idle();
    const before = stage.processorSeconds;
    const from = terminal.received;
    const started = performance.now();
    terminal.type(`cat ${path}\n`);
    await terminal.has(from + bytes);
    const seconds = (performance.now() - started) / 1000;
    processor.push(stage.processorSeconds - before);
    await sleep(200);
    if (terminal.received > from + bytes + AROUND_BYTES) {
      throw new Error('the terminal showed more than the file');
    }
    return bytes / 1e6 / seconds;
  };
  // A process that has just started runs code that nothing has made fast yet.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await through();
  }
  return {
    cases: [
      {
        name: 'a recorded terminal that prints a large text',
        unit: 'MB/s',
        baseline: { name: 'ssh -tt', run: direct() },
        candidate: { name: 'through the product', run: through },
        atLeast: 0.9,
      },
      {
        // There is always one more between the target and the eye: what that alone costs on this machine.
        name: 'the same, against ssh with another program behind it',
        unit: 'MB/s',
        baseline: { name: 'ssh -tt | cat', run: direct('cat') },
        candidate: { name: 'through the product', run: through },
        atLeast: 0.9,
      },
    ],
    close: async () => {
      const perMb = (percentile(processor, 0.5) * 1000) / (bytes / 1e6);
      process.stdout.write(`       processor time of the product: ${perMb.toFixed(1)} ms per MB\n`);
      await stage.close();
    },
  };
}

/** Lines as a log has them: some colour, some repetition, nothing that packs to nothing. */
function logText(size: number): { text: Buffer; newlines: number } {
  const lines = Array.from({ length: LINES }, (_, line) => {
    const word = ((line * 2_654_435_761) >>> 0).toString(36);
    return `\u001B[32m2026-11-15T08:${String(line % 60).padStart(2, '0')}:07.${line}Z\u001B[0m worker[${line * 7}]: request ${word} took ${(line * 37) % 911} ms\n`;
  });
  const block = Buffer.from(lines.join(''));
  const blocks = Math.floor(size / block.length);
  return { text: Buffer.alloc(blocks * block.length, block), newlines: blocks * LINES };
}
