import type { AlertKind } from '@jadegate/contract/operations/alert';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';

interface Part extends Pick<Condition, 'subject' | 'wording' | 'params'> {
  kind: AlertKind;
  /** Rejects when the part does not answer. */
  ask: () => Promise<unknown>;
  /** Asked when it does not: whether anybody misses it. */
  isNeeded?: () => Promise<boolean>;
}

const EVERY_MS = 30 * SECOND_MS;
const PATIENCE_MS = 10 * SECOND_MS;
/** A restart of the part is not news. */
const HOLD_MS = { raise: MINUTE_MS, clear: MINUTE_MS };

/** Something beside this process that answers or does not. */
export function watchPart({ kind, ask, isNeeded, ...condition }: Part): AlertWatch {
  const look = async (): Promise<Condition[]> => {
    try {
      await withTimeout(ask(), PATIENCE_MS);
      return [];
    } catch {
      const isMissed = !isNeeded || (await isNeeded());
      return isMissed ? [{ ...condition, level: 'danger' }] : [];
    }
  };
  return { kind, seenBy: 'server', everyMs: EVERY_MS, holdMs: HOLD_MS, check: look };
}
