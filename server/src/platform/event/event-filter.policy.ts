import { EventFilter } from '@jadegate/contract/platform/event-destination';
import { EVENT_KINDS, type EventName } from '@jadegate/contract/platform/events/event-catalogue';
import { EVENT_SEVERITIES, type EventSeverity } from '@jadegate/contract/platform/events/event-kind';

type KindFilter = Pick<EventFilter, 'groups' | 'names' | 'severity'>;

/** Where something belongs on the scale of what matters. */
export function rankOf(severity: EventSeverity): number {
  return EVENT_SEVERITIES.indexOf(severity);
}

/** Whether a filter lets events of this kind through, whoever did it and wherever. */
export function takesKind(
  { groups, names, severity }: KindFilter,
  event: { name: EventName; rank: number },
): boolean {
  const isChosen =
    (groups.length === 0 && names.length === 0) ||
    names.includes(event.name) ||
    groups.includes(EVENT_KINDS[event.name].group);
  return isChosen && event.rank >= rankOf(severity);
}

/** As it was stored; what is newer than the row has what a new one has. */
export function storedFilter(json: string): EventFilter {
  return EventFilter.parse(JSON.parse(json));
}
