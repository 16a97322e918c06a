import type { AlertWording } from '@jadegate/contract/words/alerts';

import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';

interface Line {
  wording: AlertWording;
  count: () => number | Promise<number>;
}

interface Dependencies {
  server: string;
  clock: Clock;
  lines: readonly Line[];
}

const EVERY_MS = MINUTE_MS;
/** How far back it is compared. */
const SPAN_MS = 15 * MINUTE_MS;
/** A busy hour leaves some; they are worked off by themselves. */
const MANY = 20;
const HOLD_MS = { raise: 0, clear: 10 * MINUTE_MS };

/** Work that waits for a quarter of an hour and grows. Once it shrinks it is over. */
export function watchBacklog({ server, clock, lines }: Dependencies): AlertWatch {
  const growths = lines.map((line) => ({ ...line, growth: new Growth() }));
  const look = async (): Promise<Condition[]> => {
    const found: Condition[] = [];
    for (const { wording, count, growth } of growths) {
      const waiting = await count();
      if (growth.add(clock.now(), waiting)) {
        found.push({
          subject: `${server}:${wording}`,
          wording,
          level: 'warning',
          params: { count: waiting },
        });
      }
    }
    return found;
  };
  return { kind: 'backlog', seenBy: 'server', everyMs: EVERY_MS, holdMs: HOLD_MS, check: look };
}

/** Counts of the last while. */
class Growth {
  #counts: { at: number; count: number }[] = [];

  /** Answers whether there are many, and more than there were all that time ago. */
  add(at: number, count: number): boolean {
    this.#counts.push({ at, count });
    // One that is old enough stays, to compare with.
    while ((this.#counts[1]?.at ?? at) <= at - SPAN_MS) {
      this.#counts.shift();
    }
    const [first] = this.#counts;
    const isLong = first !== undefined && at - first.at >= SPAN_MS;
    return isLong && count >= MANY && count > first.count && this.#counts.every((one) => one.count > 0);
  }
}
