import type { Meter } from '../../../kernel/meter.ts';
import type { EventSender } from './event-sender.ts';

/** The same sender, whose tries are counted. */
export function metered(sender: EventSender, meter: Meter<'send', 'ok' | 'failed'>): EventSender {
  return {
    batch: sender.batch,
    settleMs: sender.settleMs,
    send: (events, signal) =>
      meter.measure(
        'send',
        (failure) => (failure ? 'failed' : 'ok'),
        () => sender.send(events, signal),
      ),
    check: () => sender.check(),
    close: () => sender.close(),
  };
}
