import type { GpuCell, GpuMap } from '@jadegate/contract/fleet/gpu';

/** What fills a cell. */
export type CellFigure = 'util' | 'memory';

export const CELL = 18;
export const GAP = 3;
const LABEL = 132;
const PER_LINE = 8;
const LINE = CELL + GAP + 3;
const BLOCK = LABEL + PER_LINE * (CELL + GAP) + 12;

/** A host, or a part of one with many cards, at its place. */
interface Line {
  nodeName: string;
  /** Only at the first line of a host. */
  label: string;
  cells: readonly GpuCell[];
  x: number;
  y: number;
}

export interface Layout {
  lines: readonly Line[];
  height: number;
  labelWidth: number;
}

/** Where each cell stands in a room of this width: hosts in columns, filled from left to right. */
export function layOut({ nodes }: GpuMap, width: number): Layout {
  const columns = Math.max(1, Math.floor(width / BLOCK));
  // On a phone names give way to the cells.
  const labelWidth = columns === 1 ? Math.max(60, Math.min(LABEL, width - PER_LINE * (CELL + GAP))) : LABEL;
  const parts = nodes.flatMap(({ name, gpus }) =>
    Array.from({ length: Math.max(1, Math.ceil(gpus.length / PER_LINE)) }, (_, at) => ({
      nodeName: name,
      label: at === 0 ? name : '',
      cells: gpus.slice(at * PER_LINE, (at + 1) * PER_LINE),
    })),
  );
  const lines = parts.map((part, at) => ({
    ...part,
    x: (at % columns) * BLOCK,
    y: Math.floor(at / columns) * LINE,
  }));
  return { lines, height: Math.ceil(parts.length / columns) * LINE, labelWidth };
}

export function cellAt(
  { lines, labelWidth }: Layout,
  x: number,
  y: number,
): { line: Line; cell: GpuCell } | undefined {
  const line = lines.find((one) => y >= one.y && y < one.y + CELL && x >= one.x && x < one.x + BLOCK);
  const at = line ? Math.floor((x - line.x - labelWidth) / (CELL + GAP)) : -1;
  const cell = line?.cells[at];
  return line && cell && at >= 0 ? { line, cell } : undefined;
}

export const MAP_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'] as const;
export type MapKey = (typeof MAP_KEYS)[number];

/** Where a key leads from a cell: along its line, or to the nearest cell of the line above or below. */
export function cellBeside(
  { lines }: Layout,
  from: string | undefined,
  key: MapKey,
): { line: Line; cell: GpuCell } | undefined {
  const all = lines.flatMap((line) => line.cells.map((cell, place) => ({ line, cell, place })));
  const at = all.findIndex(({ cell }) => cell[0] === from);
  const here = all[at];
  if (!here || key === 'Home' || key === 'End') {
    return key === 'End' ? all.at(-1) : all[0];
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    return all[at + (key === 'ArrowLeft' ? -1 : 1)] ?? here;
  }
  const step = key === 'ArrowUp' ? -1 : 1;
  const y = lines
    .map((line) => line.y)
    .filter((one) => (one - here.line.y) * step > 0)
    .toSorted((one, other) => (one - other) * step)[0];
  const across = (one: (typeof all)[number]) =>
    Math.abs(one.line.x + one.place * (CELL + GAP) - here.line.x - here.place * (CELL + GAP));
  return (
    all.filter(({ line }) => line.y === y).toSorted((one, other) => across(one) - across(other))[0] ?? here
  );
}
