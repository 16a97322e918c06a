import type { MenuId } from '@jadegate/contract/menu';

import { PAGES, PERSONAL_LINKS, type Page } from './navigation.ts';
import { mayOpen } from './side-menu.ts';

export interface Command {
  key: string;
  kind: 'pages' | 'actions';
  label: string;
  run: () => void;
}

/** Pages the person can go to from anywhere: those without parameters that their menus open. */
export function reachablePages(isAdmin: boolean, can: (...ids: MenuId[]) => boolean): Page[] {
  const admin = isAdmin
    ? PAGES.filter((page) => page.menu !== undefined && can(page.menu) && mayOpen(page, can))
    : [];
  return [...admin, ...PERSONAL_LINKS.filter((page) => !isAdmin || page.path !== '/my-info')];
}

/** Commands whose words, or whose path, hold everything that was typed. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, key }) => {
    const text = `${label} ${key}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
