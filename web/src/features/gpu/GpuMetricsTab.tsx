import type { GpuFigure } from '@jadegate/contract/gpu';
import { useTranslation } from 'react-i18next';

import type { Axis } from '../../components/chart/draw-lines.ts';
import { HistoryCharts } from '../../components/chart/HistoryCharts.tsx';
import { degrees, watts } from '../../format/figure.ts';
import { formatSize } from '../../format/size.ts';
import { gpuHistoryQuery } from './gpu.queries.ts';

const percent = (value: number) => `${Number(value.toFixed(1))}%`;
const plain = (value: number) => String(Number(value.toFixed(1)));
const megahertz = (value: number) => `${Math.round(value)} MHz`;

interface Chart {
  key: 'util' | 'memory' | 'power' | 'temperature' | 'clock' | 'processes';
  figures: readonly GpuFigure[];
  format: (value: number) => string;
  max?: number;
  axis?: Axis;
}

const CHARTS: readonly Chart[] = [
  { key: 'util', figures: ['utilPct', 'memUtilPct'], format: percent, max: 100 },
  { key: 'memory', figures: ['memUsed'], format: formatSize, axis: 'bytes' },
  { key: 'power', figures: ['powerW'], format: watts },
  { key: 'temperature', figures: ['tempC', 'memTempC'], format: degrees },
  { key: 'clock', figures: ['smMhz'], format: megahertz },
  { key: 'processes', figures: ['processes'], format: plain, axis: 'whole' },
];

/** How it did. */
export function GpuMetricsTab({ id }: { id: string }) {
  const { t } = useTranslation('gpu');
  return (
    <HistoryCharts
      read={(span) => gpuHistoryQuery(id, span)}
      charts={CHARTS.map(({ key, figures, ...chart }) => ({
        ...chart,
        key,
        title: t(`chart.${key}`),
        lines: figures.map((figure) => ({ figure, name: t(`figure.${figure}`) })),
      }))}
    />
  );
}
