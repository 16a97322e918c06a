import { ACCESS_EVENTS } from '../access/area.ts';
import { FILES_EVENTS } from '../files/area.ts';
import { FLEET_EVENTS } from '../fleet/area.ts';
import { IDENTITY_EVENTS } from '../identity/area.ts';
import { OPERATIONS_EVENTS } from '../operations/area.ts';
import { PLATFORM_EVENTS } from '../platform/area.ts';
import type { AuditAction } from '../platform/audit.ts';
import type { EventRow } from '../platform/events/event-kind.ts';
import { SESSION_EVENTS } from '../session/area.ts';

type Events = Readonly<Record<string, EventRow>>;
type ActOf<Each> = Each extends Events ? keyof Each & string : never;

/** What each act of the audit log is as an event, which has its name. An act that is none does not compile. */
export const AUDIT_EVENTS: Record<AuditAction, EventRow> = joinEvents([
  ...PLATFORM_EVENTS,
  ...IDENTITY_EVENTS,
  ...ACCESS_EVENTS,
  ...FILES_EVENTS,
  ...SESSION_EVENTS,
  ...FLEET_EVENTS,
  ...OPERATIONS_EVENTS,
]);

function joinEvents<const Each extends Events>(events: readonly Each[]): Record<ActOf<Each>, EventRow> {
  return Object.assign({}, ...events) as Record<ActOf<Each>, EventRow>;
}
