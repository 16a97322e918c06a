import { DAY_MINUTES, parseRanges, type DayWindow, type MinuteRange } from '@jadegate/contract/time-window';
import { theme } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import { WEEKDAYS } from './week.ts';

import styles from './WindowList.module.css';

/** Weekly windows as text, one line per weekday. */
export function WindowList({ windows }: { windows: readonly DayWindow[] }) {
  const { t } = useTranslation('week');
  const { token } = theme.useToken();
  if (windows.every(({ value }) => value.trim() === '')) {
    return <div>{t('window.any')}</div>;
  }
  return (
    <dl className={styles.list} aria-label={t('label')}>
      {WEEKDAYS.map((day) => {
        const values = windows.filter(({ key, value }) => key === day && value.trim() !== '');
        return (
          <div key={day} className={styles.line}>
            <dt style={{ color: token.colorTextSecondary }}>{t(`weekday.${day}`)}</dt>
            <dd className={styles.ranges}>
              {values.length === 0
                ? t('window.none')
                : values.map(({ value }) => rangesText(value, t)).join(t('window.separator'))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** What cannot be read is shown as it is stored. */
function rangesText(value: string, t: TFunction<'week'>): string {
  return (
    parseRanges(value)
      ?.map((range) => rangeText(range, t))
      .join(t('window.separator')) ?? value
  );
}

function rangeText({ from, to }: MinuteRange, t: TFunction<'week'>): string {
  if (from === 0 && to === DAY_MINUTES) {
    return t('window.wholeDay');
  }
  const end = to > DAY_MINUTES ? t('window.nextDay', { time: clock(to - DAY_MINUTES) }) : clock(to);
  return `${clock(from)}–${end}`;
}

/** Midnight at the end of the day reads 24:00. */
function clock(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
