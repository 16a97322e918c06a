import { MINUTE_MS } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { PeriodicTask } from '../kernel/periodic-task.ts';

const SWEEP_EVERY_MS = 5 * MINUTE_MS;

/** Removes what has run out: logins, tickets, proofs on their way. */
export function sweepOutdated({
  of,
  logger,
}: {
  of: { sweep(): Promise<void> }[];
  logger: Logger;
}): PeriodicTask {
  return new PeriodicTask({
    everyMs: SWEEP_EVERY_MS,
    work: async (signal) => {
      for (const one of of) {
        signal.throwIfAborted();
        await one.sweep();
      }
    },
    onFailure: (error) => logger.warn({ err: error }, 'old logins could not be removed'),
  });
}
