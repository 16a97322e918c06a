import type { MenuId } from '@jadegate/contract/menu';

import { PAGES, type Page } from './navigation.ts';

export type SideMenuEntry = { page: Page } | { group: MenuId; pages: Page[] };

/** The side menu of somebody with these menus. A group and its pages are asked for separately; empty groups go. */
export function sideMenu(can: (id: MenuId) => boolean, pages: readonly Page[] = PAGES): SideMenuEntry[] {
  const entries: SideMenuEntry[] = [];
  const groups = new Map<MenuId, Page[]>();
  for (const page of pages) {
    const { menu, group } = page;
    if (menu === undefined || !can(menu)) {
      continue;
    }
    if (group === undefined) {
      entries.push({ page });
      continue;
    }
    if (!can(group)) {
      continue;
    }
    const known = groups.get(group);
    if (known) {
      known.push(page);
    } else {
      const members = [page];
      groups.set(group, members);
      entries.push({ group, pages: members });
    }
  }
  return entries;
}

/** True when the person may open the page, wherever the link to it came from. */
export function mayOpen(page: Page, can: (...ids: MenuId[]) => boolean): boolean {
  return page.needs === undefined || page.needs.length === 0 || can(...page.needs);
}
