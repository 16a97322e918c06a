import type { RoleInput, RoleQuery } from '@jadegate/contract/identity/role-endpoints';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { countOf, RowsById } from '../../db/rows-by-id.ts';
import type { RoleTable } from '../../db/schema.ts';

export type RoleRecord = Selectable<RoleTable> & { user_count: number };

const SORT_COLUMNS = { name: 'role.name', type: 'role.type', created: 'role.created_at' } as const;

export class RoleRepository extends RowsById<'role', RoleRecord> {
  constructor(database: Database) {
    super(database, 'role');
  }

  async listMenuIdsOf(userId: string, tx: Db | Tx = this.db): Promise<string[]> {
    const rows = await tx
      .selectFrom('user_role')
      .innerJoin('role_menu', 'role_menu.role_id', 'user_role.role_id')
      .select('role_menu.menu_id')
      .distinct()
      .where('user_role.user_id', '=', userId)
      .execute();
    return rows.map((row) => row.menu_id);
  }

  /** Administrators who may log in and hold the menu; `holdsAll` is one who needs no role for it. */
  async listHolders(menuId: string, holdsAll: string): Promise<string[]> {
    const rows = await this.db
      .selectFrom('user')
      .select('user.id')
      .where('user.type', '=', 'admin')
      .where('user.status', '=', 'enabled')
      .where((eb) =>
        eb.or([
          eb('user.id', '=', holdsAll),
          eb(
            'user.id',
            'in',
            eb
              .selectFrom('user_role')
              .innerJoin('role_menu', 'role_menu.role_id', 'user_role.role_id')
              .select('user_role.user_id')
              .where('role_menu.menu_id', '=', menuId),
          ),
        ]),
      )
      .execute();
    return rows.map(({ id }) => id);
  }

  async listMenuIdsOfRoles(roleIds: readonly string[], tx: Db | Tx = this.db): Promise<string[]> {
    if (roleIds.length === 0) {
      return [];
    }
    const rows = await tx
      .selectFrom('role_menu')
      .select('menu_id')
      .distinct()
      .where('role_id', 'in', roleIds)
      .execute();
    return rows.map((row) => row.menu_id);
  }

  async listRoleIdsOf(userId: string, tx: Db | Tx = this.db): Promise<string[]> {
    const rows = await tx.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute();
    return rows.map((row) => row.role_id);
  }

  async listRoleNamesOf(userId: string): Promise<string[]> {
    const rows = await this.db
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select('role.name')
      .where('user_role.user_id', '=', userId)
      .orderBy('role.name')
      .execute();
    return rows.map((row) => row.name);
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('role')
      .selectAll('role')
      .select(countOf('user_role.role_id', 'role.id').as('user_count'));
  }

  list(): Promise<RoleRecord[]> {
    return this.records(this.db).orderBy('role.name', 'desc').execute();
  }

  page(query: RoleQuery): Promise<Page<RoleRecord>> {
    const { name, type } = query;
    return readPage(this.db, this.records(this.db), query, {
      table: 'role',
      filters: [
        ...(name === undefined ? [] : [this.engine.contains('role', 'name', name)]),
        ...(type === undefined ? [] : [sql<SqlBool>`role.type = ${type}`]),
      ],
      sort: SORT_COLUMNS,
      defaultSort: ['created', 'descend'],
    });
  }

  listMenus(roleId: string): Promise<{ menu_id: string; checked: 0 | 1 }[]> {
    return this.db
      .selectFrom('role_menu')
      .select(['menu_id', 'checked'])
      .where('role_id', '=', roleId)
      .execute();
  }

  async replaceMenus(roleId: string, menus: RoleInput['menus'], tx: Tx): Promise<void> {
    await tx.deleteFrom('role_menu').where('role_id', '=', roleId).execute();
    const rows = menus.map(
      ({ menuId, checked }) => ({ role_id: roleId, menu_id: menuId, checked: checked ? 1 : 0 }) as const,
    );
    if (rows.length > 0) {
      await tx.insertInto('role_menu').values(rows).execute();
    }
  }

  /** Makes the role if it is missing. */
  async putBuiltIn(role: { id: string; name: string; createdAt: number }, tx: Tx): Promise<void> {
    await tx
      .insertInto('role')
      .values({ id: role.id, name: role.name, type: 'default', created_at: role.createdAt })
      .onConflict((c) => c.column('id').doUpdateSet({ name: role.name }))
      .execute();
  }

  async replaceRolesOf(userId: string, roleIds: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('user_role').where('user_id', '=', userId).execute();
    const rows = [...new Set(roleIds)].map((role_id) => ({ user_id: userId, role_id }));
    if (rows.length > 0) {
      await tx.insertInto('user_role').values(rows).execute();
    }
  }
}
