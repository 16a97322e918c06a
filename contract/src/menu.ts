import { MENUS, type MenuId } from './words/menus.ts';

export type { MenuId };
export const MENU_IDS: readonly MenuId[] = MENUS.map((menu) => menu.id);

export interface MenuNode {
  title: string;
  key: string;
  /** Null for a leaf, as the product family sends it. */
  children: MenuNode[] | null;
}

/** The tree under `parent`, with titles from the caller. */
export function menuTree(title: (id: MenuId) => string, parent = 'root'): MenuNode[] {
  return MENUS.filter((menu) => menu.parent === parent).map(({ id }) => {
    const children = menuTree(title, id);
    return { title: title(id), key: id, children: children.length > 0 ? children : null };
  });
}
