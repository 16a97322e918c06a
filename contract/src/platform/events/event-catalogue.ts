import * as z from 'zod';

import { AUDIT_EVENTS } from '../../words/audit-events.ts';
import { AUDIT_WORDS } from '../../words/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../audit.ts';
import { EVENT_SEVERITIES, type EventKind, type EventSeverity } from './event-kind.ts';
import { OWN_EVENTS } from './own-events.ts';

type OwnEvents = typeof OWN_EVENTS;
type OwnEventName = keyof OwnEvents;
export type EventName = AuditAction | OwnEventName;

/** What an event says beyond who, what and when. */
export type EventDetail<Name extends EventName> = Name extends OwnEventName
  ? z.infer<OwnEvents[Name]['detail']>
  : Record<string, unknown>;

/** As the entry of the audit log has it: what changed, with what it was before where that is known. */
const AuditDetail = z.record(z.string(), z.unknown());

const auditKind = (action: AuditAction): EventKind => {
  const [group, category, type, severity] = AUDIT_EVENTS[action];
  return { version: 1, group, category, type, severity, title: AUDIT_WORDS[action], detail: AuditDetail };
};

/** Every event there is. Names are stable: one that goes is told in the changelog and leaves with a new main version. */
export const EVENT_KINDS: Record<EventName, EventKind> = {
  ...(Object.fromEntries(AUDIT_ACTIONS.map((action) => [action, auditKind(action)])) as Record<
    AuditAction,
    EventKind
  >),
  ...OWN_EVENTS,
};

export const EVENT_NAMES = Object.keys(EVENT_KINDS) as [EventName, ...EventName[]];

/** By how much it matters: what was refused or failed matters one step more than what went well. */
export function severityOf(name: EventName, isFailure: boolean): EventSeverity {
  const { severity, type } = EVENT_KINDS[name];
  const step = EVENT_SEVERITIES.indexOf(severity);
  // What is by itself a refusal is weighed as one already.
  const isWeighed = type === 'denied' || type === 'error';
  const most = EVENT_SEVERITIES.length - 1;
  return EVENT_SEVERITIES[isFailure && !isWeighed ? Math.min(step + 1, most) : step] ?? severity;
}
