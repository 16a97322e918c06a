import type { SessionEnd } from '@jadegate/contract/session/session-end';

import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { DestinationRecord, EventDestinationRepository } from './event-destination.repository.ts';

interface Dependencies {
  destinations: EventDestinationRepository;
  clock: Clock;
}

const FRESH_MS = 2 * SECOND_MS;

/** A destination that must not miss anything has got nothing for too long. */
export class EventsWaiting extends Error {
  readonly end: SessionEnd = { kind: 'events_waiting' };
}

/** When the oldest happened that a destination has not got; undefined where it has all. */
export function oldestWaiting({ next_at, parked_at }: Pick<DestinationRecord, 'next_at' | 'parked_at'>) {
  const waiting = [next_at, parked_at].filter((at) => at !== null);
  return waiting.length === 0 ? undefined : Math.min(...waiting);
}

export function isClosing(
  record: Pick<DestinationRecord, 'enabled' | 'fail_closed_hours' | 'next_at' | 'parked_at'>,
  now: number,
): boolean {
  const oldest = oldestWaiting(record);
  const { enabled, fail_closed_hours: hours } = record;
  return enabled === 1 && hours > 0 && oldest !== undefined && now - oldest > hours * HOUR_MS;
}

/** Keeps new sessions from being opened while nobody outside hears of them, where an administrator wants it so. */
export class EventGate {
  readonly #deps: Dependencies;
  #known: { at: number; closing: DestinationRecord | undefined } | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Says no before a session is prepared. */
  async refuse(): Promise<void> {
    const closing = await this.#closing();
    if (closing) {
      const params = { name: closing.name, hours: closing.fail_closed_hours };
      throw new AppError('session.events_waiting', { params });
    }
  }

  /** The same for one that is being opened, in the words of a session. */
  async refuseOpening(): Promise<void> {
    if (await this.#closing()) {
      throw new EventsWaiting('events have not been delivered for too long');
    }
  }

  /** Somebody changed what counts. */
  forget(): void {
    this.#known = undefined;
  }

  async #closing(): Promise<DestinationRecord | undefined> {
    const { destinations, clock } = this.#deps;
    const now = clock.now();
    if (!this.#known || Math.abs(now - this.#known.at) >= FRESH_MS) {
      const closing = (await destinations.listEnabled()).find((record) => isClosing(record, now));
      this.#known = { at: now, closing };
    }
    return this.#known.closing;
  }
}
