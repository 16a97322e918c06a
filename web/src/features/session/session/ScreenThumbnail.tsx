import { SCREEN_STYLE, type ScreenPicture, type ScreenRun } from '@jadegate/contract/session/session-screen';
import { memo } from 'react';

import { coloursOf, SCREEN_COLOURS } from '../../../components/terminal/screen-colours.ts';

import styles from './SessionWall.module.css';

/** The shape of a cell; the picture is scaled to whatever room it has. */
const CELL = { width: 6, height: 12, baseline: 9 };

/** A terminal in small: nothing but shapes and letters, so that a wall of them stays cheap. */
export const ScreenThumbnail = memo(function ScreenThumbnail({ picture }: { picture: ScreenPicture }) {
  const { cols, rows, lines, cursor } = picture;
  return (
    <svg
      className={styles.screen}
      viewBox={`0 0 ${cols * CELL.width} ${rows * CELL.height}`}
      preserveAspectRatio="xMinYMin meet"
      aria-hidden
      data-testid="thumbnail"
    >
      {cursor && (
        <rect
          x={cursor.x * CELL.width}
          y={cursor.y * CELL.height}
          width={CELL.width}
          height={CELL.height}
          fill={SCREEN_COLOURS.cursor}
        />
      )}
      {lines.map((runs, row) => runs.map((run) => <Run key={`${row} ${run.x}`} run={run} row={row} />))}
    </svg>
  );
});

function Run({ run, row }: { run: ScreenRun; row: number }) {
  const { x, cells, text, style = 0 } = run;
  const { letters, behind } = coloursOf(run);
  const isSet = (bit: number) => (style & bit) !== 0;
  const place = { x: x * CELL.width, width: cells * CELL.width };
  return (
    <>
      {behind !== undefined && <rect {...place} y={row * CELL.height} height={CELL.height} fill={behind} />}
      {text.trim() !== '' && (
        <text
          x={place.x}
          y={row * CELL.height + CELL.baseline}
          // Cells are the measure, whatever the letters of a font measure.
          textLength={place.width}
          lengthAdjust="spacingAndGlyphs"
          xmlSpace="preserve"
          fill={letters}
          fontWeight={isSet(SCREEN_STYLE.bold) ? 'bold' : undefined}
          fontStyle={isSet(SCREEN_STYLE.italic) ? 'italic' : undefined}
          opacity={isSet(SCREEN_STYLE.dim) ? 0.6 : undefined}
          textDecoration={
            isSet(SCREEN_STYLE.underline)
              ? 'underline'
              : isSet(SCREEN_STYLE.strike)
                ? 'line-through'
                : undefined
          }
        >
          {text}
        </text>
      )}
    </>
  );
}
