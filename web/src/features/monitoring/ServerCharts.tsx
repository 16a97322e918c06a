import type { Monitored, MonitoredServer, MonitoredSpan } from '@jadegate/contract/monitoring';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Axis } from '../../components/chart/draw-lines.ts';
import { LineChart } from '../../components/chart/LineChart.tsx';
import { formatSize } from '../../format/size.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';

import styles from './Monitoring.module.css';

const percent = (value: number) => `${Number(value.toFixed(1))}%`;
const plain = (value: number) => String(Number(value.toFixed(2)));
const milliseconds = (value: number) => `${Number(value.toFixed(1))} ms`;
const rate = (value: number) => `${formatSize(value)}/s`;

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
  format: (value: number) => string;
  max?: number;
  axis?: Axis;
}

const CHARTS: readonly Chart[] = [
  { key: 'use', figures: ['cpu', 'memory', 'disk'], format: percent, max: 100 },
  { key: 'load', figures: ['load'], format: plain },
  { key: 'network', figures: ['received', 'sent'], format: rate, axis: 'bytes' },
  { key: 'diskFlow', figures: ['diskRead', 'diskWritten'], format: rate, axis: 'bytes' },
  { key: 'sessions', figures: ['sessions'], format: plain, axis: 'whole' },
  {
    key: 'queues',
    figures: ['waitingIndex', 'waitingRecordings', 'waitingMails'],
    format: plain,
    axis: 'whole',
  },
  { key: 'delay', figures: ['loopDelay'], format: milliseconds },
  { key: 'parts', figures: ['databaseDelay', 'storageDelay', 'guacdDelay'], format: milliseconds },
  { key: 'process', figures: ['processCpu'], format: percent },
  { key: 'processMemory', figures: ['processMemory'], format: formatSize, axis: 'bytes' },
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
      {CHARTS.map(({ key, figures, format, max, axis }) => (
        <LineChart
          key={key}
          title={t(`chart.${key}`)}
          times={server.times}
          series={figures.map((name) => ({ name: t(`figure.${name}`), values: server.figures[name] }))}
          format={format}
          formatTime={formatTime}
          axis={axis}
          {...(max !== undefined && { max })}
        />
      ))}
    </div>
  );
});
