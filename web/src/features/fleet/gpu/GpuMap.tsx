import type { GpuMap as Map } from '@jadegate/contract/fleet/gpu';
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
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [chosen, setChosen] = useState<string>();
  const colours = useMapColours();
  const layout = useMemo(() => layOut(map, room.width), [map, room.width]);

  useEffect(() => {
    const element = box.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const [element, surface] = [box.current, canvas.current];
    const context = surface?.getContext('2d');
    if (!element || !surface || !context || room.width === 0) {
      return undefined;
    }
    const draw = () => {
      const ratio = window.devicePixelRatio;
      surface.width = room.width * ratio;
      surface.height = room.height * ratio;
      context.scale(ratio, ratio);
      const top = element.scrollTop;
      const font = `12px ${token.fontFamily}`;
      drawMap(context, layout, { figure, colours, font, top, bottom: top + room.height, chosen });
    };
    draw();
    // Past React: what it does for each step of a scroll would begin the drawing of the list below anew each time.
    element.addEventListener('scroll', draw, { passive: true });
    return () => element.removeEventListener('scroll', draw);
  }, [layout, room, figure, colours, chosen, token.fontFamily]);

  const cells = useMemo(
    () => layout.lines.flatMap((line) => line.cells.map((cell) => ({ line, cell }))),
    [layout],
  );
  const pointed = cells.find(({ cell }) => cell[0] === chosen);
  const under = (event: MouseEvent<HTMLCanvasElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return cellAt(layout, event.clientX - left, event.clientY - top + (box.current?.scrollTop ?? 0));
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
