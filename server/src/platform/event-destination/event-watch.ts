import { DAY_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { AlertWatch, Condition } from '../notice/alert-watch.interface.ts';
import type { EventDestinationRepository } from './event-destination.repository.ts';
import { isClosing } from './event-gate.service.ts';

interface Dependencies {
  destinations: EventDestinationRepository;
  clock: Clock;
}

const EVERY_MS = MINUTE_MS;
/** How long it is said that something was lost. */
const TOLD_MS = DAY_MS;
/** A receiver that is restarted needs nobody. */
const HOLD_MS = { raise: 5 * MINUTE_MS, clear: MINUTE_MS };

/** A destination that takes nothing, loses something, or keeps sessions from being opened. */
export function watchEvents({ destinations, clock }: Dependencies): AlertWatch {
  const check = async (): Promise<Condition[]> => {
    const now = clock.now();
    return (await destinations.listEnabled()).flatMap((record): Condition[] => {
      const { id: subject, name, dropped, lost_at, undeliverable } = record;
      if (isClosing(record, now)) {
        const params = { name, hours: record.fail_closed_hours };
        return [{ subject, wording: 'events-closing', level: 'danger', params }];
      }
      if (lost_at !== null && now - lost_at < TOLD_MS) {
        // Each loss is another occasion.
        const params = { name, count: dropped };
        return [{ subject, wording: 'events-dropped', level: 'danger', params, occasion: String(dropped) }];
      }
      if (record.failing_since !== null) {
        return [{ subject, wording: 'events-failing', level: 'warning', params: { name } }];
      }
      return undeliverable > 0
        ? [
            {
              subject,
              wording: 'events-undeliverable',
              level: 'warning',
              params: { name, count: undeliverable },
            },
          ]
        : [];
    });
  };
  return { kind: 'events', seenBy: 'all', everyMs: EVERY_MS, holdMs: HOLD_MS, check };
}
