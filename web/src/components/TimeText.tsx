import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { useBranding } from '../hooks/branding.ts';
import { useLanguage } from '../hooks/useLanguage.ts';
import { useNow } from '../hooks/useNow.ts';
import { exactTime, parseTime, relativeTime } from './relative-time.ts';

interface TimeTextProps {
  /** As the wire has it: `YYYY-MM-DD HH:mm:ss`, or ISO 8601. */
  value: string;
  /** Relative with the exact time on hover (lists), or exact (details). */
  variant?: 'relative' | 'exact';
}

export function TimeText({ value, variant = 'relative' }: TimeTextProps) {
  const { t } = useTranslation('parts');
  const language = useLanguage();
  const now = useNow();
  const { timeZone } = useBranding();
  const time = parseTime(value, timeZone);
  if (time === undefined) {
    return t('time.never');
  }
  const exact = exactTime(time);
  const text = variant === 'exact' ? exact : (relativeTime(time, now, language) ?? t('time.now'));
  const element = (
    <time dateTime={new Date(time).toISOString()} style={{ whiteSpace: 'nowrap' }}>
      {text}
    </time>
  );
  return variant === 'exact' ? element : <Tooltip title={exact}>{element}</Tooltip>;
}
