import { Counter, Gauge, type Registry } from 'prom-client';

import { SECOND_MS } from '../kernel/clock.ts';
import type { Meter } from '../kernel/meter.ts';
import { withTimeout } from '../kernel/with-timeout.ts';

interface DestinationFigures {
  name: string;
  sent: number;
  dropped: number;
  waiting: number;
  undeliverable: number;
  lagSeconds: number;
  isFailing: boolean;
}

/** Events on their way out, for those who measure. */
export interface MeasuredEvents {
  readonly eventMeter: Meter<'send', 'ok' | 'failed'>;
  readEventFigures: () => Promise<{ destinations: readonly DestinationFigures[]; keptBytes: number }>;
}

const READ_MS = 4 * SECOND_MS;

/** What stands in the database is the same at every server; tries are those of this one. Answers what ends it. */
export function measureEvents(
  registry: Registry,
  { eventMeter, readEventFigures }: MeasuredEvents,
): () => void {
  const registers = [registry];
  const sends = new Counter({
    name: 'jadegate_event_sends_total',
    help: 'Tries of this server to hand batches of events over, by result.',
    labelNames: ['result'],
    registers,
  });
  sends.inc({ result: 'ok' }, 0);
  sends.inc({ result: 'failed' }, 0);
  const ofDestinations = { labelNames: ['destination'], registers };
  const sent = new Counter({
    ...ofDestinations,
    name: 'jadegate_events_sent_total',
    help: 'Events that a destination has.',
  });
  const dropped = new Counter({
    ...ofDestinations,
    name: 'jadegate_events_dropped_total',
    help: 'Events that a destination lost because there was no more room for them.',
  });
  const waiting = new Gauge({
    ...ofDestinations,
    name: 'jadegate_events_waiting',
    help: 'Events that a destination has not got yet, before its filter.',
  });
  const undeliverable = new Gauge({
    ...ofDestinations,
    name: 'jadegate_events_undeliverable',
    help: 'Events that were given up and can be sent again.',
  });
  const lag = new Gauge({
    ...ofDestinations,
    name: 'jadegate_events_lag_seconds',
    help: 'Age of the oldest event that a destination has not got.',
  });
  const failing = new Gauge({
    ...ofDestinations,
    name: 'jadegate_event_destination_failing',
    help: '1 while a destination takes nothing.',
  });
  const all = [sent, dropped, waiting, undeliverable, lag, failing];
  // Asked once for all of them, when the first is read.
  const outboxBytes: Gauge = new Gauge({
    name: 'jadegate_event_outbox_bytes',
    help: 'Room that events take until everybody has them.',
    registers,
    async collect(): Promise<void> {
      all.forEach((one) => one.reset());
      const { destinations, keptBytes } = await withTimeout(readEventFigures(), READ_MS).catch(() => ({
        destinations: [],
        keptBytes: undefined,
      }));
      if (keptBytes === undefined) {
        return outboxBytes.remove();
      }
      for (const { name: destination, ...one } of destinations) {
        sent.inc({ destination }, one.sent);
        dropped.inc({ destination }, one.dropped);
        waiting.set({ destination }, one.waiting);
        undeliverable.set({ destination }, one.undeliverable);
        lag.set({ destination }, one.lagSeconds);
        failing.set({ destination }, one.isFailing ? 1 : 0);
      }
      outboxBytes.set(keptBytes);
    },
  });
  return eventMeter.subscribe(({ result }) => sends.inc({ result }));
}
