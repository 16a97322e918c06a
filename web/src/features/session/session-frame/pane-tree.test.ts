import { describe, expect, it } from 'vitest';

import {
  changePane,
  neighbour,
  PaneTree,
  panesOf,
  place,
  removePane,
  resizeSplit,
  splitPane,
  type Pane,
} from './pane-tree.ts';

const pane = (id: string): Pane => ({ kind: 'pane', id, assetId: `asset-${id}`, assetName: id });
const ids = (tree: PaneTree) => panesOf(tree).map(({ id }) => id);

/** a | b over c */
function three(): PaneTree {
  return splitPane(splitPane(pane('a'), 'a', pane('b'), 'right'), 'b', pane('c'), 'down');
}

function boxes(tree: PaneTree) {
  return Object.fromEntries(place(tree).panes.map(({ pane: { id }, box }) => [id, Object.values(box)]));
}

describe('a tree of panes', () => {
  it('gives half of the room to the one that is added', () => {
    expect(boxes(three())).toEqual({ a: [0, 0, 0.5, 1], b: [0.5, 0, 0.5, 0.5], c: [0.5, 0.5, 0.5, 0.5] });
  });

  it('gives the room of one that is closed to its neighbour', () => {
    const left = removePane(three(), 'b');
    expect(left && boxes(left)).toEqual({ a: [0, 0, 0.5, 1], c: [0.5, 0, 0.5, 1] });
    expect(left && removePane(left, 'a')).toEqual(pane('c'));
    expect(removePane(pane('c'), 'c')).toBeUndefined();
    expect(removePane(three(), 'unknown')).toEqual(three());
  });

  it('changes one pane and leaves the others', () => {
    const tree = changePane(three(), 'c', { sessionId: 's' });
    expect(panesOf(tree).map(({ sessionId }) => sessionId)).toEqual([undefined, undefined, 's']);
    expect(ids(tree)).toEqual(['a', 'b', 'c']);
  });

  it('is resized within bounds, so that no pane disappears', () => {
    const widths = (ratio: number) => boxes(resizeSplit(three(), 'split-b', ratio))['a']?.[2];
    expect(widths(0.3)).toBe(0.3);
    expect(widths(-4)).toBe(0.1);
    expect(widths(4)).toBe(0.9);
    expect(boxes(resizeSplit(three(), 'split-c', 0.25))['b']?.[3]).toBe(0.25);
  });

  it('knows who stands beside whom', () => {
    const tree = three();
    expect(neighbour(tree, 'b', 'left')).toBe('a');
    expect(neighbour(tree, 'c', 'up')).toBe('b');
    expect(neighbour(tree, 'b', 'down')).toBe('c');
    expect(['b', 'c']).toContain(neighbour(tree, 'a', 'right'));
    expect(neighbour(tree, 'a', 'left')).toBeUndefined();
    expect(neighbour(tree, 'unknown', 'left')).toBeUndefined();
  });

  it('comes back from storage, and nonsense does not', () => {
    expect(PaneTree.parse(JSON.parse(JSON.stringify(three())))).toEqual(three());
    expect(PaneTree.safeParse({ kind: 'split', first: pane('a') }).success).toBe(false);
    expect(PaneTree.safeParse({ ...three(), ratio: 7 }).success).toBe(false);
  });
});
