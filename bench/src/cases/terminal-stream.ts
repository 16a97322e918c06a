import { LogText } from '../log-text.ts';
import { percentile, type Suite } from '../ratio.ts';
import { Stage } from '../stage.ts';

const FILE_BYTES = 128 * 1024 * 1024;
const WARM_UP_ROUNDS = 2;

/**
 * A large text printed in a terminal: a recorded session through the product, with a client that confirms what it has
 * read, against `ssh -tt` to /dev/null. The clock starts with the key that starts the printing.
 */
export async function terminalStream(): Promise<Suite> {
  const stage = await Stage.start();
  const printed = await LogText.on(stage.target, FILE_BYTES);
  const { terminal } = await stage.shell();
  const processor: number[] = [];
  const direct = (into?: string) => async () => {
    await stage.idle();
    return printed.megabytes / (await stage.target.secondsOf(printed.command, { terminal: true, into }));
  };
  const through = async () => {
    await stage.idle();
    const before = stage.processorSeconds;
    const seconds = await printed.secondsAt(terminal);
    processor.push(stage.processorSeconds - before);
    return printed.megabytes / seconds;
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
      const perMb = (percentile(processor, 0.5) * 1000) / printed.megabytes;
      process.stdout.write(`       processor time of the product: ${perMb.toFixed(1)} ms per MB\n`);
      await stage.close();
    },
  };
}
