import type { MenuId } from '@jadegate/contract/menu';
import { MENU_IDS } from '@jadegate/contract/menu';
import { expect, it } from 'vitest';

import { hasMenu } from '../hooks/account.ts';
import { anAccount, aUser } from '../test/builders.ts';
import { pageAt } from './navigation.ts';
import { mayOpen, sideMenu } from './side-menu.ts';

function shown(menus: readonly MenuId[]): unknown[] {
  const account = anAccount({ menus: [...menus] });
  return sideMenu((id) => hasMenu(account, id)).map((entry) =>
    'page' in entry ? entry.page.path : { [entry.group]: entry.pages.map(({ path }) => path) },
  );
}

it('has the structure of the specification for somebody with every menu', () => {
  expect(shown(MENU_IDS)).toEqual([
    '/dashboard',
    { 'physical-asset': ['/node', '/vm', '/gpu-resource'] },
    {
      resource: [
        '/asset',
        '/credential',
        '/command',
        '/batch-command',
        '/access-gateway',
        '/strategy',
        '/command-filter',
      ],
    },
    { 'session-audit': ['/online-session', '/offline-session', '/session-search'] },
    { 'log-audit': ['/login-log', '/storage-log', '/session-command', '/audit-log', '/evidence'] },
    { ops: ['/job', '/storage', '/monitoring'] },
    { security: ['/access-security', '/login-policy', '/event-destination'] },
    { identity: ['/user', '/role', '/user-group', '/identity-source'] },
    '/setting',
    '/file',
    '/info',
  ]);
});

it('leaves out pages and groups that are not in the menus', () => {
  expect(shown(['dashboard', 'resource', 'credential', 'job'])).toEqual([
    '/dashboard',
    { resource: ['/credential'] },
  ]);
});

it('shows no group without pages', () => {
  expect(shown(['security', 'info'])).toEqual(['/file', '/info']);
});

it('is empty when nobody is signed in', () => {
  expect(sideMenu((id) => hasMenu(undefined, id))).toEqual([]);
});

it('counts any one of several ids as permission', () => {
  const account = aUser({ menus: ['credential'] });
  expect(hasMenu(account, 'asset', 'credential')).toBe(true);
  expect(hasMenu(account, 'asset', 'command')).toBe(false);
  expect(hasMenu(undefined, 'credential')).toBe(false);
});

it('opens one’s own profile to an administrator without the menu id, and other pages only with it', () => {
  const can = () => false;
  const opens = (path: string) => {
    const page = pageAt(path);
    return page && mayOpen(page, can);
  };
  expect([opens('/info'), opens('/my-asset'), opens('/credential'), opens('/user/1')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
