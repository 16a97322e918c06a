import type { Role, RoleRow } from '@jadegate/contract/identity/role-endpoints';

/** A role that was made here, unless said otherwise. */
export function aRoleRow(given: Partial<RoleRow> = {}): RoleRow {
  return {
    id: 'role-1',
    name: 'operators',
    type: 'new',
    deletable: true,
    modifiable: true,
    created: '2026-11-15 03:20:00',
    userCount: 0,
    menus: null,
    ...given,
  };
}

export function aBuiltInRow(given: Partial<RoleRow> = {}): RoleRow {
  return aRoleRow({
    id: 'audit-administrator',
    name: 'auditors',
    type: 'default',
    deletable: false,
    modifiable: false,
    ...given,
  });
}

export function aRole(given: Partial<Role> = {}): Role {
  const { userCount: _, ...row } = aRoleRow();
  return {
    ...row,
    menus: [
      { id: '', roleId: '', menuId: 'identity', checked: false },
      { id: '', roleId: '', menuId: 'role', checked: true },
    ],
    ...given,
  };
}
