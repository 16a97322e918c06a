import type { DayWindow } from '@jadegate/contract/time-window';
import { Alert, Button, Flex, theme } from 'antd';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';

import { FieldLabelContext } from '../form/form-context.ts';
import { ServerZone } from './ServerZone.tsx';
import { useWeekPainting } from './useWeekPainting.ts';
import {
  cellState,
  cellTime,
  CELLS_PER_DAY,
  EMPTY_WEEK,
  FULL_WEEK,
  isOffGrid,
  OFFICE_WEEK,
  readWeek,
  WEEKDAYS,
  writeWeek,
  type Week,
} from './week.ts';
import { WindowList } from './WindowList.tsx';

import styles from './WeekGrid.module.css';

interface WeekGridProps {
  id?: string;
  value?: readonly DayWindow[] | null;
  onChange?: (value: DayWindow[]) => void;
}

const HOURS_PER_LABEL = 2;
const LABELS = Array.from({ length: 24 / HOURS_PER_LABEL }, (_, index) => index * HOURS_PER_LABEL);
const CELLS = Array.from({ length: CELLS_PER_DAY }, (_, cell) => cell);

/** Weekly time windows, painted by half hours. What is stored stays as it is until somebody paints. */
export function WeekGrid({ id, value, onChange }: WeekGridProps) {
  const { t } = useTranslation('week');
  const { token } = theme.useToken();
  const windows = value ?? [];
  const week = readWeek(windows);
  const change = (next: Week) => onChange?.(writeWeek(next));
  return (
    <Flex vertical gap={token.marginXS} id={id}>
      <Flex justify="space-between" align="center" wrap gap={token.marginXS}>
        <ServerZone />
        <Flex>
          <Button type="link" size="small" title={t('help.office')} onClick={() => change(OFFICE_WEEK)}>
            {t('action.office')}
          </Button>
          <Button type="link" size="small" onClick={() => change(FULL_WEEK)}>
            {t('action.wholeWeek')}
          </Button>
          <Button type="link" size="small" onClick={() => change(EMPTY_WEEK)}>
            {t('action.clear')}
          </Button>
        </Flex>
      </Flex>
      {week === undefined && <Alert type="warning" showIcon title={t('help.unreadable')} />}
      {week !== undefined && isOffGrid(week) && <Alert type="info" showIcon title={t('help.offGrid')} />}
      <GridTable week={week ?? EMPTY_WEEK} onPaint={change} />
      <WindowList windows={windows} />
    </Flex>
  );
}

function GridTable({ week, onPaint }: { week: Week; onPaint: (week: Week) => void }) {
  const { t } = useTranslation('week');
  const label = useContext(FieldLabelContext);
  const { shown, cursor, handlers } = useWeekPainting(week, onPaint);
  return (
    <div className={styles.frame}>
      <div className={styles.grid} role="grid" aria-label={label} aria-multiselectable {...handlers}>
        <div className={styles.row} aria-hidden>
          <span />
          {LABELS.map((hour) => (
            <span key={hour} className={styles.hour}>
              {hour}
            </span>
          ))}
        </div>
        {WEEKDAYS.map((day, row) => (
          <div key={day} className={styles.row} role="row">
            <span className={styles.day} role="rowheader">
              {t(`weekday.${day}`)}
            </span>
            {CELLS.map((cell) => {
              const state = cellState(shown, { row, cell });
              const time = `${cellTime(cell)}–${cellTime(cell + 1)}`;
              return (
                <div
                  key={cell}
                  role="gridcell"
                  className={styles.cell}
                  data-row={row}
                  data-cell={cell}
                  data-state={state}
                  title={time}
                  aria-label={`${t(`weekday.${day}`)} ${time}`}
                  aria-selected={state !== 'off'}
                  tabIndex={cursor.row === row && cursor.cell === cell ? 0 : -1}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
