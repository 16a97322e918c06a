import { fileURLToPath } from 'node:url';

import type { Suite } from '../ratio.ts';
import { Stage } from '../stage.ts';

const SESSIONS = 500;
/** Opened at once, as many as a small target stands. */
const TOGETHER = 4;
/** Makes the product throw away what it no longer needs before it is weighed. */
const COLLECTOR = fileURLToPath(new URL('../collect-garbage.mjs', import.meta.url));
const SETTLE_MS = 3000;

/** What an open, recorded terminal costs in memory while nobody types. */
export async function terminalMemory(): Promise<Suite> {
  const stage = await Stage.start({ NODE_OPTIONS: `--import ${COLLECTOR}` });
  return {
    cases: [
      {
        name: `memory of ${SESSIONS} idle recorded terminals`,
        unit: 'kB each',
        candidate: {
          name: 'through the product',
          run: async () => {
            // What the first sessions load and compile is not theirs alone.
            await open(stage, 20);
            const before = await weigh(stage);
            await open(stage, SESSIONS);
            return ((await weigh(stage)) - before) / SESSIONS;
          },
        },
        atMost: 150,
        repetitions: 1,
      },
    ],
    close: () => stage.close(),
  };
}

async function open(stage: Stage, count: number): Promise<void> {
  let left = count;
  const work = async () => {
    while (left-- > 0) {
      await stage.shell();
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
}

async function weigh(stage: Stage): Promise<number> {
  await stage.idle();
  process.kill(stage.product.pid, 'SIGUSR2');
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return stage.memoryKb;
}
