import type { MenuId } from '@jadegate/contract/menu';

import { PAGES, PERSONAL_LINKS, type Page } from './navigation.ts';
import { mayOpen } from './side-menu.ts';

/** In the order of the groups. */
export const COMMAND_KINDS = [
  'hosts',
  'sessions',
  'nodes',
  'vms',
  'gpus',
  'pages',
  'people',
  'actions',
  'settings',
] as const;
export type CommandKind = (typeof COMMAND_KINDS)[number];

export interface Command {
  /** The same every time, so that its use can be counted. */
  key: string;
  kind: CommandKind;
  label: string;
  /** Found by as well, and shown beside it. */
  hint?: string;
  /** The server found it: what was typed need not be in the label. */
  isFound?: boolean;
  run: () => void;
}

/** Pages with a form that makes something new, and who may. The page opens it when it is asked to. */
export const CREATABLE = [
  { path: '/asset', menu: 'asset', needs: 'asset-add' },
  { path: '/credential', menu: 'credential', needs: 'credential-add' },
  { path: '/user', menu: 'user', needs: 'user-add' },
  { path: '/user-group', menu: 'user-group', needs: 'user-group-add' },
  { path: '/strategy', menu: 'strategy', needs: 'strategy-add' },
  { path: '/command-filter', menu: 'command-filter', needs: 'command-filter-add' },
  { path: '/access-gateway', menu: 'access-gateway', needs: 'access-gateway-add' },
  { path: '/login-policy', menu: 'login-policy', needs: 'login-policy-add' },
  { path: '/event-destination', menu: 'event-destination', needs: 'event-destination-add' },
] as const satisfies readonly { path: string; menu: MenuId; needs: MenuId }[];

/** Pages the person can go to from anywhere: those without parameters that their menus open. */
export function reachablePages(isAdmin: boolean, can: (...ids: MenuId[]) => boolean): Page[] {
  const isReachable = (page: Page) =>
    page.shell === 'admin' && page.label.startsWith('menu.') && (page.menu === undefined || can(page.menu));
  const isListed = (page: Page) => page.menu !== undefined && can(page.menu);
  const admin = isAdmin
    ? PAGES.filter((page) => (isListed(page) || isReachable(page)) && mayOpen(page, can))
    : [];
  return [...admin, ...PERSONAL_LINKS.filter((page) => !isAdmin || page.path !== '/my-info')];
}

const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** Commands whose words, or whose path, hold everything that was typed. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const words = wordsOf(typed);
  return commands.filter(({ label, key, hint = '', isFound = false }) => {
    const text = `${label} ${hint} ${key}`.toLowerCase();
    return isFound || words.every((word) => text.includes(word));
  });
}

/** What to ask the server for: without the verb, which machines do not have in their names. */
export function nameIn(typed: string, verb: string): string {
  const [first, ...rest] = typed.trim().split(/\s+/);
  const isVerb = first?.toLowerCase() === verb.toLowerCase();
  return (isVerb ? rest : [first ?? '', ...rest]).join(' ');
}
