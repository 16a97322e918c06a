import type { AccessSecurityQuery } from '@jadegate/contract/identity/access-security';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { AccessSecurityTable } from '../../db/schema.ts';

export type AccessSecurityRecord = Selectable<AccessSecurityTable>;

const SORT_COLUMNS = {
  ip: 'access_security.ip',
  rule: 'access_security.rule',
  priority: 'access_security.priority',
} as const;

export class AccessSecurityRepository extends RowsById<'access_security'> {
  constructor(database: Database) {
    super(database, 'access_security');
  }

  protected override records(db: Db | Tx) {
    return db.selectFrom('access_security').selectAll('access_security');
  }

  list(): Promise<AccessSecurityRecord[]> {
    return this.records(this.db).execute();
  }

  page(query: AccessSecurityQuery): Promise<Page<AccessSecurityRecord>> {
    const text = query.ip ?? query.name;
    const filters = [
      ...(text === undefined ? [] : [this.engine.contains('access_security', 'ip', text)]),
      ...(query.rule === undefined ? [] : [sql<SqlBool>`access_security.rule = ${query.rule}`]),
    ];
    return readPage(this.db, this.records(this.db), query, {
      table: 'access_security',
      filters,
      sort: SORT_COLUMNS,
      defaultSort: ['priority', 'ascend'],
    });
  }
}
