import type { Page } from '@jadegate/contract/paging';
import type { AuditLogQuery, AuditLogRow } from '@jadegate/contract/platform/audit-log';

import type { Database } from '../../db/database.ts';
import type { PeopleSearch } from '../../db/match-person.ts';
import type { Actor } from '../../kernel/actor.ts';
import { csvLine } from '../../kernel/csv.ts';
import type { PeopleNames } from '../people/people.interface.ts';
import { AuditLogRepository, type AuditFilters } from './audit-log.repository.ts';
import type { AuditRow } from './audit.repository.ts';
import type { AuditService } from './audit.service.ts';

/** More than a person reads, and what one answer can carry. Narrow the time range for more. */
const EXPORT_ROWS = 100_000;

const COLUMNS = [
  'seq',
  'at',
  'actorId',
  'actorName',
  'actorNickname',
  'address',
  'action',
  'objectType',
  'objectId',
  'objectName',
  'result',
  'detail',
  'requestId',
] as const satisfies readonly (keyof AuditLogRow)[];

/** Reading the audit log: for people, and for other systems. */
export class AuditLogService {
  readonly #logs: AuditLogRepository;
  readonly #audit: AuditService;
  readonly #users: PeopleNames;

  constructor(database: Database, audit: AuditService, users: PeopleNames) {
    this.#logs = new AuditLogRepository(database);
    this.#audit = audit;
    this.#users = users;
  }

  async list(query: AuditLogQuery & PeopleSearch): Promise<Page<AuditLogRow>> {
    const { total, items } = await this.#logs.page(query);
    return { total, items: await this.#present(items) };
  }

  /** Of rows that were read elsewhere. */
  async presentPage({ total, items }: Page<AuditRow>): Promise<Page<AuditLogRow>> {
    return { total, items: await this.#present(items) };
  }

  /** Rows that were read elsewhere, or those in the database that match. */
  async export(
    actor: Actor,
    format: 'csv' | 'jsonl',
    filters: AuditFilters,
    archive?: { id: string; rows: readonly AuditRow[] },
  ): Promise<string> {
    const rows = await this.#present(archive?.rows ?? (await this.#logs.list(filters, EXPORT_ROWS)));
    const object = { type: 'audit-log', id: archive?.id ?? '', name: format };
    await this.#audit.writeAlone(actor, {
      action: 'audit-log.exported',
      object,
      detail: { rows: rows.length },
    });
    if (format === 'jsonl') {
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
    // The mark lets spreadsheet programs see that it is UTF-8.
    const lines = rows.map((row) =>
      csvLine(COLUMNS.map((name) => (name === 'detail' ? JSON.stringify(row.detail) : row[name]))),
    );
    return `\uFEFF${csvLine(COLUMNS)}${lines.join('')}`;
  }

  async #present(rows: readonly AuditRow[]): Promise<AuditLogRow[]> {
    const people = await this.#users.listPeople(rows.map(({ actor_id }) => actor_id));
    return rows.map((row) => present(row, people.get(row.actor_id)?.nickname ?? ''));
  }
}

function present(row: AuditRow, actorNickname: string): AuditLogRow {
  return {
    seq: row.seq,
    at: new Date(row.at).toISOString(),
    actorId: row.actor_id,
    actorName: row.actor_name,
    actorNickname,
    address: row.address,
    action: row.action,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: row.object_name,
    result: row.result,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
    requestId: row.request_id,
  };
}
