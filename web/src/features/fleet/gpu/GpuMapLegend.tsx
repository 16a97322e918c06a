import type { GpuCell } from '@jadegate/contract/fleet/gpu';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { drawCell } from './draw-map.ts';
import { CELL } from './map-layout.ts';
import { useMapColours } from './useMapColours.ts';

import styles from './GpuMap.module.css';

const SIGNS = {
  free: ['', 0, 'free', 'ok', 0, 0],
  busy: ['', 0, 'busy', 'ok', 70, 70],
  held: ['', 0, 'held', 'ok', 0, 0],
  unknown: ['', 0, 'unknown', 'ok', null, null],
  warn: ['', 0, 'free', 'warn', 0, 0],
  critical: ['', 0, 'free', 'critical', 0, 0],
} as const satisfies Record<string, GpuCell>;
const NAMES = Object.keys(SIGNS) as (keyof typeof SIGNS)[];

/** What the forms in the map mean, drawn as they are there. */
export function GpuMapLegend() {
  const { t } = useTranslation('gpu');
  return (
    <ul className={styles.legend} aria-label={t('map.legend')}>
      {NAMES.map((name) => (
        <li key={name}>
          <Sign cell={SIGNS[name]} />
          {t(`map.sign.${name}`)}
        </li>
      ))}
    </ul>
  );
}

function Sign({ cell }: { cell: GpuCell }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useMapColours();
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) {
      return;
    }
    const ratio = window.devicePixelRatio;
    canvas.current.width = CELL * ratio;
    canvas.current.height = CELL * ratio;
    context.scale(ratio, ratio);
    drawCell(context, cell, 0, 0, { figure: 'util', colours, chosen: undefined });
  }, [cell, colours]);
  return <canvas ref={canvas} aria-hidden style={{ width: CELL, height: CELL }} />;
}
