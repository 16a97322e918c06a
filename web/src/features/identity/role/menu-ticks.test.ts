import { menuTree, type MenuNode } from '@jadegate/contract/menu';
import { describe, expect, it } from 'vitest';

import { grantedTree, keysOf, lockedKeys, searchTree, tickedIn, toMenus, withTicks } from './menu-ticks.ts';

const TREE = menuTree((id) => `title of ${id}`);

function find(key: string, nodes: readonly MenuNode[] = TREE): MenuNode {
  const all = (node: MenuNode): MenuNode[] => [node, ...(node.children ?? []).flatMap(all)];
  const found = nodes.flatMap(all).find((node) => node.key === key);
  if (found === undefined) {
    throw new Error(`no node ${key}`);
  }
  return found;
}

describe('from ticks to what is stored', () => {
  it('sends each ticked node as checked and each ancestor that is only half ticked as not checked', () => {
    expect(toMenus(TREE, ['role-add', 'asset-authorised-user-add'])).toEqual([
      { menuId: 'resource', checked: false },
      { menuId: 'asset', checked: false },
      { menuId: 'asset-detail', checked: false },
      { menuId: 'asset-authorised-user', checked: false },
      { menuId: 'asset-authorised-user-add', checked: true },
      { menuId: 'identity', checked: false },
      { menuId: 'role', checked: false },
      { menuId: 'role-add', checked: true },
    ]);
  });

  it('keeps a ticked ancestor checked, and names each id once', () => {
    const menus = toMenus(TREE, ['role-add', 'role-del', 'role', 'role']);

    expect(menus).toEqual([
      { menuId: 'identity', checked: false },
      { menuId: 'role', checked: true },
      { menuId: 'role-add', checked: true },
      { menuId: 'role-del', checked: true },
    ]);
  });

  it('drops ids that the tree does not have', () => {
    expect(toMenus(TREE, ['login-log-paging'])).toEqual([]);
  });
});

describe('from what is stored to ticks', () => {
  it('ticks only what was checked', () => {
    expect(
      tickedIn([
        { menuId: 'identity', checked: false },
        { menuId: 'role', checked: true },
      ]),
    ).toEqual(['role']);
  });

  it('comes back as it was, for any set of ticks', () => {
    for (const ticked of [['dashboard'], ['role', 'user-group-add'], keysOf(TREE)]) {
      expect(tickedIn(toMenus(TREE, ticked))).toEqual(ticked);
    }
  });
});

describe('ticking', () => {
  it('takes a branch along, and leaves the page itself when only its actions are unticked', () => {
    const branch = keysOf([find('role')]);
    const all = withTicks([], branch, true);
    expect(all).toEqual(['role', 'role-add', 'role-del', 'role-edit', 'role-detail']);

    const viewer = withTicks(all, branch.slice(1), false);

    expect(viewer).toEqual(['role']);
    expect(withTicks(viewer, branch, false)).toEqual([]);
  });
});

it('finds nodes by title, with the way to them and what is below', () => {
  const found = searchTree(TREE, ' OF USER-GROUP-A');

  expect(keysOf(found)).toEqual([
    'identity',
    'user-group',
    'user-group-add',
    'user-group-authorised-asset',
    'user-group-bind-asset',
    'user-group-unbind-asset',
  ]);
});

it('shows of the tree only what a role opens', () => {
  expect(keysOf(grantedTree(TREE, ['identity', 'role', 'role-add']))).toEqual([
    'identity',
    'role',
    'role-add',
  ]);
});

it('locks what one does not hold, and what lies behind it', () => {
  const locked = lockedKeys(TREE, ['identity', 'role', 'role-add', 'user-add']);

  expect(
    ['identity', 'role', 'role-add', 'role-del', 'user', 'user-add'].map((key) => locked.has(key)),
  ).toEqual([false, false, false, true, true, true]);
});
