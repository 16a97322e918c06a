import type { Suite } from '../ratio.ts';
import { Stage } from '../stage.ts';
import { weigh, WEIGHED } from '../weigh.ts';

const SESSIONS = 500;

/** What an open, recorded terminal costs in memory while nobody types. */
export async function terminalMemory(): Promise<Suite> {
  const stage = await Stage.start(WEIGHED);
  return {
    cases: [
      {
        name: `memory of ${SESSIONS} idle recorded terminals`,
        unit: 'kB each',
        candidate: {
          name: 'through the product',
          run: async () => {
            // What the first sessions load and compile is not theirs alone.
            await stage.shells(20);
            const before = await weigh(stage.product.pid);
            await stage.shells(SESSIONS);
            return ((await weigh(stage.product.pid)) - before) / SESSIONS;
          },
        },
        atMost: 150,
        repetitions: 1,
      },
    ],
    close: () => stage.close(),
  };
}
