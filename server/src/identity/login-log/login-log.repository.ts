import type { LoginLogQuery } from '@jadegate/contract/identity/login-log';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { isNotHeldLogin, takeHoldTurn } from '../../db/held.ts';
import { peopleNamed, type PeopleSearch } from '../../db/match-person.ts';
import { readDeepPage } from '../../db/page.ts';
import type { LoginLogTable } from '../../db/schema.ts';

export type LoginLogRecord = Selectable<LoginLogTable>;

export class LoginLogRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  page(query: LoginLogQuery & PeopleSearch): Promise<Page<LoginLogRecord>> {
    const filters = [
      ...(query.username === undefined ? [] : [this.#isOf(query.username, query)]),
      ...(query.clientIp === undefined
        ? []
        : [this.#engine.contains('login_log', 'address', query.clientIp)]),
      ...(query.state === undefined ? [] : [sql<SqlBool>`login_log.state = ${query.state}`]),
      ...(query.from === undefined ? [] : [sql<SqlBool>`login_log.login_at >= ${Date.parse(query.from)}`]),
      ...(query.to === undefined ? [] : [sql<SqlBool>`login_log.login_at < ${Date.parse(query.to)}`]),
    ];
    return readDeepPage(this.#db, this.#db.selectFrom('login_log').selectAll('login_log'), query, {
      table: 'login_log',
      filters,
      sort: { loginTime: 'login_log.login_at' },
      defaultSort: ['loginTime', 'descend'],
    });
  }

  /** What was typed at the door names nobody for certain, but it is the account under which the row is shown. */
  #isOf(person: string, search: PeopleSearch): Expression<SqlBool> {
    const isTheirs = this.#engine.among(
      sql`lower(${sql.ref('login_log.username')})`,
      peopleNamed(this.#engine, person, search, 'username_key'),
    );
    return sql<SqlBool>`(${this.#engine.contains('login_log', 'username', person)} or ${isTheirs})`;
  }

  listByIds(ids: readonly string[], tx: Db | Tx = this.#db): Promise<LoginLogRecord[]> {
    return tx.selectFrom('login_log').selectAll().where('id', 'in', ids).execute();
  }

  /** How many may go by age. */
  async countOlder(before: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('login_log')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where((row) =>
        row.or([
          row.and([row('state', '=', '0'), row('login_at', '<', before)]),
          row.and([row('state', '=', '1'), row('logout_at', '<', before)]),
        ]),
      )
      .where(isNotHeldLogin())
      .executeTakeFirstOrThrow();
    return count;
  }

  /** The first of them that may not be deleted. */
  async findHeld(ids: readonly string[], tx: Tx): Promise<LoginLogRecord | undefined> {
    await takeHoldTurn(this.#engine, tx);
    return tx
      .selectFrom('login_log')
      .selectAll()
      .where('id', 'in', ids)
      .where((row) => row.not(isNotHeldLogin()))
      .limit(1)
      .executeTakeFirst();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('login_log').where('id', 'in', ids).execute();
  }

  /** Failed logins by when they happened, ended ones by when they ended; live ones stay. Answers how many went. */
  async removeOlder(before: number, limit: number, tx: Tx): Promise<number> {
    await takeHoldTurn(this.#engine, tx);
    const { numDeletedRows } = await tx
      .deleteFrom('login_log')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('login_log')
          .select('id')
          .where('state', '=', '0')
          .where('login_at', '<', before)
          .where(isNotHeldLogin())
          .union(
            eb
              .selectFrom('login_log')
              .select('id')
              .where('state', '=', '1')
              .where('logout_at', '<', before)
              .where(isNotHeldLogin()),
          )
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Those up to an id; entries of live logins stay, so many of them. Answers how many went. */
  async removeUpTo(lastId: string, limit: number, tx: Tx): Promise<number> {
    await takeHoldTurn(this.#engine, tx);
    const { numDeletedRows } = await tx
      .deleteFrom('login_log')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('login_log')
          .select('id')
          .where('login_id', 'is', null)
          .where('id', '<=', lastId)
          .where(isNotHeldLogin())
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async countUpTo(lastId: string, tx: Tx): Promise<number> {
    const { count } = await tx
      .selectFrom('login_log')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('login_id', 'is', null)
      .where('id', '<=', lastId)
      .where(isNotHeldLogin())
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Ids are made in the order of time. */
  async lastId(): Promise<string> {
    const row = await this.#db
      .selectFrom('login_log')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? '';
  }
}
