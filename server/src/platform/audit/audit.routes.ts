import {
  exportAuditLog,
  listAuditArchives,
  listAuditLogs,
  verifyAuditLog,
} from '@jadegate/contract/platform/audit-log';

import type { Api } from '../../http/api.ts';
import type { PeopleFilter } from '../people/people.interface.ts';
import type { AuditArchiveService } from './audit-archive.service.ts';
import type { AuditLogService } from './audit-log.service.ts';

interface Services {
  auditLogs: AuditLogService;
  auditArchives: AuditArchiveService;
  roles: PeopleFilter;
}

export function auditRoutes(api: Api, { auditLogs, auditArchives, roles }: Services): void {
  api.on(listAuditLogs, async ({ actor, query: asked }) => {
    const query = await roles.withPeopleSearch(actor, asked, asked.actor);
    return query.archive === undefined
      ? auditLogs.list(query)
      : auditLogs.presentPage(await auditArchives.page(query.archive, query));
  });
  api.on(listAuditArchives, () => auditArchives.list());
  api.on(verifyAuditLog, async () => {
    const { brokenAt = null, contradictedAt = null, ...report } = await auditArchives.verify();
    return { ...report, brokenAt, contradictedAt };
  });
  api.on(exportAuditLog, async ({ actor, query: { format, archive: id, ...asked } }) => {
    const filters = await roles.withPeopleSearch(actor, asked, asked.actor);
    const archive = id === undefined ? undefined : { id, rows: await auditArchives.read(id, filters) };
    return {
      filename: `audit-log.${format}`,
      contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
      body: await auditLogs.export(actor, format, filters, archive),
    };
  });
}
