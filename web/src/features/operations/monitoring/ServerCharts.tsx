import type { Monitored, MonitoredServer, MonitoredSpan } from '@jadegate/contract/operations/monitoring';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import { LineChart } from '../../../components/chart/LineChart.tsx';
import {
  BYTE_RATE,
  BYTES,
  COUNT,
  MILLISECONDS,
  PERCENT,
  PLAIN,
  SHARE,
  type Scale,
} from '../../../components/chart/scales.ts';
import { useLanguage } from '../../../hooks/useLanguage.ts';

import styles from './Monitoring.module.css';

interface Chart {
  key:
    | 'use'
    | 'load'
    | 'network'
    | 'diskFlow'
    | 'delay'
    | 'parts'
    | 'process'
    | 'processMemory'
    | 'sessions'
    | 'queues';
  figures: readonly Monitored[];
  scale: Scale;
}

const CHARTS: readonly Chart[] = [
  { key: 'use', figures: ['cpu', 'memory', 'disk'], scale: SHARE },
  { key: 'load', figures: ['load'], scale: PLAIN },
  { key: 'network', figures: ['received', 'sent'], scale: BYTE_RATE },
  { key: 'diskFlow', figures: ['diskRead', 'diskWritten'], scale: BYTE_RATE },
  { key: 'sessions', figures: ['sessions'], scale: COUNT },
  {
    key: 'queues',
    figures: ['waitingIndex', 'waitingRecordings', 'waitingMails'],
    scale: COUNT,
  },
  { key: 'delay', figures: ['loopDelay'], scale: MILLISECONDS },
  { key: 'parts', figures: ['databaseDelay', 'storageDelay', 'guacdDelay'], scale: MILLISECONDS },
  { key: 'process', figures: ['processCpu'], scale: PERCENT },
  { key: 'processMemory', figures: ['processMemory'], scale: BYTES },
];

interface ServerChartsProps {
  server: MonitoredServer;
  span: MonitoredSpan;
}

/** How a server did over the span. Drawn again only when there is something new. */
export const ServerCharts = memo(function ServerCharts({ server, span }: ServerChartsProps) {
  const { t } = useTranslation('monitoring');
  const language = useLanguage();
  const day = new Intl.DateTimeFormat(language, {
    ...(span === 'month' && { month: 'numeric', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const formatTime = (time: number) => day.format(time);
  return (
    <div className={styles.charts}>
      {CHARTS.map(({ key, figures, scale }) => (
        <LineChart
          key={key}
          title={t(`chart.${key}`)}
          times={server.times}
          series={figures.map((name) => ({ name: t(`figure.${name}`), values: server.figures[name] }))}
          scale={scale}
          formatTime={formatTime}
        />
      ))}
    </div>
  );
});
