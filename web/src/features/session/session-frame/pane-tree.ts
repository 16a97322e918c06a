import { PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { VmConsoleKind } from '@jadegate/contract/fleet/vm-console';
import { CreatedSession, SessionFileFlags } from '@jadegate/contract/session/session';
import * as z from 'zod';

/** Where a pane of the window stands: parts of the whole, from 0 to 1. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const SplitDirection = z.enum(['right', 'down']);
export type SplitDirection = z.infer<typeof SplitDirection>;
export type MoveDirection = 'left' | 'right' | 'up' | 'down';

/** Where a session leads: to an asset or, where a machine is named, to one of its consoles. */
const SessionPlace = z.object({
  /** Empty for a console. */
  assetId: z.string(),
  /** Or what the console is called. */
  assetName: z.string(),
  vm: z.object({ id: z.string(), console: VmConsoleKind }).optional(),
  /** What the asset speaks; an address need not say it, and then the server does. */
  protocol: z.enum(PROTOCOLS).optional(),
});
export type SessionPlace = z.infer<typeof SessionPlace>;

/** One session: where it leads, and the session there once there is one. */
export const Pane = SessionPlace.extend({
  kind: z.literal('pane'),
  id: z.string(),
  sessionId: z.string().optional(),
  mayCopy: z.boolean().optional(),
  mayPaste: z.boolean().optional(),
  /** Whether its desktop hears the microphone. */
  mayTalk: z.boolean().optional(),
  /** What may be done with the files of the machine. */
  files: SessionFileFlags.optional(),
  /** Where on it the person was last. */
  directory: z.string().optional(),
  /** The account on the machine; empty while it is asked for. */
  username: z.string().optional(),
  /** How it looks for those who have not chosen. */
  appearance: CreatedSession.shape.appearance,
});
export type Pane = z.infer<typeof Pane>;

/** What it is called: the account on the machine, where it is known. That of a console is its hypervisor's. */
export function paneTitle({ username = '', assetName, vm }: Pane): string {
  return username === '' || vm ? assetName : `${username}@${assetName}`;
}

export interface Split {
  kind: 'split';
  id: string;
  direction: SplitDirection;
  /** The share of the first. */
  ratio: number;
  first: PaneTree;
  second: PaneTree;
}
export type PaneTree = Pane | Split;

export const MIN_RATIO = 0.1;
export const MAX_RATIO = 1 - MIN_RATIO;

export const Split: z.ZodType<Split> = z.object({
  kind: z.literal('split'),
  id: z.string(),
  direction: SplitDirection,
  ratio: z.number().min(MIN_RATIO).max(MAX_RATIO),
  get first(): z.ZodType<PaneTree> {
    return PaneTree;
  },
  get second(): z.ZodType<PaneTree> {
    return PaneTree;
  },
});
export const PaneTree: z.ZodType<PaneTree> = z.union([Pane, Split]);

export function panesOf(tree: PaneTree): Pane[] {
  return tree.kind === 'pane' ? [tree] : [...panesOf(tree.first), ...panesOf(tree.second)];
}

/** Puts a pane beside another, in half of its room. */
export function splitPane(tree: PaneTree, id: string, added: Pane, direction: SplitDirection): PaneTree {
  return replace(tree, id, (pane) => ({
    kind: 'split',
    id: `split-${added.id}`,
    direction,
    ratio: 0.5,
    first: pane,
    second: added,
  }));
}

/** Side by side, two in a row, all of one size. */
export function gridOf([first, ...others]: readonly [Pane, ...Pane[]]): PaneTree {
  const [second, ...rest] = others;
  const row = second ? splitPane(first, first.id, second, 'right') : first;
  const [next, ...more] = rest;
  if (!next) {
    return row;
  }
  const rows = Math.ceil((others.length + 1) / 2);
  return {
    kind: 'split',
    id: `split-row-${first.id}`,
    direction: 'down',
    ratio: 1 / rows,
    first: row,
    second: gridOf([next, ...more]),
  };
}

export function changePane(tree: PaneTree, id: string, change: Partial<Omit<Pane, 'kind'>>): PaneTree {
  return replace(tree, id, (pane) => ({ ...pane, ...change }));
}

/** Its neighbour takes the room. Undefined when it was the last. */
export function removePane(tree: PaneTree, id: string): PaneTree | undefined {
  if (tree.kind === 'pane') {
    return tree.id === id ? undefined : tree;
  }
  const first = removePane(tree.first, id);
  const second = removePane(tree.second, id);
  return first && second ? { ...tree, first, second } : (first ?? second);
}

export function resizeSplit(tree: PaneTree, id: string, ratio: number): PaneTree {
  if (tree.kind === 'pane') {
    return tree;
  }
  if (tree.id === id) {
    return { ...tree, ratio: Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio)) };
  }
  return { ...tree, first: resizeSplit(tree.first, id, ratio), second: resizeSplit(tree.second, id, ratio) };
}

function replace(tree: PaneTree, id: string, change: (pane: Pane) => PaneTree): PaneTree {
  if (tree.kind === 'pane') {
    return tree.id === id ? change(tree) : tree;
  }
  return { ...tree, first: replace(tree.first, id, change), second: replace(tree.second, id, change) };
}

interface Placed {
  panes: { pane: Pane; box: Box }[];
  /** `box` is the room that the two share. */
  splits: { split: Split; box: Box }[];
}

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

/** Where everything stands. A flat list, so that a session is never taken down because its neighbours change. */
export function place(tree: PaneTree, box: Box = WHOLE): Placed {
  if (tree.kind === 'pane') {
    return { panes: [{ pane: tree, box }], splits: [] };
  }
  const [before, after] = halves(tree, box);
  const first = place(tree.first, before);
  const second = place(tree.second, after);
  return {
    panes: [...first.panes, ...second.panes],
    splits: [{ split: tree, box }, ...first.splits, ...second.splits],
  };
}

function halves({ direction, ratio }: Split, { x, y, width, height }: Box): [Box, Box] {
  if (direction === 'right') {
    const part = width * ratio;
    return [
      { x, y, width: part, height },
      { x: x + part, y, width: width - part, height },
    ];
  }
  const part = height * ratio;
  return [
    { x, y, width, height: part },
    { x, y: y + part, width, height: height - part },
  ];
}

/** The pane one comes to from another: beyond its edge, at the height of its middle. */
export function neighbour(tree: PaneTree, id: string, direction: MoveDirection): string | undefined {
  const { panes } = place(tree);
  const from = panes.find(({ pane }) => pane.id === id)?.box;
  if (!from) {
    return undefined;
  }
  const step = 0.001;
  const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const point = {
    left: { x: from.x - step, y: middle.y },
    right: { x: from.x + from.width + step, y: middle.y },
    up: { x: middle.x, y: from.y - step },
    down: { x: middle.x, y: from.y + from.height + step },
  }[direction];
  return panes.find(({ box }) => holds(box, point))?.pane.id;
}

function holds({ x, y, width, height }: Box, point: { x: number; y: number }): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;
}

/** The same place, for another pane. */
export function placeOf({ assetId, assetName, vm, protocol }: SessionPlace): SessionPlace {
  return { assetId, assetName, protocol, ...(vm && { vm }) };
}
