import { theme } from 'antd';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { Box, Split } from './pane-tree.ts';

import styles from './PaneDivider.module.css';

interface PaneDividerProps {
  split: Split;
  box: Box;
  onResize: (ratio: number) => void;
}

const STEP = 0.05;
const percent = (part: number) => `${part * 100}%`;

/** Between two panes: dragged, or moved with the arrow keys. */
export function PaneDivider({ split: { direction, ratio }, box, onResize }: PaneDividerProps) {
  const { t } = useTranslation('session-frame');
  const { token } = theme.useToken();
  const element = useRef<HTMLDivElement>(null);
  const isAcross = direction === 'right';

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const room = element.current?.parentElement?.getBoundingClientRect();
    if (!room || !event.currentTarget.hasPointerCapture(event.pointerId)) {
      return;
    }
    const at = isAcross ? (event.clientX - room.left) / room.width : (event.clientY - room.top) / room.height;
    onResize(isAcross ? (at - box.x) / box.width : (at - box.y) / box.height);
  };
  const press = ({ key }: KeyboardEvent) => {
    const less = isAcross ? 'ArrowLeft' : 'ArrowUp';
    const more = isAcross ? 'ArrowRight' : 'ArrowDown';
    if (key === less || key === more) {
      onResize(ratio + (key === more ? STEP : -STEP));
    }
  };
  return (
    <div
      ref={element}
      className={isAcross ? styles.upright : styles.level}
      role="separator"
      tabIndex={0}
      aria-label={t('action.resize')}
      aria-orientation={isAcross ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(ratio * 100)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      style={{
        ['--line' as string]: token.colorBorder,
        ['--active' as string]: token.colorPrimary,
        ...(isAcross
          ? { left: percent(box.x + box.width * ratio), top: percent(box.y), height: percent(box.height) }
          : { top: percent(box.y + box.height * ratio), left: percent(box.x), width: percent(box.width) }),
      }}
    />
  );
}
