import { listMenus } from '@jadegate/contract/menu-endpoints';

import type { Api } from '../../http/api.ts';
import type { RoleService } from './role.service.ts';

export function roleRoutes(api: Api, { roles }: { roles: RoleService }): void {
  api.on(listMenus, ({ actor }) => roles.tree(actor.language));
}
