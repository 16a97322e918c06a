import * as z from 'zod';

import {
  changePane,
  gridOf,
  panesOf,
  PaneTree,
  removePane,
  resizeSplit,
  splitPane,
  type Pane,
  type SplitDirection,
} from './pane-tree.ts';

const Tab = z.object({ id: z.string(), tree: PaneTree, focused: z.string() });
export type Tab = z.infer<typeof Tab>;

/** Everything open in one window. */
export const Layout = z.object({ tabs: z.array(Tab), active: z.string() });
export type Layout = z.infer<typeof Layout>;

/** Room for a session has an end, and so has what a browser can draw. */
export const MAX_PANES = 8;

export const EMPTY: Layout = { tabs: [], active: '' };

export type Place = 'tab' | SplitDirection;

export type LayoutChange =
  | { type: 'open'; pane: Pane; place: Place }
  /** Many at once, side by side in tabs of their own. */
  | { type: 'open-grid'; panes: readonly Pane[] }
  | { type: 'close'; id: string }
  /** The pane begins again: a new session under a new id. */
  | { type: 'renew'; id: string; newId: string }
  /** The pane begins again with the same session. */
  | { type: 'resume'; id: string; newId: string }
  | { type: 'session'; id: string; session: Partial<Omit<Pane, 'kind' | 'id' | 'assetId' | 'assetName'>> }
  | { type: 'focus'; id: string }
  | { type: 'resize'; split: string; ratio: number };

export function activeTab({ tabs, active }: Layout): Tab | undefined {
  return tabs.find(({ id }) => id === active) ?? tabs[0];
}

export function allPanes({ tabs }: Layout): Pane[] {
  return tabs.flatMap(({ tree }) => panesOf(tree));
}

export function changeLayout(layout: Layout, change: LayoutChange): Layout {
  switch (change.type) {
    case 'open':
      return open(layout, change.pane, change.place);
    case 'open-grid':
      return openGrid(layout, change.panes);
    case 'close':
      return close(layout, change.id);
    case 'renew':
    case 'resume':
      return onTab(layout, change.id, (tab) => ({
        ...tab,
        tree: changePane(tab.tree, change.id, {
          id: change.newId,
          ...(change.type === 'renew' && { sessionId: undefined, directory: undefined }),
        }),
        focused: tab.focused === change.id ? change.newId : tab.focused,
      }));
    case 'session':
      return onTab(layout, change.id, (tab) => ({
        ...tab,
        tree: changePane(tab.tree, change.id, change.session),
      }));
    case 'focus':
      return focus(layout, change.id);
    case 'resize':
      return {
        ...layout,
        tabs: layout.tabs.map((tab) => ({
          ...tab,
          tree: resizeSplit(tab.tree, change.split, change.ratio),
        })),
      };
  }
}

function open(layout: Layout, pane: Pane, place: Place): Layout {
  const tab = activeTab(layout);
  if (place === 'tab' || !tab || panesOf(tab.tree).length >= MAX_PANES) {
    const id = `tab-${pane.id}`;
    return { tabs: [...layout.tabs, { id, tree: pane, focused: pane.id }], active: id };
  }
  return onTab(layout, tab.focused, (before) => ({
    ...before,
    tree: splitPane(before.tree, before.focused, pane, place),
    focused: pane.id,
  }));
}

function openGrid(layout: Layout, panes: readonly Pane[]): Layout {
  const made: Tab[] = [];
  for (let at = 0; at < panes.length; at += MAX_PANES) {
    const [first, ...others] = panes.slice(at, at + MAX_PANES);
    if (first) {
      made.push({ id: `tab-${first.id}`, tree: gridOf([first, ...others]), focused: first.id });
    }
  }
  return { tabs: [...layout.tabs, ...made], active: made[0]?.id ?? layout.active };
}

/** The neighbour gets the focus; a tab without panes goes, and the one before it comes to the front. */
function close(layout: Layout, id: string): Layout {
  const at = layout.tabs.findIndex((tab) => holds(tab, id));
  const tab = layout.tabs[at];
  if (!tab) {
    return layout;
  }
  const tree = removePane(tab.tree, id);
  if (!tree) {
    const tabs = layout.tabs.filter((other) => other !== tab);
    const next = tabs[Math.max(0, at - 1)]?.id ?? '';
    return { tabs, active: layout.active === tab.id ? next : layout.active };
  }
  const focused = tab.focused === id ? (panesOf(tree)[0]?.id ?? '') : tab.focused;
  return onTab(layout, id, (before) => ({ ...before, tree, focused }));
}

function focus(layout: Layout, id: string): Layout {
  const tab = layout.tabs.find((candidate) => holds(candidate, id));
  if (!tab || (tab.focused === id && layout.active === tab.id)) {
    return layout;
  }
  return { ...onTab(layout, id, (before) => ({ ...before, focused: id })), active: tab.id };
}

const holds = ({ tree }: Tab, id: string) => panesOf(tree).some((pane) => pane.id === id);

function onTab(layout: Layout, paneId: string, change: (tab: Tab) => Tab): Layout {
  return { ...layout, tabs: layout.tabs.map((tab) => (holds(tab, paneId) ? change(tab) : tab)) };
}
