import type { VmFigure } from '@jadegate/contract/fleet/vm';
import { useTranslation } from 'react-i18next';

import { HistoryCharts } from '../../../components/chart/HistoryCharts.tsx';
import { BYTE_RATE, BYTES, SHARE, type Scale } from '../../../components/chart/scales.ts';
import { vmHistoryQuery } from './vm.queries.ts';

interface Chart {
  key: 'cpu' | 'memory' | 'network' | 'diskFlow';
  figures: readonly VmFigure[];
  scale: Scale;
}

const CHARTS: readonly Chart[] = [
  { key: 'cpu', figures: ['cpuPct'], scale: SHARE },
  { key: 'memory', figures: ['memBytes', 'memRssBytes'], scale: BYTES },
  { key: 'network', figures: ['netRxBps', 'netTxBps'], scale: BYTE_RATE },
  { key: 'diskFlow', figures: ['diskReadBps', 'diskWriteBps'], scale: BYTE_RATE },
];

/** How it did while it ran. */
export function VmCharts({ id }: { id: string }) {
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
