import {
  createRole,
  deleteRoles,
  getRole,
  listRoleOptions,
  listRoles,
  updateRole,
} from '@jadegate/contract/identity/role-endpoints';
import { listMenus } from '@jadegate/contract/menu-endpoints';

import type { Api } from '../../http/api.ts';
import type { RoleService } from './role.service.ts';

export function roleRoutes(api: Api, { roles }: { roles: RoleService }): void {
  api.on(listMenus, ({ actor }) => roles.tree(actor.language));
  api.on(listRoleOptions, () => roles.listOptions());
  api.on(listRoles, ({ query }) => roles.list(query));
  api.on(getRole, ({ params }) => roles.get(params.id));
  api.on(createRole, ({ actor, body }) => roles.create(actor, body));
  api.on(updateRole, ({ actor, params, body }) => roles.update(actor, params.id, body));
  api.on(deleteRoles, ({ actor, params }) => roles.delete(actor, params.ids));
}
