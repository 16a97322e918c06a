import type { GpuMap as Map } from '@jadegate/contract/gpu';
import { theme, Typography } from 'antd';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { drawMap } from './draw-map.ts';
import { CELL, cellAt, cellBeside, layOut, MAP_KEYS, type CellFigure, type MapKey } from './map-layout.ts';
import { useMapColours } from './useMapColours.ts';

import styles from './GpuMap.module.css';

interface GpuMapProps {
  map: Map;
  figure: CellFigure;
}

/** The fleet as cells, drawn by hand: thousands of elements would be slow. The list beside it says the same in words. */
export function GpuMap({ map, figure }: GpuMapProps) {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  const navigate = useNavigate();
  const optionId = useId();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0, top: 0 });
  const [chosen, setChosen] = useState<string>();
  const colours = useMapColours();
  const layout = useMemo(() => layOut(map, room.width), [map, room.width]);

  useEffect(() => {
    const element = box.current;
    if (!element) {
      return undefined;
    }
    const measure = () =>
      setRoom({ width: element.clientWidth, height: element.clientHeight, top: element.scrollTop });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context || room.width === 0) {
      return;
    }
    const ratio = window.devicePixelRatio;
    canvas.current.width = room.width * ratio;
    canvas.current.height = room.height * ratio;
    context.scale(ratio, ratio);
    drawMap(context, layout, {
      figure,
      colours,
      font: `12px ${token.fontFamily}`,
      top: room.top,
      bottom: room.top + room.height,
      chosen,
    });
  }, [layout, room, figure, colours, chosen, token.fontFamily]);

  const cells = useMemo(
    () => layout.lines.flatMap((line) => line.cells.map((cell) => ({ line, cell }))),
    [layout],
  );
  const pointed = cells.find(({ cell }) => cell[0] === chosen);
  const under = (event: MouseEvent<HTMLCanvasElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return cellAt(layout, event.clientX - left, event.clientY - top + room.top);
  };
  const open = (id: string | undefined) => id !== undefined && void navigate(`/gpu-resource/${id}`);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Enter') {
      open(chosen);
      return;
    }
    const next = isMapKey(event.key) ? cellBeside(layout, chosen, event.key) : undefined;
    if (next) {
      event.preventDefault();
      setChosen(next.cell[0]);
      keepInSight(event.currentTarget, next.line.y);
    }
  };
  const told = () => {
    if (!pointed) {
      return t('map.point');
    }
    const [, index, usage, health, util, memory] = pointed.cell;
    const percent = (value: number | null) => (value === null ? '—' : `${value}%`);
    return t('map.cell', {
      node: pointed.line.nodeName,
      index: index ?? '—',
      usage: t(`usage.${usage}`),
      health: t(`health.${health}`),
      util: percent(util),
      memory: percent(memory),
    });
  };
  return (
    <>
      <div
        ref={box}
        className={styles.box}
        role="listbox"
        tabIndex={0}
        aria-label={t('map.label', { count: cells.length })}
        aria-activedescendant={optionId}
        onKeyDown={move}
        style={{ height: Math.min(layout.height, 260) || 24 }}
      >
        {/* What is drawn cannot be read aloud: the chosen cell stands here in words. */}
        <span id={optionId} role="option" aria-selected className={styles.spoken}>
          {told()}
        </span>
        <canvas
          ref={canvas}
          aria-hidden
          className={styles.canvas}
          style={{ width: room.width, height: room.height }}
          onMouseMove={(event) => setChosen(under(event)?.cell[0])}
          onMouseLeave={() => setChosen(undefined)}
          onClick={(event) => open(under(event)?.cell[0])}
        />
        <div style={{ height: Math.max(0, layout.height - room.height) }} />
      </div>
      <Typography.Text type="secondary" aria-hidden style={{ fontSize: token.fontSizeSM }}>
        {told()}
      </Typography.Text>
    </>
  );
}

function isMapKey(key: string): key is MapKey {
  return (MAP_KEYS as readonly string[]).includes(key);
}

function keepInSight(box: HTMLElement, y: number): void {
  if (y < box.scrollTop) {
    box.scrollTop = y;
  } else if (y + CELL > box.scrollTop + box.clientHeight) {
    box.scrollTop = y + CELL - box.clientHeight + 4;
  }
}
