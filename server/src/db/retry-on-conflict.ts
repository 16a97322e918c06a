import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Engine } from './dialect.ts';

const TRIES = 6;
const FIRST_PAUSE_MS = 20;

/** Runs the work again, after a while that differs from the other's, when two transactions stood in each other's way. */
export async function retryOnConflict<Result>(
  engine: Pick<Engine, 'isConflict'>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !engine.isConflict(error)) {
        throw error;
      }
      const longest = FIRST_PAUSE_MS * 2 ** attempt;
      await sleep(randomInt(longest / 2, longest));
    }
  }
}
