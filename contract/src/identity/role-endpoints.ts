import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { MENU_IDS, type MenuId } from '../menu.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';

export const ROLE_TYPES = ['default', 'new'] as const;

/** `checked` is false for an ancestor that is only there so that the side menu has a path. */
const RoleMenu = z.object({ id: z.string(), roleId: z.string(), menuId: z.string(), checked: z.boolean() });

const common = {
  id: z.string(),
  name: z.string(),
  /** `default` is built in, `new` was made here. */
  type: z.enum(ROLE_TYPES),
  deletable: z.boolean(),
  modifiable: z.boolean(),
  created: FamilyTime,
};

export const RoleRow = z.object({ ...common, userCount: z.number().int(), menus: z.null() });
export type RoleRow = z.infer<typeof RoleRow>;

export const Role = z.object({ ...common, menus: z.array(RoleMenu) });
export type Role = z.infer<typeof Role>;

export const RoleInput = z.strictObject({
  name: Name,
  menus: z
    .array(z.object({ menuId: z.enum(MENU_IDS as [MenuId, ...MenuId[]]), checked: z.boolean() }))
    .min(1)
    .max(2 * MENU_IDS.length),
  ...echoed('id', 'type', 'deletable', 'modifiable', 'created', 'userCount'),
});
export type RoleInput = z.infer<typeof RoleInput>;

export const RoleQuery = pagingQuery(['name', 'type', 'created'], {
  name: SearchText,
  type: z.preprocess((value) => (value === '' ? undefined : value), z.enum(ROLE_TYPES).optional()),
});
export type RoleQuery = z.infer<typeof RoleQuery>;

const ById = z.object({ id: Id });

export const listRoleOptions = endpoint({
  method: 'GET',
  path: '/roles',
  access: ['role', 'user', 'user-add', 'user-edit', 'user-detail'],
  summary: 'Every role, for pickers.',
  response: z.array(RoleRow),
});

export const listRoles = endpoint({
  method: 'GET',
  path: '/roles/paging',
  access: ['role'],
  summary: 'Roles, page by page.',
  query: RoleQuery,
  response: paged(RoleRow),
});

export const getRole = endpoint({
  method: 'GET',
  path: '/roles/:id',
  access: ['role-detail', 'role-edit'],
  summary: 'One role with its menus.',
  params: ById,
  response: Role,
});

export const createRole = endpoint({
  method: 'POST',
  path: '/roles',
  access: ['role-add'],
  widens: true,
  summary: 'Makes a role. Nobody can put a menu into it that they do not hold.',
  body: RoleInput,
  response: Role,
});

export const updateRole = endpoint({
  method: 'PUT',
  path: '/roles/:id',
  access: ['role-edit'],
  widens: true,
  summary: 'Changes a role, at once for everybody who has it. Built-in roles stay as they are.',
  params: ById,
  body: RoleInput,
});

export const deleteRoles = endpoint({
  method: 'DELETE',
  path: '/roles/:ids',
  access: ['role-del'],
  summary: 'Deletes roles, all or none. Built-in roles stay.',
  params: z.object({ ids: IdList }),
});
