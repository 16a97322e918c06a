import type { Db, Tx } from '../../db/database.ts';

export class RoleRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async listMenuIdsOf(userId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('user_role')
      .innerJoin('role_menu', 'role_menu.role_id', 'user_role.role_id')
      .select('role_menu.menu_id')
      .distinct()
      .where('user_role.user_id', '=', userId)
      .execute();
    return rows.map((row) => row.menu_id);
  }

  async listRoleIdsOf(userId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', userId)
      .execute();
    return rows.map((row) => row.role_id);
  }

  /** Makes the role if it is missing and gives it exactly these menus. */
  async putBuiltIn(
    role: { id: string; name: string; menus: readonly string[]; createdAt: number },
    tx: Tx,
  ): Promise<void> {
    await tx
      .insertInto('role')
      .values({ id: role.id, name: role.name, type: 'default', created_at: role.createdAt })
      .onConflict((c) => c.column('id').doUpdateSet({ name: role.name }))
      .execute();
    await tx.deleteFrom('role_menu').where('role_id', '=', role.id).execute();
    if (role.menus.length > 0) {
      const rows = role.menus.map((menu_id) => ({ role_id: role.id, menu_id, checked: 1 as const }));
      await tx.insertInto('role_menu').values(rows).execute();
    }
  }

  async grant(userId: string, roleId: string, tx: Tx): Promise<void> {
    await tx
      .insertInto('user_role')
      .values({ user_id: userId, role_id: roleId })
      .onConflict((c) => c.columns(['user_id', 'role_id']).doNothing())
      .execute();
  }
}
