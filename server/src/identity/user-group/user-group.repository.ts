import type { UserGroup, UserGroupQuery } from '@jadegate/contract/identity/user-group';
import type { Page } from '@jadegate/contract/paging';
import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { countOf, RowsById } from '../../db/rows-by-id.ts';
import type { UserGroupTable } from '../../db/schema.ts';

type GroupRow = Selectable<UserGroupTable>;

const SORT_COLUMNS = { name: 'user_group.name', created: 'user_group.created_at' } as const;

export class UserGroupRepository extends RowsById<'user_group'> {
  constructor(database: Database) {
    super(database, 'user_group');
  }

  protected override records(db: Db | Tx) {
    return db.selectFrom('user_group').selectAll('user_group');
  }

  list(): Promise<GroupRow[]> {
    return this.db.selectFrom('user_group').selectAll().orderBy('name').execute();
  }

  listOf(userId: string, tx: Db | Tx = this.db): Promise<GroupRow[]> {
    return tx
      .selectFrom('user_group')
      .innerJoin('user_group_member', 'user_group_member.user_group_id', 'user_group.id')
      .selectAll('user_group')
      .where('user_group_member.user_id', '=', userId)
      .orderBy('user_group.name')
      .execute();
  }

  page(query: UserGroupQuery): Promise<Page<GroupRow & { member_count: number; asset_count: number }>> {
    const { name } = query;
    const rows = this.db
      .selectFrom('user_group')
      .selectAll('user_group')
      .select([
        countOf('user_group_member.user_group_id', 'user_group.id').as('member_count'),
        countOf('authorised.user_group_id', 'user_group.id').as('asset_count'),
      ]);
    return readPage(this.db, rows, query, {
      table: 'user_group',
      filters: name === undefined ? [] : [this.engine.contains('user_group', 'name', name)],
      sort: SORT_COLUMNS,
      defaultSort: ['created', 'descend'],
    });
  }

  listMembers(id: string): Promise<UserGroup['members']> {
    return this.db
      .selectFrom('user_group_member')
      .innerJoin('user', 'user.id', 'user_group_member.user_id')
      .select(['user.id', 'user.nickname as name', 'user.username'])
      .where('user_group_member.user_group_id', '=', id)
      .orderBy('user.nickname')
      .execute();
  }

  async replaceMembers(id: string, userIds: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('user_group_member').where('user_group_id', '=', id).execute();
    if (userIds.length > 0) {
      const rows = [...new Set(userIds)].map((user_id) => ({ user_group_id: id, user_id }));
      await tx.insertInto('user_group_member').values(rows).execute();
    }
  }

  async removeMember(id: string, userId: string, tx: Tx): Promise<void> {
    await tx
      .deleteFrom('user_group_member')
      .where('user_group_id', '=', id)
      .where('user_id', '=', userId)
      .execute();
  }

  async addMembers(id: string, userIds: readonly string[], tx: Tx): Promise<void> {
    const rows = userIds.map((user_id) => ({ user_group_id: id, user_id }));
    await tx.insertInto('user_group_member').values(rows).execute();
  }
}
