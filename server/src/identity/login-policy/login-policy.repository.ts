import type { LoginPolicyQuery } from '@jadegate/contract/identity/login-policy';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { countOf, RowsById } from '../../db/rows-by-id.ts';
import type { LoginPolicyTable } from '../../db/schema.ts';

export type LoginPolicyRecord = Selectable<LoginPolicyTable>;

const SORT_COLUMNS = { name: 'login_policy.name', priority: 'login_policy.priority' } as const;

export class LoginPolicyRepository extends RowsById<'login_policy'> {
  constructor(database: Database) {
    super(database, 'login_policy');
  }

  protected override records(db: Db | Tx) {
    return db.selectFrom('login_policy').selectAll('login_policy');
  }

  listOf(userId: string, tx: Db | Tx = this.db): Promise<LoginPolicyRecord[]> {
    return tx
      .selectFrom('login_policy')
      .innerJoin('login_policy_user', 'login_policy_user.login_policy_id', 'login_policy.id')
      .selectAll('login_policy')
      .where('login_policy_user.user_id', '=', userId)
      .execute();
  }

  listRejectingAdministrators(): Promise<{ id: string; name: string; user_id: string }[]> {
    return this.db
      .selectFrom('login_policy')
      .innerJoin('login_policy_user', 'login_policy_user.login_policy_id', 'login_policy.id')
      .innerJoin('user', 'user.id', 'login_policy_user.user_id')
      .select(['login_policy.id', 'login_policy.name', 'login_policy_user.user_id'])
      .where('login_policy.enabled', '=', 1)
      .where('login_policy.rule', '=', 'reject')
      .where('user.type', '=', 'admin')
      .orderBy('login_policy.priority')
      .orderBy('login_policy.id')
      .execute();
  }

  page(query: LoginPolicyQuery): Promise<Page<LoginPolicyRecord & { user_count: number }>> {
    const { name, userId } = query;
    const filters = [
      ...(name === undefined ? [] : [this.engine.contains('login_policy', 'name', name)]),
      ...(userId === undefined
        ? []
        : [
            sql<SqlBool>`login_policy.id in (select login_policy_id from login_policy_user where user_id = ${userId})`,
          ]),
    ];
    const rows = this.db
      .selectFrom('login_policy')
      .selectAll('login_policy')
      .select(countOf('login_policy_user.login_policy_id', 'login_policy.id').as('user_count'));
    return readPage(this.db, rows, query, {
      table: 'login_policy',
      filters,
      sort: SORT_COLUMNS,
      defaultSort: ['priority', 'ascend'],
    });
  }

  async listUserIds(id: string): Promise<string[]> {
    const rows = await this.db
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
