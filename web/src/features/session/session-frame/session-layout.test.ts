import { describe, expect, it } from 'vitest';

import { panesOf, place, type Pane } from './pane-tree.ts';
import {
  activeTab,
  allPanes,
  changeLayout,
  EMPTY,
  MAX_PANES,
  type Layout,
  type LayoutChange,
} from './session-layout.ts';

const pane = (id: string): Pane => ({ kind: 'pane', id, assetId: `asset-${id}`, assetName: id });
const after = (...changes: LayoutChange[]): Layout => changes.reduce(changeLayout, EMPTY);
const open = (id: string, place: 'tab' | 'right' | 'down' = 'tab'): LayoutChange => ({
  type: 'open',
  pane: pane(id),
  place,
});
const shape = (layout: Layout) =>
  layout.tabs.map(({ tree, focused }) => [panesOf(tree).map(({ id }) => id), focused]);

describe('the window', () => {
  it('opens many side by side, two in a row, and begins another tab when one is full', () => {
    const panes = Array.from({ length: MAX_PANES + 1 }, (_, n) => pane(`p${n}`));
    const layout = after(open('a'), { type: 'open-grid', panes });
    expect(shape(layout)).toEqual([
      [['a'], 'a'],
      [panes.slice(0, MAX_PANES).map(({ id }) => id), 'p0'],
      [[`p${MAX_PANES}`], `p${MAX_PANES}`],
    ]);
    expect(activeTab(layout)?.id).toBe('tab-p0');
    const boxes = place(activeTab(layout)?.tree ?? pane('none')).panes.map(({ box }) => box);
    expect(boxes.every(({ width, height }) => width === 0.5 && Math.abs(height - 0.25) < 1e-9)).toBe(true);
  });

  it('opens in tabs and beside the pane with the focus', () => {
    const layout = after(open('a'), open('b'), { type: 'focus', id: 'a' }, open('c', 'right'));
    expect(shape(layout)).toEqual([
      [['a', 'c'], 'c'],
      [['b'], 'b'],
    ]);
    expect(activeTab(layout)?.focused).toBe('c');
  });

  it('opens a tab when there is nothing to stand beside, or no room', () => {
    expect(shape(after(open('a', 'down')))).toEqual([[['a'], 'a']]);
    const many = Array.from({ length: MAX_PANES }, (_, index) => open(`p${index}`, 'right'));
    const layout = after(...many, open('last', 'right'));
    expect(layout.tabs).toHaveLength(2);
    expect(activeTab(layout)?.focused).toBe('last');
  });

  it('gives the focus to a neighbour when a pane is closed, and to the tab before when a tab is', () => {
    const layout = after(open('a'), open('b'), open('c', 'down'), { type: 'close', id: 'c' });
    expect(activeTab(layout)?.focused).toBe('b');
    const one = changeLayout(layout, { type: 'close', id: 'b' });
    expect(activeTab(one)?.focused).toBe('a');
    expect(changeLayout(one, { type: 'close', id: 'a' })).toEqual(EMPTY);
    expect(changeLayout(one, { type: 'close', id: 'unknown' })).toBe(one);
  });

  it('leaves the tab in front when one behind it is closed', () => {
    const layout = after(open('a'), open('b'), { type: 'close', id: 'a' });
    expect(activeTab(layout)?.focused).toBe('b');
  });

  it('keeps sessions with their panes, and forgets one that begins again', () => {
    const session = { sessionId: 's', mayCopy: false, mayPaste: true };
    const layout = after(open('a'), { type: 'session', id: 'a', session });
    expect(allPanes(layout)[0]).toMatchObject(session);
    const renewed = changeLayout(layout, { type: 'renew', id: 'a', newId: 'a2' });
    expect(allPanes(renewed)[0]).toMatchObject({ id: 'a2', assetId: 'asset-a', sessionId: undefined });
    expect(activeTab(renewed)?.focused).toBe('a2');
  });
});
