import { createHash } from 'node:crypto';

import type { EventJson } from '@jadegate/contract/platform/events/event-json';

const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/;

/**
 * The same for the same events in their order, and another for any others: a receiver that knows it has had exactly these. A
 * try that nobody answered is made again together with what happened meanwhile, and that must not be taken for had, too.
 * In the form of a UUID, which is what some ask for.
 */
export function deliveryKey(events: readonly EventJson[]): string {
  const hash = createHash('sha256').update(events.map(({ event }) => event.id).join());
  return hash.digest('hex').replace(UUID, '$1-$2-$3-$4-$5');
}
