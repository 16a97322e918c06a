import { Card, Flex, theme } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ChartTable } from './ChartTable.tsx';
import { DASHES } from './dashes.ts';
import type { DrawnLines, LineSeries } from './draw-lines.ts';
import type { Scale } from './scales.ts';

import styles from './LineChart.module.css';

interface LineChartProps {
  title: string;
  /** ISO 8601, oldest first. */
  times: readonly string[];
  series: readonly LineSeries[];
  scale: Scale;
  formatTime: (time: number) => string;
  /** Where the table leads from the time of that index. */
  pathOf?: (index: number) => string;
  /** A sentence below the chart. */
  note?: string | undefined;
}

/** Lines over time, with what they say at the end beside their names, and all of it as a table for whoever wants it. */
export function LineChart({ title, times, series, scale, formatTime, pathOf, note }: LineChartProps) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const place = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<DrawnLines>();
  const [isTableOpen, setTableOpen] = useState(false);
  const lines = [token.colorPrimary, token.orange, token.blue];

  useEffect(() => {
    const element = place.current;
    let made: DrawnLines | undefined;
    let isGone = false;
    const observer = new ResizeObserver(() => made?.resize());
    void import('./draw-lines.ts').then(({ drawLinesIn }) => {
      if (element && !isGone) {
        made = drawLinesIn(element);
        observer.observe(element);
        setDrawn(made);
      }
    });
    return () => {
      isGone = true;
      observer.disconnect();
      made?.remove();
    };
  }, []);

  useEffect(() => {
    drawn?.draw({
      times,
      series,
      scale,
      formatTime,
      colours: {
        lines,
        text: token.colorTextSecondary,
        grid: token.colorBorderSecondary,
        background: token.colorBgElevated,
      },
    });
  });

  return (
    <Card size="small">
      <figure className={styles.figure}>
        <figcaption>
          <Flex justify="space-between" gap={token.marginXS} wrap>
            <h2 className={styles.title}>{title}</h2>
            <Flex className={styles.names} wrap style={{ color: token.colorTextSecondary }}>
              {series.map(({ name, values }, index) => (
                <span key={name} className={styles.last}>
                  <i style={{ borderColor: lines[index], borderStyle: DASHES[index % DASHES.length] }} />
                  {name} <strong style={{ color: token.colorText }}>{lastOf(values, scale.format)}</strong>
                </span>
              ))}
            </Flex>
          </Flex>
        </figcaption>
        <div ref={place} className={styles.place} role="img" aria-label={t('chart.label', { title })} />
      </figure>
      {note !== undefined && <div style={{ color: token.colorTextSecondary }}>{note}</div>}
      <details onToggle={(event) => setTableOpen(event.currentTarget.open)}>
        <summary style={{ color: token.colorTextSecondary }}>
          {t('chart.table')}
          <span className="visually-hidden"> {title}</span>
        </summary>
        {isTableOpen && (
          <ChartTable
            times={times}
            series={series}
            format={scale.format}
            formatTime={formatTime}
            pathOf={pathOf}
          />
        )}
      </details>
    </Card>
  );
}

function lastOf(values: LineSeries['values'], format: (value: number) => string): string {
  const value = values.findLast((one) => one !== null);
  return value === undefined || value === null ? '–' : format(value);
}
