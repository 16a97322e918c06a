import type { LoginLogQuery } from '@jadegate/contract/login-log';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import type { LoginLogTable } from '../../db/schema.ts';

export type LoginLogRecord = Selectable<LoginLogTable>;

export class LoginLogRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  /** The page's ids are found on the index alone, so that a deep page costs little more than counting does. */
  async page(query: LoginLogQuery): Promise<Page<LoginLogRecord>> {
    const filters = [
      ...(query.username === undefined
        ? []
        : [this.#engine.contains('login_log', 'username', query.username)]),
      ...(query.clientIp === undefined
        ? []
        : [this.#engine.contains('login_log', 'address', query.clientIp)]),
      ...(query.state === undefined ? [] : [sql<SqlBool>`login_log.state = ${query.state}`]),
    ];
    const direction = query.order === 'ascend' ? 'asc' : 'desc';
    const { total } = await this.#db
      .selectFrom('login_log')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where((eb) => eb.and(filters))
      .executeTakeFirstOrThrow();
    const ids = await this.#db
      .selectFrom('login_log')
      .select('login_log.id')
      .where((eb) => eb.and(filters))
      .orderBy('login_log.login_at', direction)
      .orderBy('login_log.id', direction)
      .limit(query.pageSize)
      .offset((query.pageIndex - 1) * query.pageSize)
      .execute();
    if (ids.length === 0) {
      return { total, items: [] };
    }
    const items = await this.#db
      .selectFrom('login_log')
      .selectAll()
      .where(
        'id',
        'in',
        ids.map((row) => row.id),
      )
      .orderBy('login_at', direction)
      .orderBy('id', direction)
      .execute();
    return { total, items };
  }

  listByIds(ids: readonly string[], tx: Db | Tx = this.#db): Promise<LoginLogRecord[]> {
    return tx.selectFrom('login_log').selectAll().where('id', 'in', ids).execute();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('login_log').where('id', 'in', ids).execute();
  }

  /** Entries of live logins stay. Answers how many went. */
  async removeEnded(tx: Tx): Promise<number> {
    const { numDeletedRows } = await tx
      .deleteFrom('login_log')
      .where('login_id', 'is', null)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
