import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import type { MenuNode } from './menu.ts';

const MenuNodeSchema: z.ZodType<MenuNode> = z
  .object({
    title: z.string(),
    key: z.string(),
    get children() {
      return z.array(MenuNodeSchema).nullable();
    },
  })
  // It refers to itself, so the API page needs a name for it.
  .meta({ id: 'MenuNode' });

export const listMenus = endpoint({
  method: 'GET',
  path: '/menus',
  access: ['role', 'role-add', 'role-edit', 'role-detail'],
  summary: 'The menu tree that roles are made of.',
  response: z.array(MenuNodeSchema),
});
