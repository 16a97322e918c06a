import type { MenuId } from '@jadegate/contract/menu';
import { MENU_WORDS, MENUS } from '@jadegate/contract/words/menus';
import { describe, expect, it } from 'vitest';

import { catalogue as en } from '../i18n/en.ts';
import { catalogue as zhTW } from '../i18n/zh-TW.ts';
import { breadcrumb } from './breadcrumb.ts';
import { pageAt, PAGES, type Shell } from './navigation.ts';

/** The routes of specification §2. */
const ROUTES: Record<Shell, string[]> = {
  none: ['/login', '/permission-denied'],
  session: '/access /term /term-monitor /term-playback /guacd-monitor /guacd-playback /share-session'.split(
    ' ',
  ),
  admin: (
    '/dashboard /monitoring /user /user/1 /role /role/1 /user-group /user-group/1 /asset /asset/1 /node /vm ' +
    '/gpu-resource /credential /command /batch-command /execute-command /online-session /offline-session ' +
    '/login-log /info /setting /job /file /access-security /access-gateway /storage /strategy /strategy/1 ' +
    '/login-policy /login-policy/1'
  ).split(' '),
  personal: ['/my-asset', '/my-info', '/my-file', '/my-command'],
};

describe('the page table', () => {
  it.each(Object.entries(ROUTES))('has every route of the specification in the %s shell', (shell, paths) => {
    expect(paths.filter((path) => pageAt(path)?.shell !== shell)).toEqual([]);
  });

  it('has no page for an address nobody made', () => {
    expect(pageAt('/user/1/2')).toBeUndefined();
    expect(pageAt('/')).toBeUndefined();
  });

  it('has each path once', () => {
    const paths = PAGES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('names every menu entry as the contract does, in both languages', () => {
    for (const [id, title] of Object.entries(zhTW.app.menu)) {
      expect({ id, title }).toEqual({ id, title: MENU_WORDS[id as MenuId]['zh-TW'] });
    }
    for (const [id, title] of Object.entries(en.app.menu)) {
      expect({ id, title }).toEqual({ id, title: MENU_WORDS[id as MenuId].en });
    }
  });

  it('groups pages as the menu table of the contract does', () => {
    const parents = new Map<string, string>(MENUS.map(({ id, parent }) => [id, parent]));
    const topOf = (menu: string): string => {
      const parent = parents.get(menu) ?? 'root';
      return parent === 'root' || parents.get(parent) === 'root' ? parent : topOf(parent);
    };
    const misplaced = PAGES.filter(
      ({ menu, group }) => menu !== undefined && (group ?? 'root') !== topOf(menu),
    );
    expect(misplaced).toEqual([]);
  });
});

describe('the breadcrumb', () => {
  const labels = (path: string) => {
    const page = pageAt(path);
    return page ? breadcrumb(page).map(({ label }) => label) : [];
  };

  it('leads from home through the group to the page', () => {
    expect(labels('/credential')).toEqual(['breadcrumb.home', 'menu.resource', 'menu.credential']);
  });

  it('does not lead from home to home', () => {
    expect(labels('/dashboard')).toEqual(['menu.dashboard']);
  });

  it.each([
    ['/asset/1', 'detail.asset'],
    ['/user/1', 'detail.user'],
    ['/role/1', 'detail.role'],
    ['/user-group/1', 'detail.user-group'],
    ['/login-policy/1', 'detail.login-policy'],
    ['/command-filter/1', 'detail.command-filter'],
    ['/strategy/1', 'detail.strategy'],
  ])('ends at %s with its own title, after a link to the list', (path, title) => {
    const page = pageAt(path);
    const crumbs = page ? breadcrumb(page) : [];
    expect(crumbs.at(-1)).toEqual({ label: title });
    expect(crumbs.at(-2)?.path).toBe(`/${path.split('/')[1]}`);
  });
});
