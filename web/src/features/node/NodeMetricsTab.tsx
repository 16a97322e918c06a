import type { Node, NodeFigure } from '@jadegate/contract/node';
import { useTranslation } from 'react-i18next';

import type { Axis } from '../../components/chart/draw-lines.ts';
import { HistoryCharts } from '../../components/chart/HistoryCharts.tsx';
import { degrees } from '../../format/figure.ts';
import { formatSize } from '../../format/size.ts';
import { nodeHistoryQuery } from './node.queries.ts';

const percent = (value: number) => `${Number(value.toFixed(1))}%`;
const plain = (value: number) => String(Number(value.toFixed(2)));
const rate = (value: number) => `${formatSize(value)}/s`;
const milliseconds = (value: number) => `${Math.round(value)} ms`;

interface Chart {
  key: 'cpu' | 'memory' | 'load' | 'network' | 'diskFlow' | 'fill' | 'temperature' | 'cost';
  figures: readonly NodeFigure[];
  format: (value: number) => string;
  max?: number;
  axis?: Axis;
}

const CHARTS: readonly Chart[] = [
  { key: 'cpu', figures: ['cpuPct', 'iowaitPct'], format: percent, max: 100 },
  { key: 'memory', figures: ['memUsed', 'swapUsed'], format: formatSize, axis: 'bytes' },
  { key: 'load', figures: ['load1'], format: plain },
  { key: 'network', figures: ['netRxBps', 'netTxBps'], format: rate, axis: 'bytes' },
  { key: 'diskFlow', figures: ['diskReadBps', 'diskWriteBps'], format: rate, axis: 'bytes' },
  { key: 'fill', figures: ['fsMaxPct', 'diskBusyPct'], format: percent, max: 100 },
  { key: 'temperature', figures: ['tempMaxC'], format: degrees },
  { key: 'cost', figures: ['pollMs'], format: milliseconds },
];

/** How it did. */
export function NodeMetricsTab({ node: { id } }: { node: Node }) {
  const { t } = useTranslation('node');
  return (
    <HistoryCharts
      read={(span) => nodeHistoryQuery(id, span)}
      charts={CHARTS.map(({ key, figures, ...chart }) => ({
        ...chart,
        key,
        title: t(`chart.${key}`),
        lines: figures.map((figure) => ({ figure, name: t(`figure.${figure}`) })),
      }))}
    />
  );
}
