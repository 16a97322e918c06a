import {
  exportAuditLog,
  listAuditArchives,
  listAuditLogs,
  verifyAuditLog,
  type AuditLogQuery,
  type AuditLogRow,
} from '@jadegate/contract/platform/audit-log';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { download } from '../../../api/download.ts';

/** An entry as a row of a list: its number is its id. */
export type AuditRow = AuditLogRow & { id: string };

export function auditLogsQuery(query: AuditLogQuery) {
  return queryOptions({
    queryKey: ['audit-log', 'list', query],
    queryFn: async ({ signal }) => {
      const { total, items } = await call(listAuditLogs, { query, signal });
      return { total, items: items.map((item): AuditRow => ({ ...item, id: String(item.seq) })) };
    },
  });
}

/** The parts of the log that lie in files; without them the choice is simply not offered. */
export function auditArchivesQuery() {
  return queryOptions({
    queryKey: ['audit-log', 'archives'],
    queryFn: ({ signal }) => call(listAuditArchives, { signal }),
    meta: { errors: 'caller' },
  });
}

export function useVerifyAuditLog() {
  return useMutation({ mutationFn: () => call(verifyAuditLog, {}), meta: { errors: 'caller' } });
}

type ExportFormat = 'csv' | 'jsonl';

/** Every entry that the filters match, whatever page is shown. */
export function exportEntries(
  format: ExportFormat,
  { actor, action, object, result, from, to, archive }: AuditLogQuery,
): Promise<void> {
  return download(exportAuditLog, { query: { format, actor, action, object, result, from, to, archive } });
}
