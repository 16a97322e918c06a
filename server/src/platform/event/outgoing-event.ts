import type { EventDetail, EventName } from '@jadegate/contract/platform/events/event-catalogue';

import { boundedDetail } from '../../kernel/bounded-detail.ts';
import { boundedText } from '../../kernel/bounded-text.ts';

interface Named {
  id: string;
  name: string;
}

/** What something was done to. */
interface EventObject extends Named {
  type: string;
}

/** In which session and on which asset something happened: beside the object, which may be another thing. */
export interface EventContext {
  sessionId?: string;
  asset?: Named;
}

/** Something that happened, as whoever did it hands it to the outbox. */
export interface OutgoingEvent<Name extends EventName = EventName> extends EventContext {
  name: Name;
  at: number;
  isFailure?: boolean;
  /** Who did it; without one it was the product itself, or a stranger. */
  person?: Named;
  address?: string;
  requestId?: string;
  object?: EventObject;
  /** The number of the entry of the audit log that tells the same. */
  entry?: number;
  detail: EventDetail<Name>;
}

/** What is kept of it: texts of a length that every receiver takes, and where it was written. */
export interface EventBody extends Omit<OutgoingEvent, 'name' | 'at' | 'detail'> {
  /** The machine of the server, and by how much its clock is behind that of all. */
  host: string;
  version: string;
  clockOffsetMs: number;
  isCut?: boolean;
  detail: Record<string, unknown>;
}

const NAME_BYTES = 512;
const ID_BYTES = 128;
const DETAIL_BYTES = 3072;
/** Of one text in it, such as a command or a path. */
const TEXT_BYTES = 2048;

/** No text of it is longer than receivers take; `isCut` says that something was. */
export function boundedEvent(event: OutgoingEvent, origin: Origin): EventBody {
  const { name: _name, at: _at, detail, ...rest } = event;
  let isCut = false;
  const short = (text: string, bytes = NAME_BYTES) => {
    const kept = boundedText(text.toWellFormed(), bytes);
    isCut ||= kept !== text;
    return kept;
  };
  const named = ({ id, name }: Named) => ({ id: short(id, ID_BYTES), name: short(name) });
  const texts = Object.entries(detail).map(([key, value]) => [
    key,
    typeof value === 'string' ? short(value, TEXT_BYTES) : value,
  ]);
  const whole = Object.fromEntries(texts) as Record<string, unknown>;
  const kept = JSON.parse(boundedDetail(whole, DETAIL_BYTES)) as Record<string, unknown>;
  return {
    ...origin,
    ...(rest.isFailure && { isFailure: true }),
    ...(rest.person && { person: named(rest.person) }),
    ...(rest.address && { address: short(rest.address, ID_BYTES) }),
    ...(rest.requestId && { requestId: short(rest.requestId, ID_BYTES) }),
    ...(rest.object && { object: { type: short(rest.object.type, ID_BYTES), ...named(rest.object) } }),
    ...(rest.sessionId && { sessionId: short(rest.sessionId, ID_BYTES) }),
    ...(rest.asset && rest.asset.id !== '' && { asset: named(rest.asset) }),
    ...(rest.entry !== undefined && { entry: rest.entry }),
    detail: kept,
    ...((isCut || 'cut' in kept) && { isCut: true }),
  };
}

type Origin = Pick<EventBody, 'host' | 'version' | 'clockOffsetMs'>;
