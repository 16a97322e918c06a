import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { EventLogService } from '../event/event-log.service.ts';
import type { EventDestinationRepository } from './event-destination.repository.ts';
import { oldestWaiting } from './event-gate.service.ts';

interface Needs {
  destinations: EventDestinationRepository;
  events: EventLogService;
  clock: Clock;
}

/** How it goes with the destinations that are on, and what is kept for them. */
export async function readFigures({ destinations, events, clock }: Needs) {
  const head = await events.head();
  const now = clock.now();
  const rows = await destinations.listEnabled();
  return {
    keptBytes: head.bytes - head.gone_bytes,
    destinations: rows.map((record) => ({
      name: record.name,
      sent: record.sent,
      dropped: record.dropped,
      waiting: Math.max(0, head.seq - record.reached),
      undeliverable: record.undeliverable,
      lagSeconds: Math.max(0, (now - (oldestWaiting(record) ?? now)) / SECOND_MS),
      isFailing: record.failing_since !== null,
    })),
  };
}
