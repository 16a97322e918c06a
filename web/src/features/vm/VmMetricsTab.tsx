import type { VmFigure } from '@jadegate/contract/vm';
import { useTranslation } from 'react-i18next';

import { HistoryCharts } from '../../components/chart/HistoryCharts.tsx';
import { formatSize } from '../../format/size.ts';
import { vmHistoryQuery } from './vm.queries.ts';

const percent = (value: number) => `${Number(value.toFixed(1))}%`;
const rate = (value: number) => `${formatSize(value)}/s`;

interface Chart {
  key: 'cpu' | 'memory' | 'network' | 'diskFlow';
  figures: readonly VmFigure[];
  format: (value: number) => string;
  max?: number;
}

const CHARTS: readonly Chart[] = [
  { key: 'cpu', figures: ['cpuPct'], format: percent, max: 100 },
  { key: 'memory', figures: ['memBytes', 'memRssBytes'], format: formatSize },
  { key: 'network', figures: ['netRxBps', 'netTxBps'], format: rate },
  { key: 'diskFlow', figures: ['diskReadBps', 'diskWriteBps'], format: rate },
];

/** How it did while it ran. */
export function VmMetricsTab({ id }: { id: string }) {
  const { t } = useTranslation('vm');
  return (
    <HistoryCharts
      read={(span) => vmHistoryQuery(id, span)}
      charts={CHARTS.map(({ key, figures, ...chart }) => ({
        ...chart,
        key,
        title: t(`chart.${key}`),
        lines: figures.map((figure) => ({ figure, name: t(`figure.${figure}`) })),
      }))}
    />
  );
}
