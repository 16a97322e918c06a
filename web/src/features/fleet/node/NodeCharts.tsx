import type { NodeFigure } from '@jadegate/contract/fleet/node';
import { useTranslation } from 'react-i18next';

import { HistoryCharts } from '../../../components/chart/HistoryCharts.tsx';
import {
  BYTE_RATE,
  BYTES,
  DEGREES,
  MILLISECONDS,
  PLAIN,
  SHARE,
  type Scale,
} from '../../../components/chart/scales.ts';
import { nodeHistoryQuery } from './node.queries.ts';

interface Chart {
  key: 'cpu' | 'memory' | 'load' | 'network' | 'diskFlow' | 'fill' | 'temperature' | 'cost';
  figures: readonly NodeFigure[];
  scale: Scale;
}

const CHARTS: readonly Chart[] = [
  { key: 'cpu', figures: ['cpuPct', 'iowaitPct'], scale: SHARE },
  { key: 'memory', figures: ['memUsed', 'swapUsed'], scale: BYTES },
  { key: 'load', figures: ['load1'], scale: PLAIN },
  { key: 'network', figures: ['netRxBps', 'netTxBps'], scale: BYTE_RATE },
  { key: 'diskFlow', figures: ['diskReadBps', 'diskWriteBps'], scale: BYTE_RATE },
  { key: 'fill', figures: ['fsMaxPct', 'diskBusyPct'], scale: SHARE },
  { key: 'temperature', figures: ['tempMaxC'], scale: DEGREES },
  { key: 'cost', figures: ['pollMs'], scale: MILLISECONDS },
];

/** How it did. */
export function NodeCharts({ id }: { id: string }) {
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
