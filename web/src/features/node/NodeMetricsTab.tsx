import { NODE_SPANS, type Node, type NodeFigure, type NodeSpan } from '@jadegate/contract/node';
import { useQuery } from '@tanstack/react-query';
import { Flex, Segmented, Skeleton, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { LineChart } from '../../components/chart/LineChart.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { formatSize } from '../../format/size.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { nodeHistoryQuery } from './node.queries.ts';

import styles from './Node.module.css';

const percent = (value: number) => `${Number(value.toFixed(1))}%`;
const plain = (value: number) => String(Number(value.toFixed(2)));
const rate = (value: number) => `${formatSize(value)}/s`;
const degrees = (value: number) => `${Math.round(value)} °C`;
const milliseconds = (value: number) => `${Math.round(value)} ms`;

interface Chart {
  key: 'cpu' | 'memory' | 'load' | 'network' | 'diskFlow' | 'fill' | 'temperature' | 'cost';
  figures: readonly NodeFigure[];
  format: (value: number) => string;
  max?: number;
}

const CHARTS: readonly Chart[] = [
  { key: 'cpu', figures: ['cpuPct', 'iowaitPct'], format: percent, max: 100 },
  { key: 'memory', figures: ['memUsed', 'swapUsed'], format: formatSize },
  { key: 'load', figures: ['load1'], format: plain },
  { key: 'network', figures: ['netRxBps', 'netTxBps'], format: rate },
  { key: 'diskFlow', figures: ['diskReadBps', 'diskWriteBps'], format: rate },
  { key: 'fill', figures: ['fsMaxPct', 'diskBusyPct'], format: percent, max: 100 },
  { key: 'temperature', figures: ['tempMaxC'], format: degrees },
  { key: 'cost', figures: ['pollMs'], format: milliseconds },
];

/** How it did. A chart of what it never told is left out. */
export function NodeMetricsTab({ node: { id } }: { node: Node }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const language = useLanguage();
  const [span, setSpan] = useState<NodeSpan>('hour');
  const { data, error, isFetching, refetch } = useQuery(nodeHistoryQuery(id, span));
  const isLong = span === 'fortnight' || span === 'year';
  const format = new Intl.DateTimeFormat(language, {
    ...(isLong && { month: 'numeric', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const charts = () => {
    if (data === undefined) {
      return error === null ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      );
    }
    if (data.times.length === 0) {
      return <EmptyState title={t('empty.samples')} description={t('empty.samplesHelp')} />;
    }
    const { times, figures: all } = data;
    return (
      <div className={styles.charts}>
        {CHARTS.filter(({ figures }) =>
          figures.some((name) => all[name].some((value) => value !== null)),
        ).map(({ key, figures, format: formatValue, max }) => (
          <LineChart
            key={key}
            title={t(`chart.${key}`)}
            times={times}
            series={figures.map((name) => ({ name: t(`figure.${name}`), values: all[name] }))}
            format={formatValue}
            formatTime={(time) => format.format(time)}
            {...(max !== undefined && { max })}
          />
        ))}
      </div>
    );
  };
  return (
    <Flex vertical gap={token.margin}>
      <Segmented<NodeSpan>
        value={span}
        onChange={setSpan}
        aria-label={t('span.label')}
        options={NODE_SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
        style={{ alignSelf: 'start' }}
      />
      {charts()}
    </Flex>
  );
}
