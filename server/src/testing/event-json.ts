import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { eventJson } from '../platform/event-destination/event-json.ts';
import { boundedEvent, type OutgoingEvent } from '../platform/event/outgoing-event.ts';

/** An event as it leaves the house, without a database that it stood in. */
export function writtenEvent(outgoing: OutgoingEvent, { id = 'e', severity = 1 } = {}): EventJson {
  const origin = { host: 'gate', version: '1.4.0', clockOffsetMs: 0 };
  const body = JSON.stringify(boundedEvent(outgoing, origin));
  const numbers = { id, seq: 7, ends_at: 1, head_seq: 3, head_hash: 'ab' };
  const row = { ...numbers, at: outgoing.at, name: outgoing.name, severity, lane: 's', body, bytes: 0 };
  return eventJson({ ...row, person_id: 'p', asset_id: 'a' }, 'zh-TW');
}
