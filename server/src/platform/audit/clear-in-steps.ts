import type { Database, Tx } from '../../db/database.ts';

export interface ClearedStep {
  removed: number;
  /** Nothing is left. */
  isLast: boolean;
}

export interface Clearing {
  /** How many may not go because they are held. */
  countHeld?: (tx: Tx) => Promise<number>;
  /** How many are left. Asked only where they do not go in one step. */
  count: (tx: Tx) => Promise<number>;
  /**
   * Removes some of those that were there when the clearing began, in some tens of milliseconds: everybody else who writes
   * waits for it.
   */
  removeSome: (tx: Tx) => Promise<ClearedStep>;
}

interface Means {
  database: Database;
  /** Puts it on record with how many. */
  write: (detail: Record<string, number>, tx: Tx) => Promise<void>;
}

export async function clearInSteps(
  { database, write }: Means,
  { count, removeSome, countHeld }: Clearing,
): Promise<void> {
  let removed = 0;
  for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
    const before = removed;
    const step = await database.transact(async (tx) => {
      const done = await removeSome(tx);
      if (done.isLast) {
        const held = (await countHeld?.(tx)) ?? 0;
        await write({ removed: before + done.removed, ...(held > 0 && { held }) }, tx);
      } else if (isFirst) {
        await write({ toRemove: done.removed + (await count(tx)) }, tx);
      }
      return done;
    });
    removed += step.removed;
    ({ isLast } = step);
  }
}
