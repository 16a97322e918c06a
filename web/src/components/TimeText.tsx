import { useTranslation } from 'react-i18next';

import { useBranding } from '../hooks/branding.ts';
import { useLanguage } from '../hooks/useLanguage.ts';
import { useNow } from '../hooks/useNow.ts';
import { exactTime, parseTime, relativeTime, zoneName } from './relative-time.ts';

interface TimeTextProps {
  /** As the wire has it: `YYYY-MM-DD HH:mm:ss`, or ISO 8601. */
  value: string;
  /** Relative with the exact time on hover (lists), or exact with how long ago that is (logs and details). */
  variant?: 'relative' | 'exact';
}

/** A time; which zone it is meant in is said on hover. */
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
  const relative = relativeTime(time, now, language) ?? t('time.now');
  const [shown, other] = variant === 'exact' ? [exact, relative] : [relative, exact];
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={t('time.hover', { time: other, zone: zoneName(time) })}
      style={{ whiteSpace: 'nowrap' }}
    >
      {shown}
    </time>
  );
}
