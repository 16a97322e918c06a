import type { LoginPolicyQuery } from '@jadegate/contract/login-policy';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { readPage } from '../../db/page.ts';
import type { LoginPolicyTable } from '../../db/schema.ts';

export type LoginPolicyRecord = Selectable<LoginPolicyTable>;

const SORT_COLUMNS = { name: 'login_policy.name', priority: 'login_policy.priority' } as const;

export class LoginPolicyRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  find(id: string, tx: Db | Tx = this.#db): Promise<LoginPolicyRecord | undefined> {
    return tx.selectFrom('login_policy').selectAll().where('id', '=', id).executeTakeFirst();
  }

  listByIds(ids: readonly string[], tx: Tx): Promise<LoginPolicyRecord[]> {
    return tx.selectFrom('login_policy').selectAll().where('id', 'in', ids).execute();
  }

  listOf(userId: string): Promise<LoginPolicyRecord[]> {
    return this.#db
      .selectFrom('login_policy')
      .innerJoin('login_policy_user', 'login_policy_user.login_policy_id', 'login_policy.id')
      .selectAll('login_policy')
      .where('login_policy_user.user_id', '=', userId)
      .execute();
  }

  page(query: LoginPolicyQuery): Promise<Page<LoginPolicyRecord & { user_count: number }>> {
    const { name, userId } = query;
    const filters = [
      ...(name === undefined ? [] : [this.#engine.contains('login_policy', 'name', name)]),
      ...(userId === undefined
        ? []
        : [
            sql<SqlBool>`login_policy.id in (select login_policy_id from login_policy_user where user_id = ${userId})`,
          ]),
    ];
    const rows = this.#db
      .selectFrom('login_policy')
      .selectAll('login_policy')
      .select((eb) =>
        eb
          .selectFrom('login_policy_user')
          .whereRef('login_policy_user.login_policy_id', '=', 'login_policy.id')
          .select((count) => count.fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('user_count'),
      );
    return readPage(this.#db, rows, query, {
      table: 'login_policy',
      filters,
      sort: SORT_COLUMNS,
      defaultSort: ['priority', 'ascend'],
    });
  }

  async insert(row: LoginPolicyRecord, tx: Tx): Promise<void> {
    await tx.insertInto('login_policy').values(row).execute();
  }

  async update(id: string, change: Omit<LoginPolicyRecord, 'id'>, tx: Tx): Promise<void> {
    await tx.updateTable('login_policy').set(change).where('id', '=', id).execute();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('login_policy').where('id', 'in', ids).execute();
  }

  async listUserIds(id: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('login_policy_user')
      .select('user_id')
      .where('login_policy_id', '=', id)
      .execute();
    return rows.map((row) => row.user_id);
  }

  /** Ids of people who do not exist are left out, as the product family does. Answers who is bound anew. */
  async bind(id: string, userIds: readonly string[], tx: Tx): Promise<string[]> {
    const people = await tx.selectFrom('user').select('id').where('id', 'in', userIds).execute();
    if (people.length === 0) {
      return [];
    }
    const rows = await tx
      .insertInto('login_policy_user')
      .values(people.map((person) => ({ login_policy_id: id, user_id: person.id })))
      .onConflict((c) => c.columns(['login_policy_id', 'user_id']).doNothing())
      .returning('user_id')
      .execute();
    return rows.map((row) => row.user_id);
  }

  async unbindAllOf(userId: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('login_policy_user').where('user_id', '=', userId).execute();
  }

  async unbind(id: string, userIds: readonly string[], tx: Tx): Promise<void> {
    await tx
      .deleteFrom('login_policy_user')
      .where('login_policy_id', '=', id)
      .where('user_id', 'in', userIds)
      .execute();
  }
}
