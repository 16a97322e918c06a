import { useTranslation } from 'react-i18next';

import { MAX_RATIO, MIN_RATIO, type Box, type Split } from './pane-tree.ts';
import { ResizeHandle } from './ResizeHandle.tsx';

interface PaneDividerProps {
  split: Split;
  box: Box;
  onResize: (ratio: number) => void;
}

const STEP = 0.05;
const percent = (part: number) => `${part * 100}%`;
const rounded = (part: number) => Math.round(part * 100);

/** Between two panes. */
export function PaneDivider({ split: { direction, ratio }, box, onResize }: PaneDividerProps) {
  const { t } = useTranslation('session-frame');
  const isUpright = direction === 'right';
  return (
    <ResizeHandle
      label={t('action.resize')}
      isUpright={isUpright}
      now={rounded(ratio)}
      min={rounded(MIN_RATIO)}
      max={rounded(MAX_RATIO)}
      onDrag={({ x, y }, room) =>
        onResize(
          isUpright
            ? ((x - room.left) / room.width - box.x) / box.width
            : ((y - room.top) / room.height - box.y) / box.height,
        )
      }
      onStep={(step) => onResize(ratio + step * STEP)}
      style={
        isUpright
          ? { left: percent(box.x + box.width * ratio), top: percent(box.y), height: percent(box.height) }
          : { top: percent(box.y + box.height * ratio), left: percent(box.x), width: percent(box.width) }
      }
    />
  );
}
