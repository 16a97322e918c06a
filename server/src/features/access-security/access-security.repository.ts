import type { AccessSecurityQuery } from '@jadegate/contract/access-security';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { readPage } from '../../db/page.ts';
import type { AccessSecurityTable } from '../../db/schema.ts';

export type AccessSecurityRecord = Selectable<AccessSecurityTable>;

const SORT_COLUMNS = {
  ip: 'access_security.ip',
  rule: 'access_security.rule',
  priority: 'access_security.priority',
} as const;

export class AccessSecurityRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  list(): Promise<AccessSecurityRecord[]> {
    return this.#db.selectFrom('access_security').selectAll().execute();
  }

  find(id: string): Promise<AccessSecurityRecord | undefined> {
    return this.#db.selectFrom('access_security').selectAll().where('id', '=', id).executeTakeFirst();
  }

  page(query: AccessSecurityQuery): Promise<Page<AccessSecurityRecord>> {
    const text = query.ip ?? query.name;
    const filters = [
      ...(text === undefined ? [] : [this.#engine.contains('access_security', 'ip', text)]),
      ...(query.rule === undefined ? [] : [sql<SqlBool>`access_security.rule = ${query.rule}`]),
    ];
    return readPage(this.#db, this.#db.selectFrom('access_security').selectAll('access_security'), query, {
      table: 'access_security',
      filters,
      sort: SORT_COLUMNS,
      defaultSort: ['priority', 'ascend'],
    });
  }

  async insert(row: AccessSecurityRecord, tx: Tx): Promise<void> {
    await tx.insertInto('access_security').values(row).execute();
  }

  async update(
    id: string,
    change: Pick<AccessSecurityRecord, 'ip' | 'rule' | 'priority'>,
    tx: Tx,
  ): Promise<void> {
    await tx.updateTable('access_security').set(change).where('id', '=', id).execute();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('access_security').where('id', 'in', ids).execute();
  }
}
