import { NODE_SPANS, type NodeSpan } from '@jadegate/contract/fleet/node';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { Flex, Segmented, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '../../hooks/useLanguage.ts';
import { EmptyState } from '../EmptyState.tsx';
import { LoadState } from '../LoadState.tsx';
import { LineChart } from './LineChart.tsx';
import type { Scale } from './scales.ts';

import styles from './HistoryCharts.module.css';

/** What was measured over time, in columns. */
interface History<Figure extends string> {
  times: string[];
  figures: Record<Figure, (number | null)[]>;
}

interface HistoryChart<Figure extends string> {
  key: string;
  title: string;
  lines: readonly { figure: Figure; name: string }[];
  scale: Scale;
}

interface HistoryChartsProps<Figure extends string, Key extends QueryKey> {
  read: (span: NodeSpan) => UseQueryOptions<History<Figure>, Error, History<Figure>, Key>;
  charts: readonly HistoryChart<Figure>[];
}

/** How something did over an hour, a day, a fortnight or a year. A chart of what was never told is left out. */
export function HistoryCharts<Figure extends string, Key extends QueryKey>({
  read,
  charts,
}: HistoryChartsProps<Figure, Key>) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const language = useLanguage();
  const [span, setSpan] = useState<NodeSpan>('hour');
  const { data, error, isFetching, refetch } = useQuery(read(span));
  const isLong = span === 'fortnight' || span === 'year';
  const format = new Intl.DateTimeFormat(language, {
    ...(isLong && { month: 'numeric', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const content = () => {
    if (data === undefined) {
      return <LoadState {...{ error, isFetching, refetch }} rows={8} />;
    }
    if (data.times.length === 0) {
      return <EmptyState title={t('history.empty')} description={t('history.emptyHelp')} />;
    }
    const { times, figures } = data;
    return (
      <div className={styles.charts}>
        {charts
          .filter(({ lines }) => lines.some(({ figure }) => figures[figure].some((value) => value !== null)))
          .map(({ key, title, lines, scale }) => (
            <LineChart
              key={key}
              title={title}
              times={times}
              series={lines.map(({ figure, name }) => ({ name, values: figures[figure] }))}
              scale={scale}
              formatTime={(time) => format.format(time)}
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
        aria-label={t('history.span')}
        options={NODE_SPANS.map((value) => ({ value, label: t(`history.${value}`) }))}
        style={{ alignSelf: 'start' }}
      />
      {content()}
    </Flex>
  );
}
