import type { GpuCell } from '@jadegate/contract/fleet/gpu';

import { CELL, GAP, type CellFigure, type Layout } from './map-layout.ts';

export interface MapColours {
  /** From nothing to full: one hue that grows darker or lighter, so that nobody needs to tell hues apart. */
  empty: string;
  full: string;
  line: string;
  text: string;
  warn: string;
  bad: string;
  chosen: string;
}

interface Look {
  figure: CellFigure;
  colours: MapColours;
  font: string;
  /** What is in sight, in the layout's own measure. */
  top: number;
  bottom: number;
  /** The id of the cell that is pointed at. */
  chosen: string | undefined;
}

/** Draws what is in sight. Thousands of cells cost no more than those that can be seen. */
export function drawMap(context: CanvasRenderingContext2D, layout: Layout, look: Look): void {
  const { lines, labelWidth } = layout;
  context.font = look.font;
  context.textBaseline = 'middle';
  for (const { label, cells, x, y } of lines) {
    if (y + CELL < look.top || y > look.bottom) {
      continue;
    }
    const top = y - look.top;
    context.fillStyle = look.colours.text;
    context.fillText(shortened(context, label, labelWidth - 8), x, top + CELL / 2);
    cells.forEach((cell, at) => drawCell(context, cell, x + labelWidth + at * (CELL + GAP), top, look));
  }
}

/** Fill says how much, the form says in which state: nothing hangs on colour alone. */
export function drawCell(
  context: CanvasRenderingContext2D,
  [id, , usage, health, util, memory]: GpuCell,
  x: number,
  y: number,
  { figure, colours, chosen }: Pick<Look, 'figure' | 'colours' | 'chosen'>,
): void {
  const value = figure === 'util' ? util : memory;
  context.save();
  context.beginPath();
  context.rect(x, y, CELL, CELL);
  context.clip();
  context.fillStyle = colours.empty;
  context.fillRect(x, y, CELL, CELL);
  if (usage === 'unknown') {
    hatch(context, x, y, colours.line);
  } else if (value !== null) {
    // At least a line of it, so that a little is told from nothing.
    const share = Math.min(1, Math.max(0, value / 100));
    const height = share === 0 ? 0 : Math.max(2, Math.round(share * CELL));
    context.fillStyle = colours.full;
    context.fillRect(x, y + CELL - height, CELL, height);
  }
  if (usage === 'held') {
    context.fillStyle = colours.text;
    context.beginPath();
    context.arc(x + CELL / 2, y + CELL / 2, 3, 0, 2 * Math.PI);
    context.fill();
  }
  if (health === 'critical' || health === 'warn') {
    context.fillStyle = health === 'critical' ? colours.bad : colours.warn;
    const size = health === 'critical' ? 10 : 7;
    context.beginPath();
    context.moveTo(x + CELL - size, y);
    context.lineTo(x + CELL, y);
    context.lineTo(x + CELL, y + size);
    context.closePath();
    context.fill();
  }
  context.restore();
  context.lineWidth = id === chosen ? 2 : 1;
  context.strokeStyle = id === chosen ? colours.chosen : colours.line;
  context.strokeRect(x + 0.5, y + 0.5, CELL - 1, CELL - 1);
}

function hatch(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = -CELL; at < CELL; at += 5) {
    context.moveTo(x + at, y + CELL);
    context.lineTo(x + at + CELL, y);
  }
  context.stroke();
}

function shortened(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) {
    return text;
  }
  let length = text.length;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) {
    length -= 1;
  }
  return `${text.slice(0, length)}…`;
}
