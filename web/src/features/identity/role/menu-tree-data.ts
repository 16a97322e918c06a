import type { MenuNode } from '@jadegate/contract/menu';

/** A menu node as Ant Design's tree takes it. */
export interface MenuTreeNode {
  key: string;
  title: string;
  menu: MenuNode;
  disableCheckbox: boolean;
  children: MenuTreeNode[];
}

const NONE: ReadonlySet<string> = new Set();

export function treeData(tree: readonly MenuNode[], locked = NONE): MenuTreeNode[] {
  return tree.map((menu) => ({
    key: menu.key,
    title: menu.title,
    menu,
    disableCheckbox: locked.has(menu.key),
    children: treeData(menu.children ?? [], locked),
  }));
}
