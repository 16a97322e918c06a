import type { RoleInput } from '@jadegate/contract/identity/role-endpoints';
import { MENU_IDS, type MenuId, type MenuNode } from '@jadegate/contract/menu';

export type RoleMenus = RoleInput['menus'];

function isMenuId(key: string): key is MenuId {
  return (MENU_IDS as readonly string[]).includes(key);
}

/** The ids that a role has ticked; its other entries are only the way to them. */
export function tickedIn(menus: readonly { menuId: string; checked: boolean }[]): string[] {
  return menus.filter(({ checked }) => checked).map(({ menuId }) => menuId);
}

/** What is stored for these ticks, in tree order: each ticked node, and each node above one that is not ticked itself. */
export function toMenus(tree: readonly MenuNode[], ticked: readonly string[]): RoleMenus {
  const wanted = new Set(ticked);
  const collect = ({ key, children }: MenuNode): RoleMenus => {
    const below = (children ?? []).flatMap(collect);
    const isPresent = wanted.has(key) || below.length > 0;
    return isPresent && isMenuId(key) ? [{ menuId: key, checked: wanted.has(key) }, ...below] : below;
  };
  return tree.flatMap(collect);
}

/** The node and everything below it. */
export function keysUnder({ key, children }: MenuNode): string[] {
  return [key, ...(children ?? []).flatMap(keysUnder)];
}

export function keysOf(tree: readonly MenuNode[]): string[] {
  return tree.flatMap(keysUnder);
}

/**
 * The ticks after `keys` were ticked or unticked together. What stands above stays as it is: a ticked page whose
 * actions are all unticked is a page one may only look at.
 */
export function withTicks(ticked: readonly string[], keys: readonly string[], isOn: boolean): string[] {
  const changed = new Set(keys);
  const others = ticked.filter((key) => !changed.has(key));
  return isOn ? [...others, ...changed] : others;
}

/** The nodes whose title holds the text, with all below them and the way to them. */
export function searchTree(tree: readonly MenuNode[], text: string): MenuNode[] {
  const wanted = text.trim().toLowerCase();
  const keep = (node: MenuNode): MenuNode[] => {
    if (node.title.toLowerCase().includes(wanted)) {
      return [node];
    }
    const children = (node.children ?? []).flatMap(keep);
    return children.length > 0 ? [{ ...node, children }] : [];
  };
  return tree.flatMap(keep);
}

/** The part of the tree that a role opens. */
export function grantedTree(tree: readonly MenuNode[], granted: readonly string[]): MenuNode[] {
  const held = new Set(granted);
  return tree.flatMap((node): MenuNode[] => {
    const children = grantedTree(node.children ?? [], granted);
    const isLeaf = children.length === 0;
    return held.has(node.key) || !isLeaf ? [{ ...node, children: isLeaf ? null : children }] : [];
  });
}

/** Nodes nobody may grant who does not hold them, and the way to them, themselves. */
export function lockedKeys(tree: readonly MenuNode[], held: readonly string[]): Set<string> {
  const own = new Set(held);
  const collect = (node: MenuNode): string[] =>
    own.has(node.key) ? (node.children ?? []).flatMap(collect) : keysUnder(node);
  return new Set(tree.flatMap(collect));
}
