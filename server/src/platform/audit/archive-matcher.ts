import type { AuditFilters } from './audit-log.repository.ts';
import type { AuditRow } from './audit.repository.ts';

/** People are found as in the database; what they were called then is looked at as well. */
export function archiveMatcher(
  { actor, action, object, result, from, to }: AuditFilters,
  actors: ReadonlySet<string>,
): (row: AuditRow) => boolean {
  const contains = (text: string, part: string | undefined) =>
    part === undefined || text.toLowerCase().includes(part.toLowerCase());
  return (row) =>
    (contains(row.actor_name, actor) || actors.has(row.actor_id)) &&
    contains(row.object_name, object) &&
    (action === undefined || row.action === action) &&
    (result === undefined || row.result === result) &&
    (from === undefined || row.at >= Date.parse(from)) &&
    (to === undefined || row.at < Date.parse(to));
}
