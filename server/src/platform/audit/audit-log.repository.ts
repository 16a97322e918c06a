import type { Page } from '@jadegate/contract/paging';
import type { AuditLogQuery } from '@jadegate/contract/platform/audit-log';
import { sql, type Expression, type SqlBool } from 'kysely';

import type { Database, Db } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { isAboutPerson, type PeopleSearch } from '../../db/match-person.ts';
import { readPage } from '../../db/page.ts';
import type { AuditRow } from './audit.repository.ts';

export type AuditFilters = Pick<AuditLogQuery, 'actor' | 'action' | 'object' | 'result' | 'from' | 'to'> &
  PeopleSearch;

export class AuditLogRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  #where({ actor, action, object, result, from, to, byMail }: AuditFilters): Expression<SqlBool>[] {
    return [
      ...(actor === undefined ? [] : [isAboutPerson(this.#engine, 'audit_log', actor, { byMail })]),
      ...(object === undefined ? [] : [this.#engine.contains('audit_log', 'object_name', object)]),
      ...(action === undefined ? [] : [sql<SqlBool>`audit_log.action = ${action}`]),
      ...(result === undefined ? [] : [sql<SqlBool>`audit_log.result = ${result}`]),
      ...(from === undefined ? [] : [sql<SqlBool>`audit_log.at >= ${Date.parse(from)}`]),
      ...(to === undefined ? [] : [sql<SqlBool>`audit_log.at < ${Date.parse(to)}`]),
    ];
  }

  page(query: AuditLogQuery & PeopleSearch): Promise<Page<AuditRow>> {
    return readPage(this.#db, this.#db.selectFrom('audit_log').selectAll('audit_log'), query, {
      table: 'audit_log',
      filters: this.#where(query),
      sort: { seq: 'audit_log.seq' },
      defaultSort: ['seq', 'descend'],
      key: 'seq',
    });
  }

  list(filters: AuditFilters, limit: number): Promise<AuditRow[]> {
    return this.#db
      .selectFrom('audit_log')
      .selectAll()
      .where((eb) => eb.and(this.#where(filters)))
      .orderBy('seq')
      .limit(limit)
      .execute();
  }
}
