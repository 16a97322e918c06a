import {
  SCREEN_STYLE,
  TRUE_COLOUR,
  type ScreenPicture,
  type ScreenRun,
} from '@jadegate/contract/session/session-screen';
import type headless from '@xterm/headless';

import type { ReplayedScreen } from './screen.ts';

type Cell = headless.IBufferCell;

/** What a screen shows, as runs of cells that look the same. Blank cells are left out. */
export function pictureOf(screen: ReplayedScreen): ScreenPicture {
  const { buffer, size, cursor, isCursorHidden } = screen;
  const cell = buffer.getNullCell();
  const lines = Array.from({ length: size.rows }, (_, row) => {
    const line = buffer.getLine(buffer.baseY + row);
    return line ? runsOf(line, size.cols, cell) : [];
  });
  return { ...size, lines, ...(!isCursorHidden && { cursor }) };
}

function runsOf(line: headless.IBufferLine, cols: number, cell: Cell): ScreenRun[] {
  const runs: ScreenRun[] = [];
  let last: { run: ScreenRun; look: string } | undefined;
  for (let x = 0; x < cols; x++) {
    line.getCell(x, cell);
    const width = cell.getWidth();
    if (width === 0) {
      // The right half of a wide letter, which belongs to the cell before.
      continue;
    }
    const run = runAt(x, width, cell);
    const look = [width, run.fg, run.bg, run.style].join(' ');
    if (last?.look === look && last.run.x + last.run.cells === x) {
      last.run.text += run.text;
      last.run.cells += width;
    } else {
      runs.push(run);
      last = { run, look };
    }
  }
  return runs.flatMap(trimmed);
}

function runAt(x: number, cells: number, cell: Cell): ScreenRun {
  const fg = colourOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor());
  const bg = colourOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor());
  const style = styleOf(cell);
  return {
    x,
    cells,
    text: cell.isInvisible() !== 0 ? ' ' : cell.getChars() || ' ',
    ...(fg !== undefined && { fg }),
    ...(bg !== undefined && { bg }),
    ...(style !== 0 && { style }),
  };
}

function colourOf(isDefault: boolean, isTrue: boolean, colour: number): number | undefined {
  if (isDefault) {
    return undefined;
  }
  return isTrue ? TRUE_COLOUR + colour : colour;
}

function styleOf(cell: Cell): number {
  return (
    (cell.isBold() !== 0 ? SCREEN_STYLE.bold : 0) +
    (cell.isDim() !== 0 ? SCREEN_STYLE.dim : 0) +
    (cell.isItalic() !== 0 ? SCREEN_STYLE.italic : 0) +
    (cell.isUnderline() !== 0 ? SCREEN_STYLE.underline : 0) +
    (cell.isInverse() !== 0 ? SCREEN_STYLE.inverse : 0) +
    (cell.isStrikethrough() !== 0 ? SCREEN_STYLE.strike : 0)
  );
}

const SEEN_WHEN_BLANK = SCREEN_STYLE.inverse | SCREEN_STYLE.underline | SCREEN_STYLE.strike;

/** Without the blanks around it, unless they can be seen. */
function trimmed(run: ScreenRun): ScreenRun[] {
  if (run.bg !== undefined || ((run.style ?? 0) & SEEN_WHEN_BLANK) !== 0) {
    return [run];
  }
  const text = run.text.replace(/^ +| +$/g, '');
  if (text === '') {
    return [];
  }
  // A blank is one letter and one cell.
  const begin = run.text.search(/[^ ]/);
  return [{ ...run, x: run.x + begin, cells: run.cells - (run.text.length - text.length), text }];
}
