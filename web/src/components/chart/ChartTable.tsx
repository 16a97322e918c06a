import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { SmallTable } from '../SmallTable.tsx';
import type { LineSeries } from './draw-lines.ts';

/** More rows are no help: the table tells how it went, the chart shows it. */
const MAX_ROWS = 31;

interface ChartTableProps {
  times: readonly string[];
  series: readonly LineSeries[];
  format: (value: number) => string;
  formatTime: (time: number) => string;
  pathOf: ((index: number) => string) | undefined;
}

export function ChartTable({ times, series, format, formatTime, pathOf }: ChartTableProps) {
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
          render: (_, { time, index }) => {
            const text = formatTime(Date.parse(time));
            return pathOf ? <Link to={pathOf(index)}>{text}</Link> : text;
          },
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
