import { theme } from 'antd';
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';

import styles from './ResizeHandle.module.css';

interface ResizeHandleProps {
  label: string;
  /** A line from top to bottom, moved to the left and to the right. */
  isUpright: boolean;
  /** Where it stands, for those who hear it. */
  now: number;
  min: number;
  max: number;
  style?: CSSProperties;
  /** The pointer is at this place of the window; `room` is what the handle divides. */
  onDrag: (pointer: { x: number; y: number }, room: DOMRect) => void;
  /** An arrow key: -1 is to the left or up. */
  onStep: (direction: -1 | 1) => void;
  /** The pointer or the key was let go. */
  onDone?: () => void;
}

/** Between two things that share a room: dragged, or moved with the arrow keys. */
export function ResizeHandle(props: ResizeHandleProps) {
  const { label, isUpright, now, min, max, style, onDrag, onStep, onDone } = props;
  const { token } = theme.useToken();
  const element = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const room = element.current?.parentElement?.getBoundingClientRect();
    if (room && event.currentTarget.hasPointerCapture(event.pointerId)) {
      onDrag({ x: event.clientX, y: event.clientY }, room);
    }
  };
  const press = (event: KeyboardEvent) => {
    const direction = directionOf(event.key, isUpright);
    if (direction !== undefined) {
      event.preventDefault();
      onStep(direction);
    }
  };
  return (
    <div
      ref={element}
      className={isUpright ? styles.upright : styles.level}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuenow={now}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onLostPointerCapture={onDone}
      onKeyDown={press}
      onKeyUp={(event) => directionOf(event.key, isUpright) !== undefined && onDone?.()}
      style={{
        ['--line' as string]: token.colorBorder,
        ['--active' as string]: token.colorPrimary,
        ...style,
      }}
    />
  );
}

function directionOf(key: string, isUpright: boolean): -1 | 1 | undefined {
  if (key === (isUpright ? 'ArrowLeft' : 'ArrowUp')) {
    return -1;
  }
  return key === (isUpright ? 'ArrowRight' : 'ArrowDown') ? 1 : undefined;
}
