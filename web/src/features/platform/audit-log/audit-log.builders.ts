import type { AuditLogRow } from '@jadegate/contract/platform/audit-log';

/** A role that was renamed, unless said otherwise. */
export function anAuditLogRow(given: Partial<AuditLogRow> = {}): AuditLogRow {
  return {
    seq: 41,
    at: '2026-11-15T03:20:00.000Z',
    actorId: 'user-1',
    actorName: 'mei',
    actorNickname: 'Mei Chen',
    address: '192.0.2.7',
    action: 'role.updated',
    objectType: 'role',
    objectId: 'role-1',
    objectName: 'operators',
    result: 'success',
    detail: { name: { before: 'helpers', after: 'operators' } },
    requestId: 'request-41',
    ...given,
  };
}
