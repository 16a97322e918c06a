import type { LabelKey, Page } from './navigation.ts';
import { PAGES } from './navigation.ts';

interface Crumb {
  label: LabelKey;
  /** Where it leads; a group and the page itself lead nowhere. */
  path?: string;
}

/** Home, the group, the list and the page, as far as there are any. */
export function breadcrumb(page: Page): Crumb[] {
  const parent = PAGES.find(({ path }) => path === page.parent);
  const group = page.group ?? parent?.group;
  const crumbs: Crumb[] = [];
  if (page.path !== '/dashboard') {
    crumbs.push({ label: 'breadcrumb.home', path: '/dashboard' });
  }
  if (group) {
    crumbs.push({ label: `menu.${group}` as LabelKey });
  }
  if (parent) {
    crumbs.push({ label: parent.label, path: parent.path });
  }
  return [...crumbs, { label: page.label }];
}
