import { describe, expect, it } from 'vitest';

import { ENDPOINTS } from './endpoints.ts';
import { BUILT_IN_ROLES } from './identity/role.ts';
import { MENU_IDS, menuTree, type MenuNode } from './menu.ts';
import { MENU_WORDS, MENUS } from './words/menus.ts';

function keys(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [node.key, ...keys(node.children ?? [])]);
}

describe('the menu table', () => {
  it('has each id once, after its parent', () => {
    const ids: string[] = MENUS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const early = MENUS.filter(
      ({ parent }, index) => parent !== 'root' && !ids.slice(0, index).includes(parent),
    );
    expect(early).toEqual([]);
  });

  it('keeps all 129 ids of the product family and the groups of the specification', () => {
    expect(MENU_IDS.length).toBeGreaterThanOrEqual(129 + 4);
    expect(menuTree((id) => id).map((node) => node.key)).toEqual([
      'dashboard',
      'physical-asset',
      'resource',
      'session-audit',
      'log-audit',
      'ops',
      'security',
      'identity',
      'setting',
      'info',
    ]);
  });

  it('turns into one tree without losing an id, with null for leaves', () => {
    const tree = menuTree((id) => MENU_WORDS[id]['zh-TW']);
    expect(keys(tree).toSorted()).toEqual([...MENU_IDS].toSorted());
    expect(tree[0]).toEqual({ title: '儀表板', key: 'dashboard', children: null });
  });

  it('gives every menu that an endpoint asks for to at least one built-in role', () => {
    const granted = new Set(BUILT_IN_ROLES.flatMap((role) => role.menus));
    const asked = ENDPOINTS.flatMap(({ access }) => (typeof access === 'string' ? [] : access));
    expect(asked.filter((id) => !granted.has(id))).toEqual([]);
  });

  it('gives built-in roles the groups above each page, so that the side menu shows them', () => {
    const parents = new Map<string, string>(MENUS.map(({ id, parent }) => [id, parent]));
    const orphans = BUILT_IN_ROLES.flatMap(({ id: role, menus }) =>
      menus
        .filter((id) => parents.get(id) !== 'root' && !menus.includes(parents.get(id) as never))
        .map((id) => `${role}: ${id}`),
    );
    expect(orphans).toEqual([]);
  });
});
