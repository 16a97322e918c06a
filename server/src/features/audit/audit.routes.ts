import { exportAuditLog, listAuditLogs, verifyAuditLog } from '@jadegate/contract/audit-log';

import type { Api } from '../../http/api.ts';
import type { AuditLogService } from './audit-log.service.ts';

export function auditRoutes(api: Api, { auditLogs }: { auditLogs: AuditLogService }): void {
  api.on(listAuditLogs, ({ query }) => auditLogs.list(query));
  api.on(verifyAuditLog, () => auditLogs.verify());
  api.on(exportAuditLog, async ({ actor, query: { format, ...filters } }) => ({
    filename: `audit-log.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
    body: await auditLogs.export(actor, format, filters),
  }));
}
