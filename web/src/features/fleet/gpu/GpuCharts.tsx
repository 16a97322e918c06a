import type { GpuFigure } from '@jadegate/contract/fleet/gpu';
import { useTranslation } from 'react-i18next';

import { HistoryCharts } from '../../../components/chart/HistoryCharts.tsx';
import {
  BYTES,
  COUNT,
  DEGREES,
  MEGAHERTZ,
  SHARE,
  WATTS,
  type Scale,
} from '../../../components/chart/scales.ts';
import { gpuHistoryQuery } from './gpu.queries.ts';

interface Chart {
  key: 'util' | 'memory' | 'power' | 'temperature' | 'clock' | 'processes';
  figures: readonly GpuFigure[];
  scale: Scale;
}

const CHARTS: readonly Chart[] = [
  { key: 'util', figures: ['utilPct', 'memUtilPct'], scale: SHARE },
  { key: 'memory', figures: ['memUsed'], scale: BYTES },
  { key: 'power', figures: ['powerW'], scale: WATTS },
  { key: 'temperature', figures: ['tempC', 'memTempC'], scale: DEGREES },
  { key: 'clock', figures: ['smMhz'], scale: MEGAHERTZ },
  { key: 'processes', figures: ['processes'], scale: COUNT },
];

/** How it did. */
export function GpuCharts({ id }: { id: string }) {
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
