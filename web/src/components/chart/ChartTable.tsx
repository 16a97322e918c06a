import { useTranslation } from 'react-i18next';

import { SmallTable } from '../SmallTable.tsx';
import type { LineSeries } from './draw-lines.ts';

/** More rows are no help: the table tells how it went, the chart shows it. */
const MAX_ROWS = 24;

interface ChartTableProps {
  times: readonly string[];
  series: readonly LineSeries[];
  format: (value: number) => string;
  formatTime: (time: number) => string;
}

export function ChartTable({ times, series, format, formatTime }: ChartTableProps) {
  const { t } = useTranslation('parts');
  const step = Math.ceil(times.length / MAX_ROWS);
  // Counted from the end, so that the newest is always there.
  const rows = times
    .map((time, index) => ({ time, index }))
    .filter(({ index }) => (times.length - 1 - index) % step === 0)
    .toReversed();
  return (
    <SmallTable<{ time: string; index: number }>
      rowKey="time"
      dataSource={rows}
      columns={[
        {
          key: 'time',
          title: t('chart.time'),
          render: (_, { time }) => formatTime(Date.parse(time)),
        },
        ...series.map(({ name, values }) => ({
          key: name,
          title: name,
          render: (_: unknown, { index }: { index: number }) => {
            const value = values[index];
            return value === null || value === undefined ? '–' : format(value);
          },
        })),
      ]}
    />
  );
}
